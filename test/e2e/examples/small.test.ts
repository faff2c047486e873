import { postAnswer } from '../../n8n/questions';
import { linkTo } from '../support/questions';
import { post, useN8n } from '../useN8n';
import { containing, OTHER_SENDER, useExamples } from './useExamples';

const number = (last: number) => `6280000000${last}`;

/** Somebody corrects the number of a row, and empties its result. */
const correction = {
	name: 'Correct',
	type: 'n8n-nodes-base.dataTable',
	parameters: {
		resource: 'row',
		operation: 'update',
		options: {},
		matchType: 'allConditions',
		dataTableId: { __rl: true, mode: 'name', value: 'reminders' },
		filters: {
			conditions: [{ keyName: 'invoice', condition: 'eq', keyValue: '={{ $json.invoice }}' }],
		},
		columns: {
			mappingMode: 'defineBelow',
			value: { number: '={{ $json.number }}', result: '' },
			matchingColumns: [],
			attemptToConvertTypes: false,
			convertFieldsToString: false,
			schema: ['number', 'result'].map((id) => ({ id, displayName: id, type: 'string' })),
		},
	},
};

describe('Small examples', () => {
	const testbed = useN8n();
	const { workflow, urlOf, write, run, startedBy, rowsOf, register } = useExamples(testbed, {
		names: [
			...['appointment-reminder', 'incident-alert', 'invoice-as-pdf', 'lead-auto-reply'],
			...['from-a-sheet', 'from-a-google-sheet', 'order-confirmation'],
			'support-agent-that-knows-the-orders',
		],
	});

	const fillIn = async (name: string, trigger: string, values: (string | Blob)[]) => {
		const [, id] = /webhook\/([^/]+)/.exec(urlOf(name, trigger)) ?? [];
		const body = new FormData();
		for (const [at, value] of values.entries()) {
			if (typeof value === 'string') body.set(`field-${at}`, value);
			else body.set(`field-${at}`, value, 'invoice.pdf');
		}
		return startedBy(name, () =>
			fetch(`${testbed.api.url}/form/${id ?? ''}`, { method: 'POST', body }),
		);
	};

	it('An order is confirmed once, and a wrong number comes out with its reason', async () => {
		const url = `${testbed.api.url}/webhook/order-placed`;
		const order = { order: 'A-1', name: 'Ayu', number: number(41) };

		for (const one of [order, order]) await startedBy('order-confirmation', () => post(url, one));
		const [wrong] = await startedBy('order-confirmation', () =>
			post(url, { ...order, number: '12' }),
		);

		expect(await testbed.sentTo(number(41))).toMatchObject([{ text: containing('order A-1') }]);
		expect(wrong?.output('Not confirmed')).toEqual([{ order: 'A-1', why: containing('12') }]);
	});

	it('People are reminded of an appointment once, and the office hears who cannot come', async () => {
		const name = 'appointment-reminder';
		await register('unofficialInbox', name);
		await run(name);

		await run(name, 'Every morning');
		await run(name, 'Every morning');
		await startedBy(name, () => write(number(43), '2', 'unofficial', OTHER_SENDER));
		const before = await rowsOf('appointments');
		await startedBy(name, () => write(number(43), ' 2 '));

		expect(before).toMatchObject([{ answer: null }]);
		expect(await rowsOf('appointments')).toMatchObject([
			{ number: number(43), answer: 'cannot come' },
		]);
		expect(await testbed.sentTo(number(43))).toHaveLength(1);
		expect(await testbed.sentTo(number(42))).toMatchObject([
			{ text: containing('Ayu cannot come') },
		]);
	});

	it('Each row of a sheet gets one message and its result, and a corrected row gets it in the next run', async () => {
		const name = 'from-a-sheet';
		const sheet = async () =>
			Object.fromEntries(
				(await rowsOf('reminders')).map(({ invoice, ...row }) => [String(invoice), row]),
			);
		const sent = () => Promise.all([31, 32, 33, 34].map((last) => testbed.sentTo(number(last))));
		const due = (last: number) => [{ text: containing(`invoice I-10${last} is due`) }];
		await run(name);
		await testbed.control.addFault({
			kind: 'status',
			status: 500,
			processed: true,
			path: '/whatsapp/message',
		});

		await run(name, 'Every morning');
		const first = await sheet();
		await testbed.finished([correction], [{ invoice: 'I-1034', number: '0800 0000 034' }]);
		await run(name, 'Every morning');

		const accepted = { result: 'accepted', ref_no: containing('0') };
		expect(first).toMatchObject({
			'I-1031': {
				result: containing('uncertain: '),
				ref_no: '',
			},
			'I-1032': accepted,
			'I-1033': accepted,
			'I-1034': {
				result: expect.stringMatching(
					/^refused: Recipient: .*8\.0E\+10.* was shortened/,
				) as unknown,
			},
		});
		expect(await sheet()).toEqual({
			...first,
			'I-1034': expect.objectContaining({ number: '0800 0000 034', ...accepted }) as unknown,
		});
		expect(await sent()).toMatchObject([31, 32, 33, 34].map(due));
	});

	it('The workflow for Google Sheets lacks only the account and the sheet of the user', async () => {
		const publishing = testbed.api.activate(workflow('from-a-google-sheet'));

		await expect(publishing).rejects.toThrow(/Read the sheet.*Write the result/s);
	});

	it('A visitor of the form gets one answer, and sales the request', async () => {
		const values = ['Budi', '0800 0000 048', 'Do you repair lamps?'];

		await fillIn('lead-auto-reply', 'Contact form', values);
		await fillIn('lead-auto-reply', 'Contact form', values);

		expect(await testbed.sentTo(number(48))).toHaveLength(1);
		expect((await testbed.sentTo(number(44)))[0]?.text).toContain('Do you repair lamps?');
	});

	it('The next person gets an SMS if the first does not take the alert', async () => {
		const id = await testbed.api.run(workflow('incident-alert'), 'Workflow failed');
		await testbed.waiting(id);
		const link = await linkTo(testbed, number(45));
		const question = (await testbed.sentTo(number(45))).at(-1)?.text;
		expect(question).toMatch(/ failed: .*\n\nCan you take it\?\n\n.*:\nhttp/);
		await postAnswer(link, { approved: 'false' });
		await testbed.api.finished(id);

		expect(await testbed.sentTo(number(46))).toMatchObject([
			{ route: 'sms', text: containing('nobody has taken it') },
		]);
	});

	it('The customer gets the invoice as a PDF', async () => {
		const pdf = new Blob(['%PDF-1.4\n%%EOF\n'], { type: 'application/pdf' });

		const values = ['0800-0000-049', 'I-7', pdf];
		const [execution] = await fillIn('invoice-as-pdf', 'Invoice form', values);

		expect(execution?.error).toBeUndefined();
		expect(await testbed.sentTo(number(49))).toMatchObject([
			{ text: containing('Your invoice I-7'), media: { fileName: 'Invoice I-7.pdf' } },
		]);
	});

	it('The support agent answers from the orders of the number that writes', async () => {
		const name = 'support-agent-that-knows-the-orders';
		await run(name);
		await register('unofficialInbox', name);

		await startedBy(name, () => write(number(47), 'Where is my lamp?', 'unofficial', OTHER_SENDER));
		await startedBy(name, () => write(number(47), 'Where is my lamp?'));

		expect(await testbed.sentTo(number(47))).toMatchObject([
			{ text: containing('left our house') },
		]);
	});
});
