import type { IDataObject, INodeParameters } from 'n8n-workflow';

import type { Answer, Seen } from '../../support/service';
import { accepted } from '../../support/accepted';
import { useService } from '../../support/useService';
import { ALL, CASES } from '../../unit/operations/cases';
import { requestOf, type Values } from '../../unit/operations/support';
import { latestKey, paired, PASSWORD, runOperation, USER, type Given } from './support';

/**
 * That each operation is connected: from the fields of an item, by n8n-core, to the request on the wire, and from the
 * answer to the item that comes out. What each makes of all other values is in the unit tests of the operations.
 */

const API = '/svc_api/1.0';
const TO = '62812000001';

const byId = (value: string) => ({ __rl: true, mode: 'id', value });
/** An operation without a case fails. */
const NONE = { values: {}, json: '', output: [undefined] };
const envelope = (data: unknown): Answer => ({ json: { error: false, message: 'ok', data } });

describe('Operations', () => {
	const service = useService();
	const posted = () => service.journal.filter(({ method }) => method === 'POST');

	/** n8n hands a chosen channel or template over with the way it was chosen. */
	const asChosen = (values: Values): INodeParameters => {
		const { channelId, templateId, ...others } = values as Record<string, string>;
		const chosen = channelId === undefined ? {} : { channelId: byId(channelId) };
		return {
			...others,
			...chosen,
			...(templateId !== undefined && { templateId: byId(templateId) }),
		};
	};

	it.each(ALL.filter(({ operation }) => operation.value !== 'send'))(
		'$name sends what its fields say and outputs the response',
		async ({ name, operation }) => {
			const { values, json, output } = CASES[name] ?? NONE;
			const { method, path, json: body, multipart } = requestOf(operation, values);
			const isSend = method === 'POST';
			// Whoever sends a template asks for the templates beforehand.
			service.answer = (seen) => (isSend && seen.method === 'GET' ? envelope([]) : { text: json });
			const [resource = ''] = name.split(' ');
			const all = { resource, operation: operation.value, ...asChosen(values) };
			const { items, error } = await runOperation(service.url, all);

			expect(error).toBeUndefined();
			expect(items).toMatchObject([output.map((one) => ({ json: one, pairedItem: { item: 0 } }))]);
			const requests = isSend ? posted() : service.journal;
			const type = multipart ? /^multipart\/form-data/ : /^application\/json/;
			expect(requests).toMatchObject([
				{
					...{ method, path: `${API}${path}` },
					headers: { apikey: latestKey(), accept: 'application/json' },
					...(multipart === undefined && { body: body === undefined ? '' : JSON.stringify(body) }),
				},
			]);
			expect(requests[0]?.headers['content-type'] ?? '').toMatch(isSend ? type : /^$/);
		},
	);
});

describe('SMS: Send', () => {
	const service = useService();
	const result = (status: string): Answer => ({
		json: { results: [{ status, messageid: 'sms-1', destination: TO }] },
	});
	const sms = async (parameters: INodeParameters, given?: Given) =>
		await runOperation(
			service.url,
			{ resource: 'sms', operation: 'send', destination: TO, text: 'hello', ...parameters },
			given,
		);

	beforeEach(() => {
		service.answer = () => result('0');
	});

	it('An SMS is posted as a form with the login, and its status is explained', async () => {
		const text = 'Sale & 100% = "off" + ünï;?#\n{}~^ 😀';

		const { items, error } = await sms({ text, unicode: true, otp: true });

		expect(error).toBeUndefined();
		expect(items).toEqual(
			paired(
				accepted({
					ref_no: 'sms-1',
					status_code: '0',
					status_name: 'ALL_RECIPIENTS_PROCESSED',
					status_meaning: 'request successful for all recipients',
					messageid: 'sms-1',
					destination: TO,
					text,
				}),
			),
		);
		// The path carries no query: addresses end up in logs.
		expect(service.journal).toMatchObject([{ method: 'POST', path: '/api/v3/sendsms/plain' }]);
		const [{ headers, body }] = service.journal as [Seen];
		expect(headers['content-type']).toMatch(/^application\/x-www-form-urlencoded(;|$)/);
		expect(headers).not.toHaveProperty('apikey');
		expect([...new URLSearchParams(body)]).toEqual([
			['SMSText', text],
			['GSM', TO],
			['unicode', 'true'],
			['otp', 'Y'],
			['output', 'json'],
			['user', USER],
			['password', PASSWORD],
		]);
	});
});

