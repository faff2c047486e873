import type { IDataObject, INodeParameters } from 'n8n-workflow';

import type { Setting } from '../support/harness';
import { keepMarks } from '../support/marks';
import { texts } from '../support/texts';
import { useSimulator } from '../support/useSimulator';

const CONTINUE: Setting['settings'] = { onError: 'continueRegularOutput' };
const OWN = '6281299990000';

/** One person in five spellings, and a second person. */
const SPELLINGS = ['0812 7000 0001', '+62 812-7000-0001', '6281270000001', '00628127000 0001'];
const ONE = '6281270000001';
const OTHER = '6281270000002';

const people = (...numbers: unknown[]) => numbers.map((to) => ({ to }) as IDataObject);

describe('Lists as everybody builds them', () => {
	const simulator = useSimulator();

	beforeAll(() => keepMarks());

	const sending = (items: IDataObject[], options: INodeParameters, given: Partial<Setting> = {}) =>
		texts(simulator, items, { defaultCountryCode: '62', ...options }, given);

	const bySms = (options: INodeParameters): INodeParameters => ({
		...{ resource: 'sms', operation: 'send', options },
		...{ destination: '={{ $json.to }}', message: '={{ $json.to }}' },
	});

	const sentTo = () =>
		simulator.service.journal
			.list()
			.entries.filter(({ method }) => method === 'POST')
			.map(({ body }) => (JSON.parse(body) as IDataObject).destination);

	describe('Campaign', () => {
		const SALE = { campaign: 'spring-sale' };

		it('Nobody gets a campaign twice, however the number is written and however often it runs', async () => {
			const workflowId = 'campaign twice';
			const list = people(...SPELLINGS, OTHER);
			const first = await sending(list, SALE, { workflowId }).run();
			const second = await sending(list, SALE, { workflowId }).run();
			expect(first.error ?? second.error).toBeUndefined();
			expect(sentTo()).toEqual([ONE, OTHER]);
			const skipped = { sent: false, already_sent: true, destination: ONE };
			expect(first.outputs[0]?.slice(1, 4)).toMatchObject([skipped, skipped, skipped]);
			expect(second.outputs[0]).toMatchObject([
				...Array<unknown>(4).fill(skipped),
				{ ...skipped, destination: OTHER },
			]);
		});

		it('Test To takes nothing from the campaign', async () => {
			const workflowId = 'tested campaign';
			await sending(people(ONE, OTHER), { ...SALE, testTo: OWN }, { workflowId }).run();
			await sending(people(ONE, OTHER), SALE, { workflowId }).run();
			expect(sentTo()).toEqual([OWN, OWN, ONE, OTHER]);
		});

		it('Another campaign reaches the same people', async () => {
			const workflowId = 'two campaigns';
			await sending(people(ONE), SALE, { workflowId }).run();
			await sending(people(ONE), { campaign: 'summer-sale' }, { workflowId }).run();
			expect(sentTo()).toEqual([ONE, ONE]);
		});

		it('The two forms of a Mexican number are one person', async () => {
			await sending(people('5215512345678', '525512345678'), SALE).run();
			expect(sentTo()).toHaveLength(1);
		});

		it.each<[string, INodeParameters, string]>([
			['a Send Once Key too', { ...SALE, sendOnceKey: 'a' }, 'Campaign and Send Once Key exclude'],
			['no value', { campaign: '={{ $json.nothing }}' }, 'Campaign is empty'],
			['a gap', { campaign: '=sale {{ $json.nothing }}' }, 'Campaign holds'],
			['a text for nothing', { campaign: '={{ String($json.nothing) }}' }, 'Campaign holds'],
		])('With %s, nothing is sent', async (_, options, words) => {
			const { error } = await sending(people(ONE), options).run();
			expect(error?.message).toContain(words);
			expect(sentTo()).toEqual([]);
		});
	});

	it('A row that was not sent now says so first', async () => {
		const workflowId = 'read from its start';
		const list = people(ONE, OTHER);
		await sending(list, { campaign: 'first' }, { workflowId }).run();
		const { outputs, hints } = await sending(list, { campaign: 'first' }, { workflowId }).run();
		const row = JSON.stringify(outputs[0]?.[0]);
		expect(row).toMatch(/^{"sent":false,"already_sent":true,.*"status":"accepted"/);
		expect(hints).toEqual([
			'Items 1 to 2 of 2: Already sent before, so not sent now. To keep the rows that you saved, add a Filter on {{ $json.sent !== false }} after this node.',
		]);
	});

	it.each<[number, INodeParameters, number]>([
		[4, {}, 0],
		[5, {}, 1],
		[5, { campaign: 'once' }, 0],
		[5, { testTo: OWN }, 0],
	])(
		'Of %i people with %j, %i hint says that a second run sends again',
		async (count, options, hinted) => {
			const list = people(...Array.from({ length: count }, (_, at) => `628127000000${at}`));
			const { hints } = await sending(list, options).run();
			expect(hints.filter((one) => one.includes('all get it again'))).toHaveLength(hinted);
		},
	);

	describe('An SMS at the error output of another send', () => {
		/** What comes out of an error output, with the number as the user has it. */
		const failed = (number: string, told: IDataObject): IDataObject => ({
			...{ to: number, error: 'It failed', destination: ONE, ...told },
		});
		const [ON_PHONE, MAYBE] = [{ was_sent: 'yes' }, { was_sent: 'maybe' }];
		const behind = (items: IDataObject[]) =>
			sending(items, {}, { parameters: bySms({ defaultCountryCode: '62' }) }).run();
		const sms = () =>
			simulator.service.journal.list().entries.filter(({ path }) => path.includes('sms'));

		it('Whom the message before may have reached gets none, however the number is written', async () => {
			const items = SPELLINGS.flatMap((one) => [failed(one, MAYBE), failed(one, ON_PHONE)]);
			const { outputs, hints } = await behind(items);
			const held = { sent: false, destination: ONE };
			expect(outputs[0]).toEqual(
				SPELLINGS.flatMap(() => [
					{ ...held, ...MAYBE },
					{ ...held, ...ON_PHONE },
				]),
			);
			expect(hints).toEqual([expect.stringMatching(/^Items 1 to 8 of 8: .* may have reached/)]);
			expect(sms()).toEqual([]);
		});

		it.each<[string, IDataObject]>([
			['was certainly not sent', failed(ONE, { was_sent: 'no' })],
			['did not arrive', failed(ONE, { ...ON_PHONE, delivered: false })],
			['went to somebody else, of whom it tells a colleague', failed(OTHER, MAYBE)],
			['was no message', { to: ONE, destination: ONE, ...MAYBE }],
		])('An SMS leaves if the message before %s', async (_, item) => {
			const { error } = await behind([item]);
			expect(error).toBeUndefined();
			expect(sms()).toHaveLength(1);
		});
	});

	it('A local number is refused by words that name the credential that lacks a country', async () => {
		const own = { id: 'messagingServiceSmsApi', name: 'Shop SMS' };
		const settings = { ...CONTINUE, credentials: { messagingServiceSmsApi: own } };
		const given = { parameters: bySms({}), settings };
		const { outputs } = await sending(people('0812 7000 0001'), {}, given).run();
		expect(outputs[0]?.[0]?.error).toContain(
			'or set Default Country Code in Shop SMS (Messaging Service SMS API)',
		);
	});

	describe('Blocked Numbers', () => {
		const blocked = (destination: string) => ({ sent: false, blocked: true, destination });

		it.each<[string, unknown]>([
			['a text', '0812-7000-0001, 6281399999999'],
			['a list', `={{ ['6281399999999', '+62 812 7000 0001'] }}`],
			['numbers', `={{ [6281270000001] }}`],
			['numbers without their 0', `={{ [81270000001] }}`],
			['a list with a hidden number and a group', `={{ ['17@lid', '1-2@g.us', '${ONE}'] }}`],
		])('A person in %s gets nothing, however the number is written', async (_, blockedNumbers) => {
			const list = people(...SPELLINGS, OTHER);
			const { outputs, hints, error } = await sending(list, {
				blockedNumbers: blockedNumbers as string,
			}).run();
			expect(error).toBeUndefined();
			expect(sentTo()).toEqual([OTHER]);
			expect(outputs[0]?.slice(0, 4)).toEqual(SPELLINGS.map(() => blocked(ONE)));
			expect(hints).toContain('Items 1 to 4 of 5: Blocked Numbers, so nothing is sent.');
		});

		it('Without a country, a number that lost its 0 is blocked in both readings', async () => {
			const options = { defaultCountryCode: '', blockedNumbers: '={{ [81270000001] }}' };
			await sending(people(ONE, OTHER), options).run();
			expect(sentTo()).toEqual([OTHER]);
		});

		it('With On Error: Continue, such a list is refused for its first item too', async () => {
			const options = { blockedNumbers: '={{ $itemIndex + 628110000000 }}' };
			const { outputs } = await sending(people(OTHER, ONE), options, { settings: CONTINUE }).run();
			expect(outputs[0]?.map(({ error }) => error)).toEqual([
				expect.stringContaining('another number for each item'),
				expect.stringContaining('another number for each item'),
			]);
			expect(sentTo()).toEqual([]);
		});

		it('An empty list blocks nobody', async () => {
			const { error } = await sending(people(ONE), { blockedNumbers: '={{ [] }}' }).run();
			expect(error).toBeUndefined();
			expect(sentTo()).toEqual([ONE]);
		});

		it.each<[string, string, string]>([
			['a wrong entry', `={{ ['${OTHER}', 'Ayu'] }}`, 'Blocked Numbers: “Ayu” is not one phone'],
			['an entry without a value', `={{ [$json.nothing] }}`, 'has no number in entry 1'],
			['an entry that is an object', `={{ [$json] }}`, 'Blocked Numbers must be a list'],
			['an expression that fails', `={{ $json.nothing.map((one) => one) }}`, 'Blocked Numbers is'],
			['a node that is not there', `={{ $('Nowhere').all() }}`, 'could not be read'],
			['nothing', '', 'Blocked Numbers is empty'],
			['only commas', ' , ', 'has no number in entry 1'],
		])('With %s, nothing is sent', async (_, blockedNumbers, words) => {
			const { error } = await sending(people(ONE), { blockedNumbers }).run();
			const { outputs } = await sending(
				people(ONE),
				{ blockedNumbers },
				{ settings: CONTINUE },
			).run();
			expect(`${error?.message} ${error?.description}`).toContain(words);
			expect(outputs[0]?.[0]?.error).toContain(words);
			expect(sentTo()).toEqual([]);
		});

		it('Validate Only shows it', async () => {
			const options = { blockedNumbers: ONE, validateOnly: true };
			const { outputs, hints } = await sending(people(ONE, OTHER), options).run();
			expect(outputs[0]).toMatchObject([blocked(ONE), { sent: false, destination: OTHER }]);
			expect(outputs[0]?.[1]).toMatchObject({ total: { items: 1 } });
			expect(hints.join()).toContain('Of 1 items, 1 would be sent');
			expect(sentTo()).toEqual([]);
		});

		it('Test To shows it, and tests the others', async () => {
			const options = { blockedNumbers: ONE, testTo: OWN };
			const { outputs } = await sending(people(ONE, OTHER), options).run();
			expect(outputs[0]).toMatchObject([blocked(ONE), { destination: OWN }]);
			expect(sentTo()).toEqual([OWN]);
		});

		it('A question to a blocked number is not asked', async () => {
			const question = {
				resource: 'whatsappUnofficial',
				operation: 'sendAndWait',
				sendFrom: 'auto',
			};
			const options = { blockedNumbers: ONE };
			const parameters = { ...bySms(options), ...question };
			const waiting = { waitingUrl: 'https://n8n.example.com/webhook-waiting', executionId: '12' };
			const { outputs } = await sending(people(ONE), {}, { parameters, ...waiting }).run();
			expect(outputs[0]).toEqual([blocked(ONE)]);
			expect(sentTo()).toEqual([]);
		});
	});
});
