import { setTimeout as sleep } from 'node:timers/promises';

import { until } from '../n8n/api';
import { post, useN8n } from './useN8n';

/** Group Messages in a real n8n. */

const SECONDS = 3;

const message = (text: string, ref: string) => ({
	room_id: 'a',
	ref_no: ref,
	text,
	inbox_date: '2026-11-20 10:00:00',
	sender_number: '628123456789',
});

describe('Group Messages in a real n8n', () => {
	const testbed = useN8n();

	it('No message is lost or taken twice if n8n is killed in the middle and the service repeats', async () => {
		const grouping = { events: ['whatsappOfficialInbox'], options: { groupSeconds: SECONDS } };
		const { workflow, url } = await testbed.published(testbed.trigger('', grouping), 'Grouped');
		const insisting = ['one', 'two', 'three'].map((text, at) =>
			until('a good answer', async () => {
				const here = testbed.n8n.url + new URL(url).pathname + new URL(url).search;
				return (await post(here, message(text, `in-${at}`)).catch(() => 0)) === 200;
			}),
		);
		await sleep(1000);
		await testbed.n8n.kill();
		await testbed.startN8n();
		await Promise.all(insisting);

		// n8n's list may leave out an execution that ends at this moment.
		await testbed.api.fresh(workflow, [], { mustBeOver: true });
		const ids = await testbed.api.idsOf(workflow);
		const all = await Promise.all(ids.map((id) => testbed.api.finished(id)));
		const texts = all.flatMap((one) => String(one.output('Trigger')[0]?.text).split('\n'));
		expect(texts.sort()).toEqual(['one', 'three', 'two']);
	});
});
