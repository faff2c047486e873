import { SPLIT_OUT } from '../../n8n/workflows';
import { allOver, executionsOf } from '../frame/executions';
import { acceptedOf, sendsIn, tallyOf } from '../frame/journal';
import { medianOf, percent } from '../frame/measure';
import { calledBy, loginTo, people, post, SEND, sends } from '../frame/nodes';
import type { Part } from '../frame/report';
import { MORE_WORKERS, WORKERS, type Role } from '../frame/testbed';
import type { Session } from './session';

/** What a worker runs at a time, so that each takes up as many executions as the others. */
const EXECUTIONS_EACH = 10;
const ITEMS = 1200;
/** What the service accepts a second here: so little that four workers and the service fit on a small machine. */
const LIMIT = 40;
const REPEATS = 3;

/** Many executions at the same time, of which each worker runs as many as the others. */
async function throughWorkers(
	{ bed, service }: Session,
	part: Part,
	workers: readonly Role[],
	path: string,
) {
	const { api } = bed;
	const credential = await loginTo(api, service.url, { requestsPerSecond: LIMIT });
	const { workflow, url } = await calledBy(bed, path, sends(credential));
	const executions = EXECUTIONS_EACH * workers.length;
	const batches = Array.from({ length: executions }, (_, at) =>
		people(ITEMS / executions, `${path} ${at + 1}:`),
	);
	const texts = batches.flat().map(({ text }) => text);
	await service.control.call('DELETE', '/journal');
	await Promise.all(batches.map((batch) => post(url, { people: batch })));
	const statuses = await allOver(bed, [workflow], executions);

	const entries = await service.journal();
	const { perSecond, refusedShare, lost, twice, other } = tallyOf(entries, texts);
	const refNos = new Set<unknown>();
	const workerOfText = new Map<unknown, Role>();
	for (const id of await executionsOf(bed, workflow)) {
		const execution = await api.execution(id);
		for (const { ref_no } of execution.output(SEND)) if (ref_no !== undefined) refNos.add(ref_no);
		for (const worker of workers) {
			if (!(await bed.startedBy(worker)).includes(id)) continue;
			for (const { text } of execution.output(SPLIT_OUT)) workerOfText.set(text, worker);
		}
	}
	part.same('Every execution ended well', statuses, { success: executions });
	part.same('No message was lost', lost, 0);
	part.same('No message was sent twice', twice, 0);
	part.same('Every item came out with a ref_no of its own', refNos.size, ITEMS);
	part.same('Nothing was refused for another reason than the rate', other, 0);
	const order = acceptedOf(sendsIn(entries)).map(({ text }) => workerOfText.get(text));
	return { perSecond, refusedShare, least: leastShare(order, workers) };
}

/** What the worker had got that had got least when the first one was done, as a part of an equal share. */
function leastShare(order: readonly (Role | undefined)[], workers: readonly Role[]): number {
	const firstDone = Math.min(...workers.map((worker) => order.lastIndexOf(worker)));
	const got = workers.map(
		(worker) => order.slice(0, firstDone + 1).filter((one) => one === worker).length,
	);
	return (Math.min(...got) / (firstDone + 1)) * workers.length;
}

/** One, two and four workers with one key, each with the whole rate in its credential. */
export async function paces(session: Session): Promise<void> {
	const { bed, service, report } = session;
	const part = report.part(
		'Workers that share a key, in a real n8n',
		`${ITEMS} messages a run, of which the service accepts ${LIMIT} a second; medians of ${REPEATS} runs.`,
	);
	await service.reset({ requestsPerSecond: LIMIT });
	await bed.strike('SIGTERM', [WORKERS[1]]);
	const rows: string[][] = [];
	for (const more of [[], [WORKERS[1]], MORE_WORKERS]) {
		await bed.start(...more);
		const workers = bed.roles.filter((role) => role.startsWith('worker'));
		const runs = [];
		for (let repeat = 1; repeat <= REPEATS; repeat++) {
			runs.push(await throughWorkers(session, part, workers, `${workers.length}-${repeat}`));
		}
		rows.push([
			String(workers.length),
			medianOf(runs, (one) => one.perSecond).toFixed(1),
			percent(medianOf(runs, (one) => one.refusedShare)),
			percent(medianOf(runs, (one) => one.least)),
		]);
	}
	part.table(['Workers', 'Accepted a second', 'Refused', 'Least share'], rows);
	await bed.strike('SIGTERM', MORE_WORKERS);
	await service.reset();
}
