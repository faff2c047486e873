import { setTimeout as sleep } from 'node:timers/promises';

import { until, type Stored } from '../n8n/api';
import { post, useN8n } from './useN8n';

/** Group Messages in a real n8n. */

const SECONDS = 3;

let number = 0;

const message = (text: string, room = 'a') => ({
	room_id: room,
	ref_no: `in-${++number}`,
	text,
	inbox_date: '2026-11-20 10:00:00',
	sender_number: '628123456789',
});

describe('Group Messages in a real n8n', () => {
	const testbed = useN8n();
	let workflow: Stored;
	let url: string;
	let known: readonly string[] = [];

	beforeAll(async () => {
		const trigger = testbed.trigger('', {
			events: ['whatsappOfficialInbox'],
			options: { groupSeconds: SECONDS },
		});
		({ workflow, url } = await testbed.published(trigger, 'Grouped'));
	});

	beforeEach(async () => {
		known = await testbed.api.idsOf(workflow);
	});

	/** What the executions of a test began with, the oldest first. */
	async function begun() {
		// n8n's list may leave out an execution that ends at this moment.
		await testbed.api.fresh(workflow, known, { mustBeOver: true });
		const fresh = (await testbed.api.idsOf(workflow)).filter((id) => !known.includes(id));
		const all = await Promise.all(fresh.reverse().map((id) => testbed.api.finished(id)));
		return all.map((execution) => execution.output('Trigger')[0]);
	}

	const texts = async () => (await begun()).map((one) => String(one?.text));

	it('No message is lost or taken twice if n8n is killed in the middle and the service repeats', async () => {
		const insisting = ['one', 'two', 'three'].map((text) => {
			const body = message(text, 'k');
			return until('a good answer', async () => {
				const here = testbed.n8n.url + new URL(url).pathname + new URL(url).search;
				return (await post(here, body).catch(() => 0)) === 200;
			});
		});
		await sleep(1000);
		await testbed.n8n.kill();
		await testbed.startN8n();
		await Promise.all(insisting);

		const all = (await texts()).flatMap((text) => text.split('\n'));
		expect(all.sort()).toEqual(['one', 'three', 'two']);
	});
});