describe('Parameters from n8n', () => {
	const service = useService();

	beforeEach(() => {
		service.answer = () => envelope({ destination: TO, ref_no: 'r-1' });
	});

	const text = async (parameters: INodeParameters, given?: Given) =>
		await runOperation(
			service.url,
			{
				resource: 'whatsappUnofficial',
				operation: 'sendText',
				destination: TO,
				message: 'hello',
				...parameters,
			},
			given,
		);
	/** Checks the bodies in any order, because requests overlap on their way. */
	const expectBodies = (...expected: object[]) => {
		const bodies = service.journal.map(({ body }) => JSON.parse(body) as unknown);
		expect(bodies).toHaveLength(expected.length);
		expect(bodies).toEqual(expect.arrayContaining(expected));
	};

	it('Fields and options are read for each item', async () => {
		await text(
			{
				destination: '={{ $json.to }}',
				options: { isGroup: '={{ $json.group }}', includeUnsubscribe: '={{ !$json.group }}' },
			},
			{
				items: [
					{ to: 'a@g.us', group: true },
					{ to: TO, group: false },
				],
			},
		);
		expectBodies(
			{ destination: 'a@g.us', is_group: true, include_unsubscribe: false, message: 'hello' },
			{ destination: TO, is_group: false, include_unsubscribe: true, message: 'hello' },
		);
	});

	it.each([
		['queue', { destination: TO, queue: 'main', message: 'hello' }],
		['auto', { destination: TO, message: 'hello' }],
	])(
		'A field counts only if the chosen value of another field shows it: %s',
		async (from, sent) => {
			await text(
				{ sendFrom: '={{ $json.from }}', queue: 'main', sender: '={{ $json.none.at.all }}' },
				{ items: [{ from }] },
			);
			expectBodies(sent);
		},
	);

	it.each<[string, INodeParameters, string]>([
		['Validate Only', { validateOnly: '={{ [true] }}' }, 'must be true or false, and is a list'],
		[
			'Validate Only',
			{ validateOnly: '={{ $json.nothing }}' },
			'is empty: give it a value, or remove the option',
		],
		['Response Format', { responseFormat: "={{ 'csv' }}" }, 'must be one of json, xml'],
	])('A wrong option is refused: %s %j', async (label, options, why) => {
		const { error } = await text({ options });
		expect(error?.message).toContain(`${label} ${why}`);
		expect(service.journal).toEqual([]);
	});
});

describe('Validate Only', () => {
	const service = useService();

	const inUnofficial = (options: object, items: IDataObject[], destination = TO) =>
		runOperation(
			service.url,
			{
				resource: 'whatsappUnofficial',
				operation: 'sendText',
				destination,
				message: '={{ $json.text }}',
				options: { validateOnly: true, ...options },
			},
			{ items, settings: { onError: 'continueRegularOutput' } },
		);

	it('Validate Only adds up the credits of the items that can be sent if On Error is Continue', async () => {
		const items = [{ text: null }, { text: 'a' }, { text: 'x'.repeat(2001) }];
		const { outputs } = await inUnofficial({}, items);
		expect(service.journal).toEqual([]);
		expect(outputs[0]).toMatchObject([
			{ error: expect.stringMatching(/^Text is empty: its expression has no value/) as unknown },
			{ sent: false, credits: 1, total: { credits: 3 } },
			{ sent: false, credits: 2 },
		]);
	});

	it('Validate Only counts the countries, and has one hint for all warnings of a kind', async () => {
		const sheet = [
			81_234_567_890,
			'+6281234567891',
			'82 10-2000-0000',
			'81234567892',
			'021 123456',
		];
		const items = sheet.map((to) => ({ to, text: 'Hi' }));
		const seen = async (options: object, all: IDataObject[]) => {
			const { outputs, hints } = await inUnofficial(options, all, '={{ $json.to }}');
			return { rows: outputs[0] ?? [], hints };
		};
		const { rows, hints } = await seen({}, items.slice(0, 4));
		expect(rows[0]).toMatchObject({ total: { countries: { JP: 2, ID: 1, KR: 1 } } });
		expect(rows.map(({ destination, country }) => [destination, country])).toEqual([
			['81234567890', 'JP'],
			['6281234567891', 'ID'],
			['821020000000', 'KR'],
			['81234567892', 'JP'],
		]);
		expect(rows[3]?.warnings).toEqual([expect.stringContaining('a number of Japan. It may have')]);
		expect(hints).toEqual([
			expect.stringMatching(
				/^Items 1, 3 and 4 of 4: The number reads as a number of Japan \(2\), South Korea \(1\)\./,
			),
		]);
		const national = await seen({ defaultCountryCode: 62 }, items);
		expect(national.rows[0]).toMatchObject({ total: { countries: { ID: 4, KR: 1 } } });
		expect(national.hints).toEqual([expect.stringMatching(/^Item 5 of 5: .* of Indonesia\./)]);
	});

	it.each([
		[20, {}, 0],
		[21, {}, 1],
		[21, { sendOnceKey: '={{ $json.text }}' }, 0],
	])(
		'Validate Only says what a crash means for %i items with %j',
		async (length, options, count) => {
			const items = Array.from({ length }, (_, at) => ({ text: `Text ${at}` }));
			const { hints } = await inUnofficial(options, items);
			expect(hints.filter((one) => one.includes('Retry cannot send the rest'))).toHaveLength(count);
		},
	);
});
