import { passTime, sqlite } from '../campaigns/frame/database';
import { LOOKS_OFTEN } from '../campaigns/frame/preload';
import type { Json } from '../n8n/api';
import { chain, items, loop, looped, start, type TestNode } from '../n8n/workflows';
import { approve, postAnswer, type Filled } from '../n8n/questions';
import { asked, asking, linkTo, outcome } from './support/questions';
import { AYU, useN8n } from './useN8n';

const freeText = { responseType: 'freeText' };

const choices = (...options: string[]) => ({
	fieldOptions: { values: options.map((option) => ({ option })) },
});

/** Fields whose values n8n could change on their way: a number, several values, quotes, and lines. */
const form = {
	responseType: 'customForm',
	formFields: {
		values: [
			{ fieldLabel: 'Boxes', fieldType: 'number', requiredField: true },
			{ fieldLabel: 'Extras', fieldType: 'checkbox', ...choices('Ribbon', 'Card') },
			{ fieldLabel: 'Size', fieldType: 'dropdown', ...choices('S', 'M "wide"') },
			{ fieldLabel: 'Note', fieldType: 'textarea' },
		],
	},
};
const filledForm = {
	'field-0': '3,5',
	'field-1': ['Card', 'Ribbon'],
	'field-2': 'M "wide"',
	'field-3': ' One <3\r\nTwo',
};
const formData = { Boxes: 3.5, Extras: ['Ribbon', 'Card'], Size: 'M "wide"', Note: 'One <3\nTwo' };

type Route = 'whatsappUnofficial' | 'whatsappOfficial' | 'whatsappBusiness';

/** What a recipient does on the page of a question, and the output. */
const ANSWERS: [what: string, route: Route, question: Json, filled: Filled, data: Json][] = [
	[
		'declines with a reason',
		'whatsappOfficial',
		{},
		{ approved: 'false', reason: ' Too much.\r\nAsk Budi. ' },
		{ approved: false, chatInput: 'Too much.\nAsk Budi.' },
	],
	['writes a text', 'whatsappBusiness', freeText, { text: 'Monday 🙂' }, { text: 'Monday 🙂' }],
	['fills in a form', 'whatsappUnofficial', form, filledForm, formData],
];

/** The user agents that open a link before its recipient does. */
const LOOKERS = ['WhatsApp/2.23.20.0', 'facebookexternalhit/1.1', 'Googlebot/2.1', ''];

