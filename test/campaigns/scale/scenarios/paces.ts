import type { Part } from '../../frame/report';
import { z } from 'zod';

import { SPLIT_OUT } from '../../../n8n/workflows';
import { doubledOf, lostOf } from '../../../support/counted';
import { activeBroadcast, SEND, textsOf } from '../broadcast';
import { MORE_WORKERS, WORKERS, type Role } from '../cluster';
import { allOver, executionsOf } from '../executions';
import { sentOf } from '../sent';
import type { Ground, Scenario } from './scenario';

/** What a worker runs at a time, so that each takes up as many executions as the others. */
const EXECUTIONS_EACH = 10;
const ITEMS = 1200;
/** The service accepts so many a second here: few enough that four workers and the service fit on a small machine. */
const LIMIT = 40;
const REPEATS = 3;

interface Reached {
	perSecond: number;
	refusedShare: number;
	/** Of the worker that had got least when the first one was done, as a part of an equal share. */
	least: number;
}

const splitText = z.object({ message: z.string() });

/** Many executions at once, of which each worker runs as many as the others. */
async function throughWorkers(
	{ cluster, part }: Pick<Ground, 'cluster'> & { part: Part },
	workers: readonly Role[],
	path: string,
	requestsPerSecond: number,
): Promise<Reached> {
	const { api, service } = cluster;
	const { workflow, call } = await activeBroadcast(cluster, path, requestsPerSecond);
	const executions = EXECUTIONS_EACH * workers.length;
	const batches = Array.from({ length: executions }, (_, at) =>
		textsOf(`${path} ${at + 1}:`, ITEMS / executions),
	);
	await service.forget();

	await Promise.all(batches.map((texts) => call(texts)));
	const statuses = await allOver(cluster, workflow, executions);

	const sent = sentOf(await service.journal());
	const ids = await executionsOf(cluster, workflow);
	const workerOf = (id: string) =>
		workers.findIndex((worker) => cluster.startedBy(worker).includes(id));
	const told = await Promise.all(
		ids.map(async (id) => ({ worker: workerOf(id), execution: await api.execution(id) })),
	);
	const outputs = told.flatMap(({ execution }) => execution.output(SEND));
	const refNos = new Set(outputs.map(({ ref_no }) => ref_no).filter((no) => no !== undefined));
	const workerOfText = new Map(
		told.flatMap(({ worker, execution }) =>
			execution.output(SPLIT_OUT).map((one) => [splitText.parse(one).message, worker] as const),
		),
	);

	part.same('Every execution ended well', statuses, { success: executions });
	part.same('No message was lost', lostOf(sent.times, batches.flat()), 0);
	part.same('No message was sent twice', doubledOf(sent.times), 0);
	part.same('Every item came out with a ref_no of its own', refNos.size, ITEMS);
	part.same('Nothing was refused for another reason than the rate', sent.other, 0);

	return {
		perSecond: sent.perSecond,
		refusedShare: sent.limited / ITEMS,
		least: leastShare(
			sent.texts.map((text) => workerOfText.get(text) ?? -1),
			workers.length,
		),
	};
}

/** @param order the worker of each message, as they were accepted */
function leastShare(order: readonly number[], workers: number): number {
	const left = Array.from(
		{ length: workers },
		(_, worker) => order.filter((one) => one === worker).length,
	);
	const got = left.map(() => 0);
	for (const worker of order) {
		got[worker] = (got[worker] ?? 0) + 1;
		if (got[worker] === left[worker]) break;
	}
	const sum = got.reduce((one, other) => one + other, 0);
	return sum === 0 ? 0 : (Math.min(...got) / sum) * workers;
}

/** One, two and four workers with one key, the rate divided by hand and not, in turn. */
export const paces: Scenario = async ({ cluster, report }) => {
	const part = report.part('Workers that share a key, in a real n8n');
	await cluster.service.reset({ requestsPerSecond: LIMIT });
	await cluster.stop(WORKERS[1]);
	const each = (values: readonly number[], digits: number) =>
		values.map((value) => value.toFixed(digits)).join(', ');
	part.figure('messages of each run, the service accepts a second', `${ITEMS}, ${LIMIT}`);
	for (const more of [[], [WORKERS[1]], MORE_WORKERS]) {
		await Promise.all(more.map((role) => cluster.start(role)));
		const workers = [...WORKERS, ...MORE_WORKERS].filter((role) => cluster.isRunning(role));
		const name = `${workers.length} ${workers.length === 1 ? 'worker' : 'workers'}`;
		const [divided, whole]: [Reached[], Reached[]] = [[], []];
		for (let repeat = 1; repeat <= REPEATS; repeat++) {
			const run = (how: string, limit: number) =>
				throughWorkers({ cluster, part }, workers, `${how}-${workers.length}-${repeat}`, limit);
			divided.push(await run('divided', LIMIT / workers.length));
			whole.push(await run('whole', LIMIT));
		}
		const percent = (runs: readonly Reached[]) =>
			`${each(
				runs.map(({ refusedShare }) => refusedShare * 100),
				1,
			)} %`;
		part.figure(
			`${name}, divided by hand: accepted a second; refused`,
			`${each(
				divided.map(({ perSecond }) => perSecond),
				1,
			)}; ${percent(divided)}`,
		);
		part.figure(
			`${name}, each asks for all: as a part of divided; refused; least share`,
			`${each(
				whole.map(({ perSecond }, at) => perSecond / (divided[at]?.perSecond ?? 0)),
				2,
			)}; ${percent(whole)}; ${each(
				whole.map(({ least }) => least * 100),
				0,
			)} %`,
		);
	}
	await Promise.all(MORE_WORKERS.map((role) => cluster.stop(role)));
	await cluster.service.reset();
};
