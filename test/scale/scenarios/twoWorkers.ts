import { loadavg } from 'node:os';

import { activeBroadcast, SEND, textsOf } from '../broadcast';
import { WORKERS } from '../cluster';
import { allOver, executionsOf } from '../executions';
import { doubledOf, lostOf } from '../../support/counted';
import { sentOf } from '../sent';
import { ITEMS } from '../size';
import type { Ground, Scenario } from './scenario';

const EXECUTIONS = 20;
const REPEATS = 3;

export const PACES = 'Two workers with one key, the rate divided by hand and not, in turn';

interface Reached {
	perSecond: number;
	refused: number;
	executions: number[];
}

/** Many executions at once, which two workers share. */
async function throughBothWorkers(
	{ cluster, checks }: Ground,
	path: string,
	requestsPerSecond: number,
): Promise<Reached> {
	const { api, service } = cluster;
	const { workflow, call } = await activeBroadcast(cluster, path, requestsPerSecond);
	const batches = Array.from({ length: EXECUTIONS }, (_, at) =>
		textsOf(`${path} ${at + 1}:`, ITEMS / EXECUTIONS),
	);
	await service.forget();

	await Promise.all(batches.map((texts) => call(texts)));
	const statuses = await allOver(cluster, workflow, EXECUTIONS);

	const sent = sentOf(await service.journal());
	const ids = await executionsOf(cluster, workflow);
	const outputs = (
		await Promise.all(ids.map(async (id) => (await api.execution(id)).output(SEND)))
	).flat();
	const failedItems = outputs.filter(({ error }) => error !== undefined).length;
	const refNos = new Set(outputs.map(({ ref_no }) => ref_no).filter((no) => no !== undefined));

	checks.same('every execution ended well', statuses, { success: EXECUTIONS });
	checks.same('no message was lost', lostOf(sent.times, batches.flat()), 0);
	checks.same('no message was sent twice', doubledOf(sent.times), 0);
	checks.same('the service accepted each message once', sent.accepted, ITEMS);
	checks.same('every item came out with a ref_no of its own', refNos.size, ITEMS);
	checks.same('no item failed', failedItems, 0);
	checks.same('nothing was refused for another reason than the rate', sent.other, 0);

	return {
		perSecond: sent.perSecond,
		refused: sent.limited,
		executions: WORKERS.map(
			(worker) => cluster.startedBy(worker).filter((id) => ids.includes(id)).length,
		),
	};
}

/** Two workers with one key, the rate divided by hand and not, in turn. */
export const paces: Scenario = async (ground) => {
	const figure = ground.report.part(PACES);
	const pairs: { divided: Reached; whole: Reached }[] = [];
	for (let repeat = 1; repeat <= REPEATS; repeat++) {
		pairs.push({
			divided: await throughBothWorkers(ground, `divided-${repeat}`, 50),
			whole: await throughBothWorkers(ground, `not-divided-${repeat}`, 100),
		});
	}
	const divided = pairs.map((pair) => pair.divided);
	const whole = pairs.map((pair) => pair.whole);
	const each = (values: readonly (string | number)[]) => values.join(', ');
	const percent = (refused: number) => `${((refused / ITEMS) * 100).toFixed(1)} %`;
	figure('messages, in executions', `${ITEMS}, in ${EXECUTIONS}`);
	figure('accepted a second, 50 a second for each', each(divided.map((one) => one.perSecond)));
	figure('accepted a second, each asks for all 100', each(whole.map((one) => one.perSecond)));
	figure(
		'each asks for all 100, as a part of 50 for each',
		each(pairs.map((pair) => (pair.whole.perSecond / pair.divided.perSecond).toFixed(2))),
	);
	figure('refused for the rate, 50 for each', each(divided.map((one) => percent(one.refused))));
	figure(
		'refused for the rate, each asks for all 100',
		each(whole.map((one) => percent(one.refused))),
	);
	figure('processes that waited for a core meanwhile', Math.round(loadavg()[0] ?? 0));
	figure(
		'executions of each worker, each asks for all 100',
		each(whole.map(({ executions }) => executions.join(' and '))),
	);
};
