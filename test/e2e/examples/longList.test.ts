import { z } from 'zod';

import { until } from '../../n8n/api';
import { longListOf } from '../../n8n/editedExample';
import { useN8n } from '../useN8n';
import { useExamples } from './useExamples';

/** Fewer than a channel takes in a minute, so that nothing waits for the clock. */
const NUMBERS = Array.from({ length: 50 }, (_, at) => `62812345${7100 + at}`);
const A_TIME = 10;
const KILL_AFTER = [5, 25];
const LIST = 'broadcast-to-a-long-list';

const counted = z.object({ left: z.number(), sent: z.number(), unclear: z.number() });

const spedUp = longListOf({
	...{ numbers: NUMBERS, seconds: 5, maxPerMinute: A_TIME, takeAgainAfterMinutes: 0.05 },
});

describe('Broadcast to a long list', () => {
	const testbed = useN8n();
	const { workflow, run } = useExamples(testbed, {
		names: [LIST, 'long-list-progress'],
		edited: { [LIST]: () => spedUp },
		unpublished: true,
	});

	it('Everyone is reached once or named as uncertain, though n8n is killed on the way', async () => {
		const sentTo = async () =>
			(await testbed.control.messages()).map(({ to }) => to).filter((to) => NUMBERS.includes(to));
		// As its note says: the workflow is executed once before it is published. Otherwise both would create the tables.
		expect((await run(LIST)).status).toBe('success');
		await testbed.api.activate(workflow(LIST));

		for (const accepted of KILL_AFTER) {
			await until('some to be sent', async () => (await sentTo()).length >= accepted);
			await testbed.n8n.kill();
			await testbed.startN8n();
		}
		const count = await until('nobody to be left', async () => {
			const id = await testbed.api.run(workflow('long-list-progress'), 'Start by hand', 'Count');
			const now = counted.parse((await testbed.api.finished(id)).output('Count')[0]);
			return now.left === 0 ? now : undefined;
		});

		const sent = await sentTo();
		expect(sent.sort()).toEqual([...new Set(sent)].sort());
		expect(count.sent + count.unclear).toBe(NUMBERS.length);
		expect(sent.length).toBeGreaterThanOrEqual(count.sent);
		expect(count.unclear).toBeLessThanOrEqual(KILL_AFTER.length * A_TIME);
	});
});
