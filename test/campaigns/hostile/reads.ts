import { RefusedByN8n, type N8nApi } from '../../n8n/api';
import { start } from '../../n8n/workflows';
import { people, SEND } from '../frame/nodes';
import { failureOf } from '../frame/told';
import { LARGE_ANSWERS, type HostileService } from './answers';
import { readGauge, worstOf, type Reading } from './gauge';
import { OURS, type CallerName, type CreateCaller } from './workflows';

/** Answers that no service should give, to workflows that send and workflows that read. */

const PER_EXECUTION = 100;

export async function manyAnswers(
	api: N8nApi,
	create: CreateCaller,
	service: HostileService,
	gaugePort: number,
	{ answers, isOwn }: { answers: number; isOwn: boolean },
) {
	const names: readonly CallerName[] = isOwn ? ['own'] : OURS;
	/** Executions that did not end as a success, or in which an item got lost. */
	const wrong: string[] = [];
	const before = service.requests;
	const readings = [await readGauge(gaugePort)];
	let executions = 0;
	let longestError = 0;
	while (service.requests - before < answers) {
		const name = names[executions++ % names.length] ?? 'text';
		const asked = service.requests;
		const count = Math.min(PER_EXECUTION, answers - (asked - before));
		const workflow = await create(name, people(count, `After ${asked}, message`));
		const execution = await api
			.finished(await api.run(workflow, start.name))
			.catch((error: unknown) => {
				if (error instanceof RefusedByN8n) return undefined;
				throw error;
			});
		// So far, only n8n’s own node has stored a response that n8n could not read again.
		if (execution === undefined) {
			wrong.push(`${name}: n8n cannot read what it has stored of the execution`);
			continue;
		}
		const items = execution.itemsOf(SEND);
		const came = new Set(items.map(({ item }) => item)).size;
		if (execution.status !== 'success') {
			wrong.push(`${name}: ended as ${execution.status}: ${execution.error ?? ''}`.slice(0, 300));
			// A list of templates is read once for all items.
		} else if (name !== 'templates' && came !== count) {
			wrong.push(`${name}: ${came} of ${count} items came out`);
		}
		for (const { message, description } of items.flatMap((one) => failureOf(one) ?? [])) {
			longestError = Math.max(longestError, message.length, description.length);
		}
		readings.push(await readGauge(gaugePort));
		if (service.requests === asked) {
			wrong.push(`${name}: nothing was asked`);
			break;
		}
	}
	const given = service.requests - before;
	return { answers: given, executions, wrong, reading: worstOf(readings), longestError };
}

/** Each of the largest answers, to each of ours and to n8n's own node. */
export async function largeAnswers(
	api: N8nApi,
	create: CreateCaller,
	service: HostileService,
	gaugePort: number,
): Promise<{ answer: string; ours: Reading; own: Reading }[]> {
	const usual = service.answers;
	const read = async (name: CallerName): Promise<Reading> => {
		const workflow = await create(name, people(1, 'Large'));
		await readGauge(gaugePort);
		await api.finished(await api.run(workflow, start.name));
		return readGauge(gaugePort);
	};
	const found = [];
	for (const [answer, given] of Object.entries(LARGE_ANSWERS)) {
		service.answers = () => given;
		const ours: Reading[] = [];
		for (const name of OURS) ours.push(await read(name));
		found.push({ answer, ours: worstOf(ours), own: await read('own') });
	}
	service.answers = usual;
	return found;
}
