import { setTimeout as sleep } from 'node:timers/promises';

import { until } from '../../n8n/api';
import { activeBroadcast, SEND, textsOf, type Broadcast } from '../broadcast';
import { WORKERS, type Cluster, type Role } from '../cluster';
import { allOver, executionsOf } from '../executions';
import { FIGURE } from '../report';
import { pressRetry } from '../retry';
import { doubledOf, lostOf } from '../../support/counted';
import { sentOf } from '../sent';
import { ITEMS } from '../size';
import type { Ground, Scenario } from './scenario';

/** n8n killed in the middle of a broadcast: what it makes of it, and what Retry sends. */

/** Enough that it is far from done when the kill comes. */
const MESSAGES = Math.max(200, ITEMS / 4);

/** n8n waits a minute before it gives up a worker: here only seconds, so that the test is soon over. */
export const SOON_GIVEN_UP = {
	QUEUE_WORKER_LOCK_DURATION: '6000',
	QUEUE_WORKER_LOCK_RENEW_TIME: '2000',
	QUEUE_WORKER_STALLED_INTERVAL: '3000',
};

/** Looks for executions that nobody runs any more every six seconds, in the place of three hours. */
export const SOON_LOOKED_FOR = { N8N_EXECUTIONS_QUEUE_RECOVERY_INTERVAL: '0.1' };

const acceptedBy = async ({ service }: Cluster) => sentOf(await service.journal()).accepted;

/** Starts a broadcast, and waits until a part of it has been accepted. */
async function inTheMiddle(
	{ cluster }: Ground,
	{ workflow, call }: Broadcast,
	texts: readonly string[],
	url?: string,
): Promise<string> {
	await cluster.service.forget();
	await call(texts, url);
	await until(
		'a part to be accepted',
		async () => ((await acceptedBy(cluster)) >= texts.length * 0.4 ? true : undefined),
		180_000,
	);
	const [execution = ''] = await executionsOf(cluster, workflow);
	return execution;
}

/** What n8n does by itself, what a person sees, and what Retry sends. */
async function afterTheKill(
	{ cluster, checks }: Ground,
	figure: (what: string, figure: string | number) => void,
	{ workflow }: Broadcast,
	execution: string,
	texts: readonly string[],
	runsOn = true,
): Promise<void> {
	// What had left already when it was killed may arrive a moment later.
	await sleep(3000);
	const atKill = await acceptedBy(cluster);
	figure(FIGURE.messages, texts.length);
	figure('accepted when it was killed', atKill);
	const from = performance.now();
	await allOver(cluster, workflow, 1);
	const seconds = Math.round((performance.now() - from) / 1000);
	const seen = await cluster.api.execution(execution);
	figure('seconds until n8n called it over', seconds);
	figure('the execution then', `${seen.status}: ${seen.error ?? 'no error'}`);
	checks.same('n8n did not run it again by itself', await acceptedBy(cluster), atKill);

	const retried = await pressRetry(cluster, execution);
	const sent = sentOf(await cluster.service.journal());
	if ('refused' in retried) {
		figure('Retry', `refused by n8n: ${retried.refused}`);
	} else {
		const { error, output } = await cluster.api.execution(retried.id);
		figure('Retry', `${retried.status}: ${error ?? 'no error'}`);
		figure('items that came out of it', output(SEND).length);
	}
	figure(FIGURE.sentByRetry, sent.accepted - atKill);
	figure('sent twice', doubledOf(sent.times));
	figure(FIGURE.neverSent, lostOf(sent.times, texts));
	checks.same('Retry sent nothing: what had been sent is not known', sent.accepted - atKill, 0);
	// Where n8n has nothing to retry, the node does not even run.
	if (runsOn) {
		const { error } = await cluster.api.execution('id' in retried ? retried.id : execution);
		checks.same('Retry says why', error?.includes('was broken off'), true);
	}
}

async function restart(cluster: Cluster, roles: readonly Role[], env: Record<string, string>) {
	await Promise.all(roles.map((role) => cluster.stop(role)));
	await Promise.all(roles.map((role) => cluster.start(role, env)));
}

export const workerKilled: Scenario = async (ground) => {
	const { cluster, report } = ground;
	const figure = report.part('A worker killed in the middle of a broadcast');
	await restart(cluster, WORKERS, SOON_GIVEN_UP);
	const broadcast = await activeBroadcast(cluster, 'worker-killed', 100);
	const texts = textsOf('worker-killed', MESSAGES);
	const execution = await inTheMiddle(ground, broadcast, texts);
	const worker = WORKERS.find((one) => cluster.startedBy(one).includes(execution));
	if (worker === undefined) throw new Error('No worker runs the broadcast');
	await cluster.kill(worker);
	await afterTheKill(ground, figure, broadcast, execution, texts, false);
	await cluster.start(worker, SOON_GIVEN_UP);
};

export const allKilled: Scenario = async (ground) => {
	const { cluster, report } = ground;
	const figure = report.part('All processes of n8n killed, and started again');
	const broadcast = await activeBroadcast(cluster, 'all-killed', 100);
	const texts = textsOf('all-killed', MESSAGES);
	const execution = await inTheMiddle(ground, broadcast, texts);
	const roles = ['main', 'webhook', ...WORKERS] as const;
	await Promise.all(roles.map((role) => cluster.kill(role)));
	const env = { ...SOON_GIVEN_UP, ...SOON_LOOKED_FOR };
	await Promise.all(roles.map((role) => cluster.start(role, env)));
	await afterTheKill(ground, figure, broadcast, execution, texts);
};

export const aloneKilled: Scenario = async (ground) => {
	const { cluster, report } = ground;
	const figure = report.part('n8n as one process, killed and started again');
	await Promise.all((['webhook', ...WORKERS] as const).map((role) => cluster.stop(role)));
	const alone = { EXECUTIONS_MODE: 'regular' };
	await restart(cluster, ['main'], alone);
	const broadcast = await activeBroadcast(cluster, 'alone-killed', 100);
	const texts = textsOf('alone-killed', MESSAGES);
	const execution = await inTheMiddle(ground, broadcast, texts, cluster.mainUrl);
	await cluster.kill('main');
	await cluster.start('main', alone);
	await afterTheKill(ground, figure, broadcast, execution, texts);
};
