import type { IDataObject, INodeParameters } from 'n8n-workflow';

import type { Setting } from '../support/harness';
import { keepMarks } from '../support/marks';
import { numberOf } from '../support/probing';
import { recipients, texts } from '../support/texts';
import { useSimulator } from '../support/useSimulator';

const CONTINUE: Setting['settings'] = { onError: 'continueRegularOutput' };
const LONG = 'x'.repeat(2001);

/** Every text costs 1 credit, unless the item has another text. */
describe('Check Credit First', () => {
	const simulator = useSimulator();

	beforeAll(() => keepMarks());

	const account = (fields: IDataObject) => Object.assign(simulator.account, fields);

	const requests = (endpoint: string) =>
		simulator.service.journal.list().entries.filter((entry) => entry.endpoint === endpoint).length;

	const came = () => [requests('account.getBalance'), requests('unofficial.sendText')];

	const sending = (
		items: IDataObject[],
		options: INodeParameters = {},
		given: Partial<Setting> = {},
	) => texts(simulator, items, { checkCredit: true, ...options }, given);

	it('A list that the balance covers is sent, and the balance is read once', async () => {
		account({ wa_balance: 5 });
		const { error } = await sending(recipients(5)).run();
		expect(error).toBeUndefined();
		expect(came()).toEqual([1, 5]);
	});

	it('The balance is not read without the option', async () => {
		await sending(recipients(2), { checkCredit: false }).run();
		expect(came()).toEqual([0, 2]);
	});

	it('A list that costs more than the balance is not begun', async () => {
		account({ wa_balance: 5 });
		const { error } = await sending([...recipients(4), { to: numberOf(9), text: LONG }]).run();
		expect(error?.message).toBe('5 messages would cost 6 WhatsApp credits, and 5 are left');
		expect(error?.description).toContain('Nothing was sent for any item');
		expect(error?.description).toContain('Top up or extend the credit');
		expect(came()).toEqual([1, 0]);
	});

	it('Nothing leaves with On Error: Continue, and only the good items count', async () => {
		account({ wa_balance: 1 });
		const items = [...recipients(2), { to: 'nobody' }];
		const { outputs } = await sending(items, {}, { settings: CONTINUE }).run();
		const words = '2 messages would cost 2 WhatsApp credits, and 1 is left';
		expect(outputs[0]).toMatchObject([
			{ error: words, was_sent: 'no', error_code: null, destination: numberOf(0) },
			{ error: words, was_sent: 'no' },
			{ error: expect.stringContaining('is not one phone number') as string, was_sent: 'no' },
		]);
		account({ wa_balance: 2 });
		await sending(items, {}, { settings: CONTINUE }).run();
		expect(came()).toEqual([2, 2]);
	});

	it('An expired balance counts as none', async () => {
		account({ wa_expired_date: '2020-02-03' });
		const { error } = await sending(recipients(1)).run();
		expect(error?.description).toContain(
			'1 WhatsApp credit, and the balance expired on “2020-02-03”',
		);
		expect(came()).toEqual([1, 0]);
	});

	it('The balance counts on its last day', async () => {
		jest.spyOn(Date, 'now').mockReturnValue(Date.parse('2026-11-26T23:30:00+07:00'));
		account({ wa_expired_date: '2026-11-26' });
		const { error } = await sending(recipients(1)).run();
		jest.restoreAllMocks();
		expect(error).toBeUndefined();
		expect(came()).toEqual([1, 1]);
	});

	it.each<[string, object, string]>([
		['is refused', { status: 403 }, '(403)'],
		['does not come', { status: 503 }, '(503)'],
		[
			'has words for a number',
			{ body: { error: false, data: { wa_balance: 'much' } } },
			'does not document (data.wa_',
		],
		[
			'has a date of another form',
			{ body: { error: false, data: { wa_balance: 9, wa_expired_date: '03/02/2031' } } },
			'does not document (data.wa_',
		],
	])('Nothing is sent if the response %s', async (_, fault, words) => {
		const often = { status: 200, times: 9, path: '/balance' };
		simulator.service.faults.add({ kind: 'status', ...often, ...fault });
		const { outputs } = await sending(recipients(2), {}, { settings: CONTINUE }).run();
		const error = expect.stringMatching(/^The WhatsApp balance could not be read/) as string;
		expect(outputs[0]).toMatchObject(Array(2).fill({ error, was_sent: 'no' }));
		expect(outputs[0]?.[0]?.error).toContain(words);
		expect(outputs[0]?.[0]?.error_advice).toContain('remove the option Check Credit First');
		expect(came()[1]).toBe(0);
	});

	it('A retry counts only the messages that are left', async () => {
		account({ wa_balance: 3 });
		simulator.service.faults.add({ kind: 'status', status: 400, path: '/message' });
		const execution = sending(recipients(3));
		const first = await execution.run();
		// On a busy machine, the first has failed before the others leave.
		account({ wa_balance: 3 - simulator.service.state.messages.all().length });
		const second = await execution.retry(first);
		expect(first.error).toBeDefined();
		expect(second.error).toBeUndefined();
		expect(second.outputs[0]).toHaveLength(3);
	});

	it('A retry after a crash names all as uncertain, though the credit is gone', async () => {
		account({ wa_balance: 2 });
		const execution = sending(recipients(2), {}, { settings: CONTINUE });
		await execution.run();
		account({ wa_balance: 0 });
		const { outputs } = await execution.retryFromStart();
		expect(outputs[0]?.map(({ was_sent: wasSent }) => wasSent)).toEqual(['maybe', 'maybe']);
		expect(came()[1]).toBe(2);
	});

	it('A message whose key was used before counts too, and the words say so', async () => {
		account({ wa_balance: 2 });
		const workflowId = 'with keys';
		const keyed = (count: number) =>
			sending(recipients(count), { sendOnceKey: '={{ $json.to }}' }, { workflowId }).run();
		await keyed(2);
		account({ wa_balance: 2 });
		const { error } = await keyed(3);
		expect(error?.message).toBe('3 messages would cost 3 WhatsApp credits, and 2 are left');
		expect(error?.description).toContain(
			'whose Send Once Key or Campaign was used before count too',
		);
		expect(came()).toEqual([2, 2]);
	});

	it('Items with the same key cost as one message', async () => {
		account({ wa_balance: 2 });
		const items = [...recipients(2), ...recipients(2)];
		const { error } = await sending(items, { sendOnceKey: '={{ $json.to }}' }).run();
		expect(error).toBeUndefined();
		expect(came()).toEqual([1, 2]);
	});

	it('Validate Only warns on its first item that the list is not covered', async () => {
		account({ wa_balance: 3 });
		const items = [...recipients(1), { to: numberOf(1), text: LONG }, { to: numberOf(2) }];
		const { outputs } = await sending(items, { validateOnly: true }).run();
		expect(outputs[0]?.map(({ warnings }) => warnings)).toEqual([
			['3 messages would cost 4 WhatsApp credits, and 3 are left'],
			...[undefined, undefined],
		]);
		expect(came()).toEqual([1, 0]);
	});

	it('Validate Only says that the balance could not be read', async () => {
		account({ wa_balance: undefined });
		const { outputs } = await sending(recipients(1), { validateOnly: true }).run();
		expect(outputs[0]?.[0]?.warnings).toEqual([expect.stringContaining('could not be read')]);
	});
});