describe('Send and Wait for Response in n8n', () => {
	const testbed = useN8n({ simulator: { speed: 0 }, env: LOOKS_OFTEN });

	beforeEach(() => testbed.control.reset());

	/** The recipient, who writes first if the service wants it. */
	const recipientOn = async (resource: Route): Promise<Json> => {
		if (resource === 'whatsappUnofficial') return { resource };
		const route = resource === 'whatsappOfficial' ? 'official' : 'business';
		const written = await testbed.control.write({ route, from: AYU, text: 'Hello?' });
		return route === 'official'
			? { resource, roomId: written.room_id }
			: { resource, gatewayId: 'gateway-1', destination: AYU };
	};

	it.each(ANSWERS)(
		'The workflow goes on when the person %s (%s)',
		async (_, route, question, filled, data) => {
			const message = 'Refund <120,000>\nto order 1042?';
			const recipient = await recipientOn(route);
			const { id, link } = await asked(testbed, { ...recipient, message, ...question });

			const page = await fetch(link);
			const answered = await postAnswer(link, filled, question.responseType === 'customForm');

			expect(await testbed.sentTo(AYU)).toHaveLength(1);
			expect(page.status).toBe(200);
			expect(await page.text()).toContain('Refund &lt;120,000&gt;\nto order 1042?');
			expect(answered.status).toBe(200);
			expect(await answered.text()).toContain('Thank you');
			expect(await outcome(testbed, id)).toEqual({
				data: {
					...data,
					outcome: 'approved' in data ? (data.approved ? 'approved' : 'declined') : 'answered',
					asked: recipient.roomId ?? AYU,
					respondedAt: expect.any(String) as string,
					timed_out: false,
				},
			});
		},
	);

	it.each(['whatsappUnofficial', 'buttons'] as const)(
		'The workflow goes on with its input when nobody answers in time (%s)',
		async (route) => {
			const recipient = await recipientOn(route === 'buttons' ? 'whatsappBusiness' : route);
			const options = { limitWaitTime: { values: { resumeAmount: 1, resumeUnit: 'hours' } } };
			const how = route === 'buttons' ? { answerBy: 'buttons' } : {};
			const node = asking(testbed, { ...recipient, ...how, options });
			const { id } = await testbed.run([node], [{ order: 1042 }]);
			await testbed.waiting(id);

			await passTime(sqlite(testbed.userFolder), id);

			expect(await outcome(testbed, id)).toEqual({
				order: 1042,
				data: { outcome: 'no_answer', asked: AYU, timed_out: true },
			});
			if (route === 'buttons') return;
			const late = await approve(await linkTo(testbed, AYU, -1));
			expect(late.status).toBeLessThan(500);
		},
	);

	it('A request that only looks answers nothing: HEAD, and GET of link previewers', async () => {
		const { id, link } = await asked(testbed);

		const looks = await Promise.all([
			fetch(link, { method: 'HEAD' }),
			...LOOKERS.map((agent) => fetch(link, { headers: { 'user-agent': agent } })),
		]);

		expect(new Set(looks.map(({ status }) => status))).toEqual(new Set([200]));
		expect((await testbed.api.execution(id)).status).toBe('waiting');
		await approve(link);
		expect(await outcome(testbed, id)).toMatchObject({ data: { approved: true } });
	});

	it('A question is answered once, though several answers come together and one later', async () => {
		const { id, link, workflow } = await asked(testbed);

		const answers = await Promise.all([1, 2, 3].map(() => approve(link)));
		const pages = await Promise.all(answers.map((answered) => answered.text()));
		const result = await outcome(testbed, id);
		const late = await postAnswer(link, { approved: 'false' });

		// Others see n8n's own page.
		expect(pages.filter((text) => text.includes('Thank you'))).toHaveLength(1);
		expect(result).toMatchObject({ data: { approved: true } });
		expect(late.status).toBeLessThan(500);
		expect((await testbed.api.execution(id)).runs('Ask')).toBe(1);
		expect(await testbed.api.executions(workflow)).toHaveLength(1);
	});

	it('A link with a changed, a missing or a further parameter is refused', async () => {
		const { id, link } = await asked(testbed);
		const names = [...new URL(link).searchParams.keys()];
		const forged = [...names, 'approved'].flatMap((name) => {
			const [changed, without] = [new URL(link), new URL(link)];
			changed.searchParams.set(name, 'x');
			without.searchParams.delete(name);
			return [changed.href, without.href].filter((url) => url !== link);
		});

		const answers = await Promise.all([...forged, `${link}&nonce=x`].map(approve));

		expect(answers.map(({ status }) => status)).toEqual(Array(2 * names.length + 2).fill(401));
		expect(names).toHaveLength(2);
		expect((await testbed.api.execution(id)).status).toBe('waiting');
	});

	it('The question is asked for the first of several items, which the nodes behind it name', async () => {
		const behind: TestNode = {
			name: 'Behind',
			type: 'n8n-nodes-base.set',
			typeVersion: 3.4,
			parameters: {
				mode: 'raw',
				jsonOutput: '={{ { to: $("Items").item.json.to, ok: $json.data.approved } }}',
			},
		};
		const { id, link } = await asked(
			testbed,
			{ destination: '={{ $json.to }}' },
			{ list: [{ to: AYU }, { to: '628123456780' }], behind: [behind] },
		);

		await approve(link);

		expect(await outcome(testbed, id)).toMatchObject({ data: { approved: true } });
		expect((await testbed.api.execution(id)).output('Behind')).toEqual([{ to: AYU, ok: true }]);
		expect(await testbed.control.messages()).toHaveLength(1);
	});

	it('Each round of a loop asks by its own link', async () => {
		const ask = asking(testbed, { message: '=Question {{ $("Loop").item.json.number }}' });
		const list = items([{ number: 1 }, { number: 2 }]);
		const workflow = await testbed.api.createWorkflow(
			looped(chain('Loop', [start, list, loop(1), ask]), 'Ask'),
		);
		const { id } = await testbed.waiting(await testbed.api.run(workflow, start.name));
		const first = await linkTo(testbed, AYU);

		expect((await approve(first)).status).toBe(200);
		const second = await linkTo(testbed, AYU, 1);
		await testbed.waiting(id);
		const wrong = await approve(first);
		const page = await (await fetch(second)).text();
		await postAnswer(second, { approved: 'false' });

		const execution = await testbed.api.finished(id);
		expect(execution.runs('Ask')).toBe(2);
		expect(wrong.status).toBe(410);
		expect(page).toContain('Question 2');
		expect(execution.status).toBe('success');
		expect(execution.output('Ask')).toMatchObject([{ data: { approved: false } }]);
	});
});
