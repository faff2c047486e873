import { activeBroadcast, SEND, textsOf } from '../broadcast';
import { WORKERS } from '../cluster';
import { allOver, executionsOf } from '../executions';
import { FIGURE } from '../report';
import { doubledOf, lostOf } from '../../support/counted';
import { sentOf } from '../sent';
import { ITEMS } from '../size';
import type { Scenario } from './scenario';

const EXECUTIONS = 20;

/** Many executions at once, which two workers share. */
const throughBothWorkers =
	(title: string, path: string, requestsPerSecond: number): Scenario =>
	async ({ cluster, checks, report }) => {
		const figure = report.part(title);
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

		figure('messages, in executions', `${ITEMS}, in ${EXECUTIONS}`);
		figure(FIGURE.perSecond, sent.perSecond);
		figure('refused for the rate on the way', sent.limited);
		for (const worker of WORKERS) {
			const share = cluster.startedBy(worker).filter((id) => ids.includes(id)).length;
			figure(`executions of ${worker}`, share);
		}
	};

export const dividedRate = throughBothWorkers(
	'Two workers, the rate divided: 50 a second for each',
	'divided',
	50,
);

export const wholeRate = throughBothWorkers(
	'Two workers, the rate not divided: each asks for all 100 a second',
	'not-divided',
	100,
);
