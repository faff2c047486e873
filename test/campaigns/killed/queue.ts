import { z } from 'zod';

import { MOST_MARKS } from '../../../nodes/MessagingService/engine/n8n/nodeRow';
import type { N8nVersion } from '../../n8n/versions';
import { startCluster, WORKERS, type Role } from '../scale/cluster';
import type { Endings } from '../frame/endings';
import { SOON_GIVEN_UP, SOON_LOOKED_FOR } from '../scale/soon';
import { SHORT_GRACE, type Ground } from './ground';
import { LOOKS_OFTEN, timePassed } from './passTime';

const ALL: readonly Role[] = ['main', 'webhook', ...WORKERS];

const ENV = { ...SHORT_GRACE, ...LOOKS_OFTEN, ...SOON_GIVEN_UP, ...SOON_LOOKED_FOR };

const nodesOf = z.object({ nodes: z.array(z.object({ id: z.string(), name: z.string() })) });

/** As n8n stores marks: the digest of each, the oldest first. */
const rowFilled = (workflow: string, node: string) => `
	insert into processed_data ("workflowId", context, "createdAt", "updatedAt", value)
	select '${workflow}', 'n:${node}', now(), now(), json_build_object('mode', 'entries', 'data',
		json_agg(encode(decode(md5(n::text), 'hex'), 'base64') order by n))::text
	from generate_series(1, ${MOST_MARKS}) n`;

/** n8n in queue mode: a main process, a webhook process and two workers, with Redis and PostgreSQL. */
export async function queue(version: N8nVersion, endings: Endings): Promise<Ground> {
	const cluster = await startCluster(endings, { version, env: ENV });
	let down: readonly Role[] = [];
	return {
		version,
		isQueue: true,
		api: cluster.api,
		webhookUrl: cluster.webhookUrl,
		passTime: async (execution) => {
			await cluster.database.rows(timePassed(execution));
		},
		fillRow: async ({ id, ...workflow }, name) => {
			const node = nodesOf.parse(workflow).nodes.find((one) => one.name === name);
			await cluster.database.rows(rowFilled(id, node?.id ?? ''));
		},
		strike: async ({ signal, struck }, execution) => {
			const sending = WORKERS.filter((one) => cluster.startedBy(one).includes(execution));
			if (struck === 'worker' && sending.length === 0) {
				throw new Error(`No worker runs execution ${execution}`);
			}
			down = struck === 'worker' ? sending : ALL;
			await Promise.all(
				down.map((role) => (signal === 'SIGKILL' ? cluster.kill(role) : cluster.stop(role))),
			);
		},
		restore: async () => {
			await Promise.all(down.map((role) => cluster.start(role)));
			down = [];
		},
	};
}
