import type { IDataObject, INodeParameters } from 'n8n-workflow';

import type { ServiceRequest } from '../../../nodes/MessagingService/engine/operation';
import { ALL, answerOf, exampleOf, itemOf } from '../../support/operations';
import type { Answer } from '../../support/service';
import { useService } from '../../support/useService';
import { latestKey, PASSWORD, runOperation, USER, type Given } from './support';

/**
 * That each operation is connected: from the fields of an item, by n8n-core, to the request on the wire, and from the
 * answer to the item that comes out. What each makes of all other values is in the unit tests of the operations.
 */

const API = '/svc_api/1.0';
/** It carries no query: addresses end up in logs. */
const SMS_PATH = '/api/v3/sendsms/plain';
const TO = '62812000001';

const JSON_TYPE = 'application/json';
const FORM_TYPE = 'application/x-www-form-urlencoded';
const MULTIPART = 'multipart/form-data';

/** An operation without an example fails. */
const NO_REQUEST: ServiceRequest = { method: 'GET', path: 'none' };
const envelope = (data: unknown): Answer => ({ json: { error: false, message: 'ok', data } });

/** As the service reads it. Multipart bodies have tests of their own. */
function bodyOf({ json, form, multipart }: ServiceRequest): unknown {
	if (form) return { ...form, user: USER, password: PASSWORD };
	if (multipart) return expect.any(String);
	return json === undefined ? '' : JSON.stringify(json);
}

describe('Operations', () => {
	const service = useService();
	const posted = () => service.journal.filter(({ method }) => method === 'POST');

	it.each(ALL)(
		'$name sends what its fields say and outputs the response',
		async ({ name, resource, operation }) => {
			const example = exampleOf(name);
			const { request = NO_REQUEST, output = [] } = example;
			const { method, path, multipart, form } = request;
			const isSend = method === 'POST';
			// Whoever sends a template asks for the templates beforehand.
			service.answer = (seen) =>
				isSend && seen.method === 'GET' ? envelope([]) : { text: answerOf(example).json };
			const all = { resource, operation: operation.value, ...itemOf(name) };
			const { items, error } = await runOperation(service.url, all);

			expect(error).toBeUndefined();
			expect(items).toMatchObject([output.map((one) => ({ json: one, pairedItem: { item: 0 } }))]);
			const [seen, ...others] = isSend ? posted() : service.journal;
			expect(others).toEqual([]);
			expect(seen).toMatchObject({ method, path: form ? SMS_PATH : API + path });
			expect(seen?.headers.apikey).toBe(form ? undefined : latestKey());
			expect(seen?.headers.accept).toContain(JSON_TYPE);
			const type = (form && FORM_TYPE) ?? (multipart && MULTIPART) ?? JSON_TYPE;
			expect(seen?.headers['content-type']?.split(';')[0]).toBe(isSend ? type : undefined);
			const sent = seen?.body ?? '';
			expect(form ? Object.fromEntries(new URLSearchParams(sent)) : sent).toEqual(bodyOf(request));
		},
	);
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
			{ error: expect.stringMatching(/^Message is empty: its expression has no value/) as unknown },
			{ sent: false, credits: 1, total: { credits: 3 } },
			{ sent: false, credits: 2 },
		]);
	});

	it('Validate Only shows each number as it is dialed, and has one hint for all items with the same warning', async () => {
		const sheet = [81_234_567_890, '+6281234567891', '82 10-2000-0000', '81234567892'];
		const items = sheet.map((to) => ({ to, text: 'Hi' }));
		const { outputs, hints } = await inUnofficial({}, items, '={{ $json.to }}');
		const [rows = []] = outputs;
		expect(rows.map(({ destination }) => destination)).toEqual([
			'81234567890',
			'6281234567891',
			'821020000000',
			'81234567892',
		]);
		expect(rows[3]?.warnings).toEqual([expect.stringContaining('a number of Japan. It may have')]);
		const nothing = expect.stringMatching(
			/^Nothing was sent, .* Of 4 items, 4 would be sent\. Credits: 4\. Time: 1 s\.$/,
		) as string;
		expect(Object.keys(rows[0] ?? {})[0]).toBe('total');
		expect(hints).toEqual([
			nothing,
			expect.stringMatching(/^Items 1, 4 of 4: The number reads as a number of Japan\./),
			expect.stringMatching(/^Item 3 of 4: The number reads as a number of South Korea\./),
		]);
	});

	it.each([
		[4, {}, 0],
		[5, {}, 1],
		[5, { sendOnceKey: '={{ $json.text }}' }, 0],
	])(
		'Validate Only says what a crash means for %i items with %j',
		async (length, options, count) => {
			const items = Array.from({ length }, (_, at) => ({ text: `Text ${at}` }));
			const { hints } = await inUnofficial(options, items);
			expect(hints.filter((one) => one.includes('Retry cannot send the rest'))).toHaveLength(count);
		},
	);
});
