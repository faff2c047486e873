import { randomUUID } from 'node:crypto';

import { until, type Json, type Stored } from '../n8n/api';
import type { TestNode } from '../n8n/workflows';
import { asking, outcome } from './support/questions';
import { AYU, post, useN8n } from './useN8n';

describe('Question with buttons in the chat', () => {
	const testbed = useN8n({ simulator: { speed: 0 } });
	let trigger: Stored;
	let url: string;

	beforeAll(async () => {
		const events = ['whatsappBusiness'];
		({ workflow: trigger, url } = await testbed.published(testbed.trigger('', { events })));
	});

	let before = 0;
	const count = async () => (await testbed.api.executions(trigger)).length;
	const started = async () => (await count()) - before;

	beforeEach(async () => {
		before = await count();
		await testbed.control.reset();
		await testbed.control.write({ route: 'business', from: AYU, text: 'Hello?' });
	});

	/** Starts a question, and waits for its buttons on the phone. */
	const asked = async (parameters: Json = {}, behind: readonly TestNode[] = []) => {
		const ask = asking(testbed, {
			resource: 'whatsappBusiness',
			gatewayId: 'gateway-1',
			destination: AYU,
			answerBy: 'buttons',
			...parameters,
		});
		const { id } = await testbed.run([ask, ...behind]);
		return until('the buttons', async () => {
			const messages = await testbed.control.messages();
			const message = messages.findLast(({ buttons }) => buttons.length > 0);
			const [yes, no] = message?.buttons ?? [];
			if (message && yes && no) return { id, message, yes: yes.id, no: no.id };
			const { error } = await testbed.api.execution(id);
			if (error !== undefined) throw new Error(error);
			return undefined;
		});
	};

	const dataOf = async (id: string) => (await outcome(testbed, id)).data;

	it.each([
		['single', 'Approve', true],
		['double', 'Decline', false],
	])('The workflow goes on when the person taps on the phone: %s, %s', async (...row) => {
		const [approvalType, text, approved] = row;
		const { id, message } = await asked({ approvalOptions: { values: { approvalType } } });
		await testbed.waiting(id);
		await testbed.control.register({ business: url });

		const button = message.buttons.find(({ title }) => title === text);
		const tapped = await post(`${testbed.simulator.url}/phone/answer`, {
			number: AYU,
			chat: 'business:gateway-1',
			text,
			button: { message: message.ref_no, id: button?.id },
		});

		expect(tapped).toBe(204);
		expect(await dataOf(id)).toMatchObject({ approved });
		expect(await started()).toBe(0);
	});

	it('A tap counts a second after the message, though the service answers n8n after four', async () => {
		await testbed.control.addFault({ kind: 'slowFirstByte', ms: 4000, times: 1 });
		const { id, yes } = await asked();

		const status = await post(url, { from: AYU, id: yes });

		expect(status).toBe(200);
		expect(await dataOf(id)).toMatchObject({ approved: true });
	});

	const wait = (name: string, parameters: Json): TestNode => ({
		name,
		type: 'n8n-nodes-base.wait',
		typeVersion: 1.1,
		webhookId: randomUUID(),
		parameters,
	});
	const FORM = wait('Form', { resume: 'form', formTitle: 'Form', options: {} });
	const PAUSE = wait('Pause', { resume: 'timeInterval', amount: 8, unit: 'seconds' });

	it.each<[string, TestNode[]]>([
		['is over', []],
		['waits for a form', [FORM]],
		['runs on', [PAUSE]],
	])('A second answer starts nothing if the execution %s', async (state, behind) => {
		const { id, yes, no } = await asked({}, behind);
		await testbed.waiting(id);
		// The service allows 256 characters.
		expect(yes.length).toBe(166 + id.length);

		expect(await post(url, { from: AYU, id: no })).toBe(200);
		if (state === 'is over') await dataOf(id);
		if (state === 'waits for a form') {
			await until('the form', async () => (await testbed.api.execution(id)).runs('Form') > 0);
			await testbed.waiting(id);
		}
		const began = Date.now();
		expect(await post(url, { from: AYU, id: yes })).toBe(200);

		expect(Date.now() - began).toBeLessThan(5000);
		const waits = (await testbed.api.execution(id)).output('Ask')[0]?.data;
		const data = state === 'waits for a form' ? waits : await dataOf(id);
		expect(data).toMatchObject({ approved: false });
		expect(await started()).toBe(0);
	});
});
