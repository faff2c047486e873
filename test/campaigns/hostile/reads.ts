import { RefusedByN8n, type N8nApi, type Stored } from '../../n8n/api';
import { LARGE_ANSWERS, type HostileService } from './answers';
import { readGauge, worseOf, type Reading } from './gauge';
import { CALLERS, SENDS, type CallerName } from './workflows';
import { start } from '../../n8n/workflows';

/** Answers that no service should give, to workflows that send and workflows that read. */

export interface Answers {
	answers: number;
	executions: number;
	/** Executions that did not end as a success, or in which an item got lost. */
	wrong: string[];
	kinds: Record<string, number>;
	reading: Reading;
	/** The longest text of an error. */
	longestError: number;
}

type CreateWorkflow = (
	name: CallerName,
	items: readonly Record<string, unknown>[],
) => Promise<Stored>;

const itemsFor = (count: number, from: number) =>
	Array.from({ length: count }, (_, at) => ({
		to: `62812${String(from + at).padStart(8, '0')}`,
		text: `message ${from + at}`,
	}));

const OURS = CALLERS.filter((name) => name !== 'own');
const PER_EXECUTION = 100;

export async function manyAnswers(
	api: N8nApi,
	create: CreateWorkflow,
	service: HostileService,
	{ answers, gaugePort, own = false }: { answers: number; gaugePort: number; own?: boolean },
	progress: (answered: number) => void,
): Promise<Answers> {
	const names = own ? (['own'] as const) : OURS;
	const wrong: string[] = [];
	const before = service.requests;
	service.kinds.clear();
	let reading = await readGauge(gaugePort);
	let executions = 0;
	let longestError = 0;
	while (service.requests - before < answers) {
		const name = names[executions % names.length] ?? 'text';
		const left = answers - (service.requests - before);
		const count = Math.min(PER_EXECUTION, left);
		// A list of templates is read once for all items.
		const asked = service.requests;
		const workflow = await create(name, itemsFor(count, asked));
		const id = await api.run(workflow, start.name);
		executions++;
		const execution = await api.finished(id).catch((error: unknown) => {
			if (error instanceof RefusedByN8n) return undefined;
			throw error;
		});
		progress(service.requests - before);
		// So far, only n8n’s own node has stored a response that n8n could not read again.
		if (execution === undefined) {
			wrong.push(`${name}: n8n cannot read what it has stored of the execution`);
			continue;
		}
		const items = execution.itemsOf(SENDS);
		const came = new Set(items.map(({ item }) => item)).size;
		if (execution.status !== 'success') {
			wrong.push(`${name}: ended as ${execution.status}: ${execution.error ?? ''}`.slice(0, 300));
		} else if (name !== 'templates' && came !== count) {
			wrong.push(`${name}: ${came} of ${count} items came out`);
		}
		for (const { json } of items) {
			for (const text of [json.error, json.error_advice]) {
				if (typeof text === 'string' && 'error' in json) {
					longestError = Math.max(longestError, text.length);
				}
			}
		}
		reading = worseOf(reading, await readGauge(gaugePort));
		if (service.requests === asked) {
			wrong.push(`${name}: nothing was asked`);
			break;
		}
	}
	return {
		answers: service.requests - before,
		executions,
		wrong,
		kinds: Object.fromEntries(service.kinds),
		reading,
		longestError,
	};
}

export interface LargeAnswer {
	answer: string;
	/** What n8n's thread computed without a break, in the worst of ours and in HTTP Request. */
	ours: Reading;
	own: Reading;
}

/** Each of the largest answers by itself, to each of ours and to n8n's own node. */
export async function largeAnswers(
	api: N8nApi,
	create: CreateWorkflow,
	service: HostileService,
	gaugePort: number,
): Promise<LargeAnswer[]> {
	const usual = service.answers;
	const workflows = new Map<CallerName, Stored>();
	for (const name of CALLERS) workflows.set(name, await create(name, itemsFor(1, 0)));
	const read = async (name: CallerName): Promise<Reading> => {
		const workflow = workflows.get(name);
		if (workflow === undefined) throw new Error(`No workflow for ${name}`);
		await readGauge(gaugePort);
		await api.finished(await api.run(workflow, start.name));
		return readGauge(gaugePort);
	};
	const found: LargeAnswer[] = [];
	for (const [answer, given] of Object.entries(LARGE_ANSWERS)) {
		service.answers = () => given;
		let ours: Reading = { stallMs: 0, computedMs: 0, rssMB: 0 };
		for (const name of OURS) ours = worseOf(ours, await read(name));
		found.push({ answer, ours, own: await read('own') });
	}
	service.answers = usual;
	return found;
}
