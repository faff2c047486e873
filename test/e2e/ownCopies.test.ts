import { until, type Json } from '../n8n/api';
import { AYU, post, useN8n } from './useN8n';

/** A workflow that answers each message, while its gateway calls the trigger with copies of the answers. */

const US = '628000000077';
const COPY = { id: 'c', text: 'Answer', timestamp: 1_767_225_600 };

/** Ten forms of one answer. The last two only name our number, or the customer's. */
const COPIES: Json[] = [
	{ message: { ...COPY, to: AYU, x: { direction: 'outbound' } }, conversation: { number: AYU } },
	{ ...COPY, phone: AYU, is_outbound: true },
	{ ...COPY, phone: AYU, outgoing: 'true' },
	{ ...COPY, phone: AYU, owner: true },
	{ data_event: 'receive_message_from_agent', message: COPY, contact: { phone: AYU } },
	{ message: { ...COPY, author: { type: 'business' } }, contact: { phone: AYU } },
	{ ...COPY, phone: AYU, sender_type: 'user' },
	{ data: { key: { remoteJid: `${AYU}@s.whatsapp.net`, fromMe: true }, message: COPY } },
	{ ...COPY, device: US, from: US, to: AYU },
	{ ...COPY, from: US, to: AYU, contact: { phone: AYU } },
];

describe('Copies of own messages', () => {
	const testbed = useN8n({ simulator: { speed: 0 } });

	it('A workflow that answers each message does not answer itself', async () => {
		await testbed.control.write({ route: 'business', from: AYU, text: 'Hello?' });
		await testbed.control.write({ route: 'business', from: US, text: 'Hello?' });
		const trigger = testbed.trigger('', { events: ['whatsappBusiness'] });
		const answer = testbed.node('Answer', {
			resource: 'whatsappBusiness',
			operation: 'reply',
			gatewayId: 'gateway-1',
			destination: '={{ $json.from }}',
			messageType: 'text',
			message: 'Answer',
		});
		const { workflow, url } = await testbed.publishedWith([trigger, answer]);
		const answers = async () =>
			(await testbed.control.messages()).filter(({ text }) => text === 'Answer').length;
		const written = { id: 'm', from: AYU, to: US, text: 'Hi' };

		expect(await post(url, written)).toBe(200);
		await until('the answer', async () => (await answers()) === 1);
		for (const copy of COPIES) expect(await post(url, copy)).toBe(200);
		// The customer can still write, here by a gateway that sends a multipart form.
		const body = new FormData();
		for (const [key, value] of Object.entries({ ...written, id: 'm2' })) body.append(key, value);
		expect((await fetch(url, { method: 'POST', body })).status).toBe(200);
		await until('the second answer', async () => (await answers()) === 2);
		await testbed.untilQuiet();

		expect(await answers()).toBe(2);
		expect(await testbed.api.executions(workflow)).toHaveLength(2);
		expect(await testbed.sentTo(US)).toEqual([]);
	});
});
