import { withoutPauses } from '../../n8n/editedExample';
import { postAnswer } from '../../n8n/questions';
import { linkTo } from '../support/questions';
import { post, useN8n } from '../useN8n';
import { containing, OTHER_SENDER, useExamples } from './useExamples';

const number = (last: number) => `6280000000${last}`;

describe('Small examples', () => {
	const testbed = useN8n();
	const { workflow, urlOf, write, run, startedBy, rowsOf, register } = useExamples(testbed, {
		names: [
			...['appointment-reminder', 'incident-alert', 'invoice-as-pdf', 'order-confirmation'],
			'support-agent-that-knows-the-orders',
		],
		edited: { 'appointment-reminder': withoutPauses },
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
