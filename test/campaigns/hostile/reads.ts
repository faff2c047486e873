import { RefusedByN8n, type N8nApi } from '../../n8n/api';
import { people, SEND } from '../frame/nodes';
import { failureOf } from '../frame/told';
import { LARGE_ANSWERS, type HostileService } from './answers';
import { readComputedMs } from './gauge';
import { OURS, type Call, type CallerName } from './workflows';

/** Answers that no service should give, to workflows that send and workflows that read. */

const PER_EXECUTION = 100;

export async function manyAnswers(
	api: N8nApi,
	call: Call,
	service: HostileService,
	{ answers, names }: { answers: number; names: readonly CallerName[] },
) {
	const wrong: string[] = [];
	const before = service.requests();
	let executions = 0;
	let longestError = 0;
	while (service.requests() - before < answers) {
		const name = names[executions++ % names.length] ?? 'text';
		const asked = service.requests();
		const count = Math.min(PER_EXECUTION, answers - (asked - before));
		const id = await call(name, people(count, `After ${asked}, message`));
		const execution = await api.finished(id).catch((error: unknown) => {
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
		if (service.requests() === asked) {
			wrong.push(`${name}: nothing was asked`);
			break;
		}
	}
	return { answers: service.requests() - before, executions, wrong, longestError };
}

/** Each of the largest answers, to each of ours and to n8n's own node: rows of a table. */
export async function largeAnswers(
	api: N8nApi,
	call: Call,
	service: HostileService,
	gaugePort: number,
): Promise<string[][]> {
	const longest = async (name: CallerName) => {
		await readComputedMs(gaugePort);
		await api.finished(await call(name, people(1, 'Large')));
		return readComputedMs(gaugePort);
	};
	const rows: string[][] = [];
	for (const [answer, given] of Object.entries(LARGE_ANSWERS)) {
		await service.whileAnswering(given, async () => {
			const ours: number[] = [];
			for (const name of OURS) ours.push(await longest(name));
			const all = [Math.max(...ours), await longest('own')];
			rows.push([answer, ...all.map((ms) => ms.toFixed(0))]);
		});
	}
	return rows;
}
