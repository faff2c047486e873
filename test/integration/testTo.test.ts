import type { IDataObject, INodeParameters } from 'n8n-workflow';

import type { Setting } from '../support/harness';
import { keepMarks } from '../support/marks';
import { itemOf, OPERATIONS } from '../support/operations';
import { numberOf } from '../support/probing';
import { recipients, texts } from '../support/texts';
import { useSimulator } from '../support/useSimulator';

const CONTINUE: Setting['settings'] = { onError: 'continueRegularOutput' };
const OWN = '6281299990000';

describe('Test To', () => {
	const simulator = useSimulator();

	beforeAll(() => keepMarks());

	const sending = (
		items: IDataObject[],
		options: INodeParameters = {},
		given: Partial<Setting> = {},
	) => texts(simulator, items, { testTo: OWN, ...options }, given);

	/** The bodies of the messages that came to the simulator. */
	const came = () =>
		simulator.service.journal
			.list()
			.entries.filter(({ method }) => method === 'POST')
			.map(({ body }): IDataObject =>
				body.startsWith('{')
					? (JSON.parse(body) as IDataObject)
					: Object.fromEntries(new URLSearchParams(body)),
			);

	const destinations = () =>
		came().map(({ destination, recipient, GSM }) => destination ?? recipient ?? GSM);

	it('The first three messages go to the number, and the others come out as they would be sent', async () => {
		const { outputs, hints, error } = await sending(recipients(5)).run();
		expect(error).toBeUndefined();
		expect(destinations()).toEqual([OWN, OWN, OWN]);
		const tested = (at: number) => ({
			status: 'accepted',
			destination: OWN,
			would_send_to: numberOf(at),
		});
		const shown = (at: number) => ({
			sent: false,
			would_send_to: numberOf(at),
			destination: numberOf(at),
			credits: 1,
		});
		expect(outputs[0]).toMatchObject([tested(0), tested(1), tested(2), shown(3), shown(4)]);
		expect(outputs[0]?.[3]?.total).toMatchObject({ items: 2 });
		expect(hints).toEqual([expect.stringContaining('Test To is set')]);
	});

	it('Wrong items do not count toward the three', async () => {
		const items = [{ to: 'nobody' }, ...recipients(4)];
		const { outputs } = await sending(items, {}, { settings: CONTINUE }).run();
		expect(destinations()).toEqual([OWN, OWN, OWN]);
		expect(outputs[0]?.map(({ error, sent }) => [error !== undefined, sent])).toEqual([
			[true, undefined],
			...Array<unknown>(3).fill([false, undefined]),
			[false, false],
		]);
	});

	const DIFFERING = `={{ $itemIndex === 3 ? '6281299990001' : '${OWN}' }}`;

	it.each<[string, INodeParameters, string]>([
		['is not a number', { testTo: 'me' }, 'Test To: “me” is not one phone number'],
		['is local without a country', { testTo: '08129990000' }, 'Test To: “08129990000” is a local'],
		['has no value', { testTo: '={{ $json.missing }}' }, 'Test To is empty'],
		['differs between the items', { testTo: DIFFERING }, 'Test To has more than one value'],
		[
			'is there for some items only',
			{ testTo: `={{ $itemIndex === 3 ? '' : '${OWN}' }}` },
			'Test To is empty',
		],
		['is not allowed', { allowedRecipients: '62812000*' }, `does not include “${OWN}”`],
	])('Nothing leaves if the number %s', async (_, options, words) => {
		const stopped = await sending(recipients(4), options).run();
		const { outputs } = await sending(recipients(4), options, { settings: CONTINUE }).run();
		expect(stopped.error?.description).toContain(words);
		expect(outputs[0]).toHaveLength(4);
		for (const { error } of outputs[0] ?? []) expect(error).toContain(words);
		expect(came()).toEqual([]);
	});

	it('An item whose own recipient is not allowed is not tested', async () => {
		const items = [{ to: '6281300000000' }, ...recipients(1)];
		const options = { allowedRecipients: `62812*` };
		const { outputs } = await sending(items, options, { settings: CONTINUE }).run();
		expect(outputs[0]?.[0]?.error).toContain('Allowed Recipients does not include “6281300000000”');
		expect(destinations()).toEqual([OWN]);
	});

	it('The number may be local with Default Country Code, and the message of a group goes there', async () => {
		const options = { testTo: '0812-9999-0000', defaultCountryCode: '62', isGroup: true };
		const { outputs } = await sending([{ to: '1203630@g.us' }], options).run();
		expect(came()).toMatchObject([{ destination: OWN }]);
		expect(came()[0]?.is_group).toBeUndefined();
		expect(outputs[0]).toMatchObject([{ destination: OWN, would_send_to: '1203630@g.us' }]);
	});

	it('A test neither claims the Send Once Keys nor is refused by them', async () => {
		const keys = { sendOnceKey: '={{ $json.to }}' };
		const workflowId = 'tested with keys';
		const run = async (options: INodeParameters) => {
			const { outputs } = await sending(
				recipients(4),
				{ ...keys, ...options },
				{ workflowId },
			).run();
			return outputs[0]?.map(({ status, already_sent: isSent }) => status ?? isSent);
		};
		const accepted = Array<unknown>(4).fill('accepted');
		expect(await run({})).not.toEqual(accepted);
		expect(await run({ testTo: undefined })).toEqual(accepted);
		expect(await run({})).toEqual(['accepted', 'accepted', 'accepted', undefined]);
		expect(destinations().filter((to) => to === OWN)).toHaveLength(6);
	});

	const failOnce = () => {
		simulator.service.faults.add({ kind: 'status', status: 400, path: '/message' });
	};

	it('A test that fails says for whom the message is', async () => {
		failOnce();
		const { outputs } = await sending(recipients(1), {}, { settings: CONTINUE }).run();
		const shown = { destination: OWN, would_send_to: numberOf(0), was_sent: 'no' };
		expect(outputs[0]).toMatchObject([shown]);
	});

	it('A retry sends no test twice', async () => {
		failOnce();
		// All three leave before the first response, on a busy machine too.
		simulator.service.change({ latencyMs: 1000 });
		const execution = sending(recipients(5));
		const first = await execution.run();
		const second = await execution.retry(first);
		expect(first.error?.message).toContain('400');
		expect(second.outputs[0]?.filter(({ sent }) => sent === false)).toHaveLength(4);
		expect(second.outputs[0]?.every(({ would_send_to: to }) => typeof to === 'string')).toBe(true);
		// Of four requests, one was refused.
		expect(destinations()).toEqual(Array(4).fill(OWN));
	});

	it('A retry without the option sends the real messages of what was tested', async () => {
		failOnce();
		const execution = sending(recipients(3), {}, { settings: { maxTries: 2 } });
		const first = await execution.run();
		simulator.service.journal.clear();
		const [stopped] = first.run.data.executionData?.nodeExecutionStack ?? [];
		if (stopped) stopped.node.parameters.options = {};
		const { error } = await execution.retry(first);
		expect(error).toBeUndefined();
		expect(destinations().sort()).toEqual([0, 1, 2].map(numberOf));
	});

	it('A retry as a test takes nothing that the next retry of the list needs', async () => {
		failOnce();
		const execution = texts(simulator, recipients(3), {}, { settings: { maxTries: 2 } });
		const first = await execution.run();
		const before = destinations().length;
		const withOptions = (options: INodeParameters) => {
			const [stopped] = first.run.data.executionData?.nodeExecutionStack ?? [];
			if (stopped) stopped.node.parameters.options = options;
			return execution.retry(first);
		};
		await withOptions({ testTo: OWN });
		const { error } = await withOptions({});
		expect(error).toBeUndefined();
		const sent = destinations().slice(before);
		expect(sent.filter((to) => to === OWN).length).toBeGreaterThan(0);
		expect([...new Set(destinations())].sort()).toEqual([...[0, 1, 2].map(numberOf), OWN].sort());
	});

	it('Validate Only sends no test', async () => {
		const { outputs } = await sending(recipients(4), { validateOnly: true }).run();
		expect(outputs[0]?.map(({ would_send_to: to }) => to)).toEqual([0, 1, 2, 3].map(numberOf));
		expect(came()).toEqual([]);
	});

	it('Only the three messages count toward the credit', async () => {
		simulator.account.wa_balance = 3;
		const { error } = await sending(recipients(3), { checkCredit: true }).run();
		expect(error).toBeUndefined();
		expect(came()).toHaveLength(3);
	});

	const SENDS = OPERATIONS.filter(({ operation: { effect } }) => effect === 'send');

	it.each(SENDS.filter(({ name }) => 'destination' in itemOf(name)))(
		'A message of $name goes to the number',
		async ({ name, resource, operation: { value: operation } }) => {
			const welcome = '22222222-aaaa-4aaa-8aaa-222222222222';
			const parameters = {
				...{ ...itemOf(name), resource, operation, templateId: welcome },
				destination: '={{ $json.number }}',
				options: { testTo: `={{ Number('${OWN}') }}` },
			};
			const waiting = { waitingUrl: 'https://n8n.example.com/webhook-waiting', executionId: '12' };
			const item = { number: numberOf(0) };
			await sending([item], {}, { parameters, ...waiting }).run();
			expect(destinations()).toEqual([OWN]);
		},
	);
});
