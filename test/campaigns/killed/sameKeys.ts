import { z } from 'zod';

import { MOST_MARKS } from '../../../nodes/MessagingService/engine/n8n/nodeRow';
import { until } from '../../n8n/api';
import type { Simulator } from '../../simulator';
import { doubledOf } from '../frame/journal';
import { people, post, SEND } from '../frame/nodes';
import type { Report } from '../frame/report';
import type { Testbed } from '../frame/testbed';
import { USUAL_SEED } from './plan';
import { seenOf } from './run';
import { createWorkflows } from './workflow';

/** Two workers send with keys through one node whose row in PostgreSQL is full, and then with the same keys again. */

const KEYS = 300;
const TIMES = 3;

const SENDING = {
	id: 'n8n2-queue/same-keys-again',
	seed: USUAL_SEED,
	before: 'nothing',
	items: KEYS,
	hasKeys: true,
	onError: 'continueRegularOutput',
	saveProgress: false,
	requestsPerSecond: 100,
} as const;

const nodesOf = z.object({ nodes: z.array(z.object({ id: z.string(), name: z.string() })) });

/** A full row, as n8n stores marks: the digest of each, the oldest first. */
const filled = (workflow: string, node: string) => `
	insert into processed_data ("workflowId", context, "createdAt", "updatedAt", value)
	select '${workflow}', 'n:${node}', now(), now(), json_build_object('mode', 'entries', 'data',
		json_agg(encode(decode(md5(n::text), 'hex'), 'base64') order by n))::text
	from generate_series(1, ${MOST_MARKS}) n`;

export async function sameKeysAgain(
	bed: Testbed,
	simulator: Simulator,
	report: Report,
): Promise<void> {
	const part = report.part('The same keys again, a full row, two workers');
	simulator.service.reset();
	const { outer, url } = await createWorkflows(bed, SENDING, simulator.url);
	const node = nodesOf.parse(outer).nodes.find(({ name }) => name === SEND);
	await bed.database.rows(filled(outer.id, node?.id ?? ''));
	const all = people(KEYS, SENDING.id);
	for (let time = 1; time <= TIMES; time++) {
		const known = await bed.api.idsOf(outer);
		const half = (hand: number) => all.filter((_, at) => Math.floor(at / time) % 2 === hand);
		// Each of the two calls has other keys than the time before.
		const calls = [half(0), half(1)].map((some) =>
			until('the webhook to answer', async () => (await post(url, { people: some })).ok),
		);
		await Promise.all(calls);
		await bed.api.fresh(outer, known, { count: 2, mustBeOver: true });
	}
	const { times } = seenOf(simulator, SENDING);
	part.same('Every message is sent', times.size, KEYS);
	part.same('No message is sent twice', doubledOf(times), 0);
}
