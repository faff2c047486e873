import { MOST_MARKS } from '../../../nodes/MessagingService/engine/n8n/nodeRow';
import { until } from '../../n8n/api';
import type { Simulator } from '../../simulator';
import { tallyOf } from '../frame/journal';
import { calledBy, KEYED_TEXT, loginTo, people, post, sends } from '../frame/nodes';
import type { Report } from '../frame/report';
import type { Testbed } from '../frame/testbed';

/** Two workers send with keys through one node whose row in PostgreSQL is full, and then with the same keys again. */

const KEYS = 300;
const TIMES = 3;

const NODE = 'sender';

/** A full row, as n8n stores marks: the digest of each, the oldest first. */
const filled = (workflow: string) => `
	insert into processed_data ("workflowId", context, "createdAt", "updatedAt", value)
	select '${workflow}', 'n:${NODE}', now(), now(), json_build_object('mode', 'entries', 'data',
		json_agg(encode(decode(md5(n::text), 'hex'), 'base64') order by n))::text
	from generate_series(1, ${MOST_MARKS}) n`;

export async function sameKeysAgain(
	bed: Testbed,
	simulator: Simulator,
	report: Report,
): Promise<void> {
	const part = report.part('The same keys again, a full row, two workers');
	simulator.service.reset();
	const send = sends(await loginTo(bed.api, simulator.url), KEYED_TEXT, { id: NODE });
	const { workflow, url } = await calledBy(bed, 'same-keys-again', send);
	await bed.database.rows(filled(workflow.id));
	const all = people(KEYS, 'The same keys');
	for (let time = 1; time <= TIMES; time++) {
		const known = await bed.api.idsOf(workflow);
		const half = (hand: number) => all.filter((_, at) => Math.floor(at / time) % 2 === hand);
		// Each of the two calls has other keys than the time before.
		const calls = [half(0), half(1)].map((some) =>
			until('the webhook to answer', async () => (await post(url, { people: some })).ok),
		);
		await Promise.all(calls);
		await bed.api.fresh(workflow, known, { count: 2, mustBeOver: true });
	}
	const texts = all.map(({ text }) => text);
	const { lost, twice } = tallyOf(simulator.service.journal.list().entries, texts);
	part.same('No message is lost', lost, 0);
	part.same('No message is sent twice', twice, 0);
}
