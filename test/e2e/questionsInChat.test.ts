import { randomUUID } from 'node:crypto';

import { z } from 'zod';

import { until, type Json, type Stored } from '../n8n/api';
import type { TestNode } from '../n8n/workflows';
import { postAnswer } from '../n8n/questions';
import { asking, outcome } from './support/questions';
import { AYU, post, useN8n } from './useN8n';

const BUDI = '628123456700';

const withButtons = z.object({
	messages: z.array(
		z.object({
			ref_no: z.string(),
			buttons: z.array(z.object({ id: z.string(), title: z.string() })),
		}),
	),
});

/** The IDs of both buttons of one question. */
interface Ids {
	yes: string;
	no: string;
}

const meta = (from: string, message: Json): Json => ({
	object: 'whatsapp_business_account',
	entry: [
		{
			changes: [
				{
					field: 'messages',
					value: {
						metadata: { display_phone_number: '628110000000' },
						messages: [{ from, id: 'wamid.1', ...message }],
					},
				},
			],
		},
	],
});

const reply = (id: string): Json => ({
	context: { from: '628110000000', id: 'wamid.0' },
	type: 'interactive',
	interactive: { type: 'button_reply', button_reply: { id, title: 'Yes' } },
});

/** Callbacks that answer nothing, though most hold the right ID. */
const NO_TAPS: ((ids: Ids, execution: string) => Json)[] = [
	(_, execution) => ({ from: AYU, text: `answer:${execution}/x?approved=true&y` }),
	({ yes }) => meta(BUDI, reply(yes)),
	({ yes }) => ({ from: AYU, text: 'No', quotedMsg: JSON.stringify({ id: yes }) }),
	({ no }) => ({ from: AYU, id: no.replace('approved=false', 'approved=true') }),
];

describe('Question with buttons in the chat', () => {
	const testbed = useN8n({ simulator: { speed: 0 } });
	let trigger: Stored;
	let url: string;

	beforeAll(async () => {
		const events = ['whatsappBusiness'];
		({ workflow: trigger, url } = await testbed.published(testbed.trigger('', { events })));
	});

	let before = 0;
	const started = async () => (await testbed.api.executions(trigger)).length - before;

	beforeEach(async () => {
		before = 0;
		before = await started();
		await testbed.control.reset();
		await testbed.control.write({ route: 'business', from: AYU, text: 'Hello?' });
	});

	const untilStarted = (count: number) =>
		until('the workflow to start', async () => (await started()) === count);

	/** Starts a question, and waits for its buttons on the phone. */
	const asked = async (parameters: Json = {}, behind: readonly TestNode[] = []) => {
		const ask = asking(testbed, {
			...{ resource: 'whatsappBusiness', gatewayId: 'gateway-1', recipient: AYU },
			...{ answerBy: 'buttons', ...parameters },
		});
		const { id } = await testbed.run([ask, ...behind]);
		return until('the buttons', async () => {
			const { messages } = withButtons.parse(await testbed.control.call('GET', '/messages'));
			const message = messages.findLast(({ buttons }) => buttons.length > 0);
			const [yes, no] = message?.buttons ?? [];
			if (message && yes && no) return { id, message, yes: yes.id, no: no.id };
			const { error } = await testbed.api.execution(id);
			if (error !== undefined) throw new Error(error);
			return undefined;
		});
	};

	const waiting = async (parameters?: Json) => {
		const question = await asked(parameters);
		await testbed.waiting(question.id);
		return question;
	};

	const isWaiting = async (id: string) => (await testbed.api.execution(id)).status === 'waiting';

	const dataOf = async (id: string) => (await outcome(testbed, id)).data;

	const linkOf = (id: string) => `${testbed.n8n.url}/webhook-waiting/${id.slice('answer:'.length)}`;

	it.each([
		['single', 'Approve', true],
		['double', 'Decline', false],
	])('The workflow goes on when the person taps on the phone: %s, %s', async (...row) => {
		const [approvalType, text, approved] = row;
		const { id, message } = await waiting({ approvalOptions: { values: { approvalType } } });
		await testbed.control.register({ business: url });

		const button = message.buttons.find(({ title }) => title === text);
		const tapped = await post(`${testbed.simulator.url}/phone/answer`, {
			...{ number: AYU, chat: 'business:gateway-1', text },
			button: { message: message.ref_no, id: button?.id },
		});

		expect(tapped).toBe(204);
		expect(await dataOf(id)).toMatchObject({ approved, answered_by: AYU });
		expect(await started()).toBe(0);
	});

	it('Nothing else is a tap, and each starts the workflow', async () => {
		const { id, yes, no } = await waiting();

		for (const payload of NO_TAPS) expect(await post(url, payload({ yes, no }, id))).toBe(200);

		await untilStarted(NO_TAPS.length);
		expect(await isWaiting(id)).toBe(true);
		await post(url, { from: AYU, id: yes });
		expect(await dataOf(id)).toMatchObject({ approved: true, answered_by: AYU });
	});

	it('A tap counts a second after the message, though the service answers n8n after four', async () => {
		await testbed.control.addFault({ kind: 'slowFirstByte', ms: 4000, times: 1 });
		const { id, yes } = await asked();

		const status = await post(url, { from: AYU, id: yes });

		expect(status).toBe(200);
		expect(await dataOf(id)).toMatchObject({ approved: true });
	});

	it.each(['is over', 'waits for a form'])(
		'A tap starts the workflow if the execution %s',
		async (state) => {
			const form: TestNode = {
				name: 'Form',
				type: 'n8n-nodes-base.wait',
				typeVersion: 1.1,
				webhookId: randomUUID(),
				parameters: { resume: 'form', formTitle: 'Form', options: {} },
			};
			const { id, yes, no } = await asked({}, state === 'is over' ? [] : [form]);
			await testbed.waiting(id);
			await postAnswer(linkOf(no), {});
			if (state === 'is over') {
				await dataOf(id);
			} else {
				await until('the form', async () => (await testbed.api.execution(id)).runs('Form') > 0);
				await testbed.waiting(id);
			}

			expect(await post(url, { id: yes })).toBe(200);

			await untilStarted(1);
		},
	);

	it('A question in the chat is answered there only, and by what its link says', async () => {
		const { id, yes } = await waiting();

		const page = await fetch(linkOf(yes));
		const html = await page.text();
		const refused = await postAnswer(linkOf(yes), { approved: 'false' });
		const foreign = await postAnswer(linkOf(yes), { from: BUDI });

		expect(page.headers.get('content-security-policy')).toContain('sandbox ');
		expect(html).toContain('Answer in the chat');
		expect(html).not.toMatch(/<(form|button)/);
		expect([refused.status, foreign.status]).toEqual([409, 403]);
		expect(await isWaiting(id)).toBe(true);
		expect((await postAnswer(linkOf(yes), { approved: 'true', from: AYU })).status).toBe(200);
		// Only the trigger can sign who answered.
		expect(await dataOf(id)).toEqual({
			...{ approved: true, respondedAt: expect.any(String) as string },
		});
	});
});
