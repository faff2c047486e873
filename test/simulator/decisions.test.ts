import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

import { z } from 'zod';

import { startSimulator, type Simulator } from '.';
import { charactersIn } from '../../nodes/plain/characters';
import { creditsForText } from '../../nodes/service/credits';
import {
	CHANNEL_PERIOD_MS,
	CHANNEL_REQUESTS,
	REQUESTS_PER_SECOND,
} from '../../nodes/service/limits';
import { BUSINESS_FILES, UNOFFICIAL_FILES } from '../../nodes/service/mediaTypes';
import { MESSAGE_STATUS } from '../../nodes/service/messageStatus';
import { INTERNATIONAL_NUMBER } from '../../nodes/service/numbers';
import { SMS_STATUSES } from '../../nodes/service/smsStatuses';
import { misfitOf } from '../../nodes/service/templateText';
import { ServiceClock } from './core/clock';
import { startFiles, type Files } from './conformance/client';

/** What README.md promises beyond the documentation of the service, and what both stand on. */

const API = '/svc_api/1.0';
const NUMBER = '6281234567890';
const LOGIN = { user: 'simulator_api', password: 'simulator-password' };

let simulator: Simulator;
let files: Files;
let receiver: Server;
let seen: URL[];
let bodies: string[];
let status: number;
/** How long the receiver takes for its first answer. */
let firstAnswerMs: number;

beforeAll(async () => {
	simulator = await startSimulator({ speed: 0 });
	files = await startFiles();
	receiver = createServer((request, response) => {
		seen.push(new URL(request.url ?? '', 'http://127.0.0.1'));
		request.on('data', (chunk: Buffer) => bodies.push(chunk.toString()));
		response.statusCode = status;
		const wait = seen.length === 1 ? firstAnswerMs : 0;
		request.on('end', () => setTimeout(() => response.end(), wait));
	});
	await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
});

beforeEach(async () => {
	seen = [];
	bodies = [];
	status = 200;
	firstAnswerMs = 0;
	await ask('POST', '/reset');
});

afterAll(async () => {
	await simulator.stop();
	await files.stop();
	receiver.closeAllConnections();
	await new Promise((resolve) => receiver.close(resolve));
});

async function ask(method: string, path: string, body?: unknown): Promise<unknown> {
	const answer = await fetch(`${simulator.url}/__control${path}`, {
		method,
		...(body !== undefined && { body: JSON.stringify(body) }),
	});
	expect(answer.status).toBe(200);
	return answer.json();
}

const hook = () => `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook`;

const call = (
	path: string,
	body?: unknown,
	{ key = 'simulator-key', headers = {} }: { key?: string; headers?: Record<string, string> } = {},
) =>
	fetch(`${simulator.url}${API}${path}`, {
		headers: { apikey: key, 'content-type': 'application/json', ...headers },
		...(body !== undefined && {
			method: 'POST',
			body: typeof body === 'string' || Buffer.isBuffer(body) ? body : JSON.stringify(body),
		}),
	});

const text = (overrides: Record<string, unknown> = {}) =>
	call('/whatsapp/message', { destination: NUMBER, message: 'Hello', ...overrides });

const refOf = async (answer: Response) =>
	z
		.object({
			data: z.object({ ref_no: z.string().optional(), message_id: z.string().optional() }),
		})
		.transform(({ data }) => data.ref_no ?? data.message_id ?? '')
		.parse(await answer.json());

const sms = (fields: Record<string, string> = {}, type = 'application/x-www-form-urlencoded') =>
	fetch(`${simulator.url}/api/v3/sendsms/plain`, {
		method: 'POST',
		headers: { 'content-type': type },
		body: new URLSearchParams({
			...LOGIN,
			SMSText: 'Hello',
			GSM: NUMBER,
			output: 'json',
			...fields,
		}).toString(),
	});

const smsStatus = async (fields: Record<string, string> = {}) =>
	z
		.object({ results: z.tuple([z.object({ status: z.string() })]) })
		.parse(await (await sms(fields)).json()).results[0].status;

const balance = async () =>
	z
		.object({ data: z.object({ wa_balance: z.number(), sms_balance: z.number() }) })
		.parse(await (await call('/balance')).json()).data;

const list = async (path: string, name: string) =>
	z.object({ [name]: z.array(z.record(z.unknown())) }).parse(await ask('GET', path))[name] ?? [];

const newest = async () => (await list('/journal', 'entries')).at(-1);

const inbox = async (route: string, to?: string, from = NUMBER) =>
	z
		.object({ id: z.string(), room_id: z.string().nullable() })
		.parse(
			await ask('POST', '/inbox', { route, from, text: 'Hello', ...(to !== undefined && { to }) }),
		);

const room = async () => (await inbox('official')).room_id ?? '';

const replyIn = (id: string, fields: Record<string, string>, key?: string) => {
	const form = new FormData();
	form.set('room_id', id);
	for (const [name, value] of Object.entries(fields)) form.set(name, value);
	return fetch(`${simulator.url}${API}/wa_official/message/reply`, {
		method: 'POST',
		headers: { apikey: key ?? 'simulator-key' },
		body: form,
	});
};

const broadcast = (overrides: Record<string, unknown> = {}) =>
	call('/wa_official/message/broadcast', {
		destination: NUMBER,
		destination_name: 'Ann',
		template_id: '22222222-aaaa-4aaa-8aaa-222222222222',
		channel_id: '11111111-1111-4111-8111-111111111111',
		...overrides,
	});

describe('what the documentation states in figures and words', () => {
	it('stands in the limits', () => {
		expect(REQUESTS_PER_SECOND).toBe(100);
		expect([CHANNEL_REQUESTS, CHANNEL_PERIOD_MS]).toEqual([60, 60_000]);
	});

	it('stands in the settings that the simulator starts with', async () => {
		expect(await ask('GET', '/settings')).toMatchObject({
			requestsPerSecond: 100,
			channelRequests: 60,
			channelPeriodMs: 60_000,
		});
	});

	it('stands in the types of files', () => {
		const office = 'application/vnd.openxmlformats-officedocument';
		const mimes = [...Object.values(BUSINESS_FILES).flat(), ...UNOFFICIAL_FILES].map(
			({ extensions, mime }) => `${extensions.join()} ${mime}`,
		);
		expect(mimes).toEqual([
			'txt text/plain',
			'xls application/vnd.ms-excel',
			`xlsx ${office}.spreadsheetml.sheet`,
			'doc application/msword',
			`docx ${office}.wordprocessingml.document`,
			'ppt application/vnd.ms-powerpoint',
			`pptx ${office}.presentationml.presentation`,
			'pdf application/pdf',
			'jpeg,jpg image/jpeg',
			'png image/png',
			'3gp video/3gpp',
			'mp4 video/mp4',
			'jpg,jpeg image/jpeg',
			'png image/png',
			'pdf application/pdf',
			`docx ${office}.wordprocessingml.document`,
			'mp4 video/mp4',
			'webm video/webm',
		]);
	});

	it('stands in the statuses', () => {
		expect(Object.values(MESSAGE_STATUS).map(({ isFinal }) => isFinal)).toEqual([
			false,
			false,
			false,
			false,
			true,
			true,
			true,
		]);
		expect(
			Object.entries(SMS_STATUSES)
				.map(([value, { name }]) => `${value} ${name}`)
				.sort(),
		).toEqual(
			[
				'0 ALL_RECIPIENTS_PROCESSED',
				'-1 SEND_ERROR',
				'-2 NOT_ENOUGH_CREDITS',
				'-3 NETWORK_NOTCOVERED',
				'-5 AUTHENTICATION_FAILED',
				'-6 MISSING_DESTINATION_ADDRESS',
				'-7 BALANCE_EXPIRED',
				'-9 NO_ROUTE',
				'-10 REJECTED',
				'-11 UNKNOWN_DESTINATION_ADDRESS',
				'-12 MISSING_MESSAGE',
				'-13 INVALID_DESTINATION_ADDRESS',
				'-14 SMS_TEXT_TOO_LONG',
				'-22 SYNTAX_ERROR',
				'-23 ERROR_PROCESSING',
				'-24 INVALID_API_COMMAND',
				'-26 COMMUNICATION_ERROR',
				'-27 INVALID_SENDDATETIME',
				'-28 INVALID_DELIVERY_REPORT_PUSH_URL',
				'-30 INVALID_CLIENT_APPID',
				'-31 RECORD_NOT_FOUND',
				'-32 MISSING_MESSAGE_ID',
				'-33 DUPLICATE_MESSAGEID',
				'-34 SENDER_NOT_ALLOWED',
				'-35 SENDER_NOT_REGISTERED',
				'-36 SENDER_NOT_SET',
				'-40 IP_ADDRESS_FORBIDDEN',
				'-77 SPAM_PATTERN',
				'-78 LIMIT REACHED FOR DESTINATION NUMBER',
				'-88 REJECTED ROUTE',
				'-99 GENERAL_ERROR',
			].sort(),
		);
	});

	it('counts characters as a person does', () => {
		expect(charactersIn('\u{1F600}')).toBe(1);
		expect(creditsForText('\u{1F600}'.repeat(2000))).toBe(1);
		expect(creditsForText('')).toBe(1);
	});

	it('knows numbers of 8 to 15 digits', () => {
		const fits = ['1234567', '12345678', '1'.repeat(15), '1'.repeat(16), '012345678'].map(
			(number) => INTERNATIONAL_NUMBER.test(number),
		);
		expect(fits).toEqual([false, true, true, false, false]);
	});

	it('takes no carriage return for a space', () => {
		expect(misfitOf('a\rb')).toBe('contains a line break');
	});
});

describe('the clock', () => {
	it('keeps its time when its speed changes', () => {
		const clock = new ServiceClock(0);
		clock.advance(3_600_000);
		const before = clock.now();
		clock.speed = 1;
		clock.speed = 0;
		const held = clock.now();
		expect(held - before).toBeLessThan(1000);
		clock.speed = 1000;
		expect(clock.now() - held).toBeLessThan(60_000);
		clock.stop();
	});

	it('does not let the time before count at the new speed', async () => {
		const clock = new ServiceClock(1);
		await new Promise((resolve) => setTimeout(resolve, 50));
		const before = clock.now();
		clock.speed = 100_000;
		expect(clock.now() - before).toBeLessThan(2_000_000);
		clock.stop();
	});
});

describe('an answer', () => {
	it('in XML leaves out what XML cannot hold', async () => {
		const answer = await call(
			'/whatsapp/message',
			{ destination: NUMBER, message: 'a\u0000b\u000bc' },
			{ headers: { accept: 'text/xml' } },
		);

		expect(await answer.text()).toContain('<message>abc</message>');
	});

	it('says what became of the request', async () => {
		expect(await (await text()).json()).toMatchObject({ message: 'Saved' });
		expect(await (await call('/balance')).json()).toMatchObject({ message: 'OK' });
	});

	it('is 403 for an account that is switched off, by either interface', async () => {
		await ask('PATCH', '/accounts/main', { active: false });

		expect((await call('/balance')).status).toBe(403);
		expect(await smsStatus()).toBe('-5');
	});

	it('tells when to come again, where that is set', async () => {
		await ask('PATCH', '/settings', { requestsPerSecond: 1, retryAfter: 7 });
		await call('/balance');

		const answer = await call('/balance');

		expect([answer.status, answer.headers.get('retry-after')]).toEqual([429, '7']);
	});

	it('is late by the latency', async () => {
		await ask('PATCH', '/settings', { latencyMs: 100 });
		const before = performance.now();

		await call('/balance');

		expect(performance.now() - before).toBeGreaterThanOrEqual(99);
	});

	it('to another method names the one that is allowed', async () => {
		const answer = await call('/balance', {});

		expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'GET']);
	});

	it('to bytes that are no text is 400', async () => {
		const broken = Buffer.from(`{"destination":"${NUMBER}","message":"\xff"}`, 'latin1');

		expect((await call('/whatsapp/message', broken)).status).toBe(400);
		expect(await newest()).toMatchObject({ outcome: 'unreadable', status: 400 });
	});

	it('to a type that is none is 400, as to any body that cannot be read', async () => {
		const headers = { 'content-type': 'foo' };

		expect((await call('/whatsapp/message', {}, { headers })).status).toBe(400);
	});

	it('takes any JSON', async () => {
		const headers = { 'content-type': 'application/vnd.api+json; charset=utf-8' };
		const body = { destination: NUMBER, message: 'Hello' };

		expect((await call('/whatsapp/message', body, { headers })).status).toBe(201);
	});
});

describe('the journal', () => {
	it('names the account', async () => {
		await call('/balance');
		expect(await newest()).toMatchObject({ account: 'main', outcome: 'accepted' });
	});

	it('leaves passwords out', async () => {
		await sms();
		await fetch(
			`${simulator.url}/api/v3/sendsms/plain?${new URLSearchParams({ ...LOGIN, SMSText: 'a', GSM: NUMBER }).toString()}`,
			{ method: 'POST' },
		);

		const entries = await list('/journal', 'entries');

		expect(entries.map(({ outcome }) => outcome)).toEqual(['accepted', 'accepted']);
		expect(entries[0]?.body).toContain('password=***');
		expect(entries[1]?.query).toContain('password=***');
		expect(JSON.stringify(entries)).not.toContain(LOGIN.password);
		expect(JSON.stringify(entries)).not.toContain('simulator-key');
	});

	it('begins after an entry', async () => {
		await call('/balance');
		await call('/balance');
		const ids = (await list('/journal', 'entries')).map(({ id }) => id as number);

		const after = await list(`/journal?after=${ids[0] ?? 0}`, 'entries');

		expect(after.map(({ id }) => id)).toEqual([ids[1]]);
	});

	it('tells a foreign address apart from a wrong request', async () => {
		await ask('PATCH', '/accounts/main', { whitelist: [] });
		expect(await smsStatus()).toBe('-40');
		expect(await newest()).toMatchObject({ outcome: 'unauthorised' });
		await ask('POST', '/reset');
		expect(await smsStatus({ GSM: 'x' })).toBe('-13');
		expect(await newest()).toMatchObject({ outcome: 'refused' });
	});
});

describe('a fault', () => {
	it('of one method leaves the others alone', async () => {
		await ask('POST', '/faults', { kind: 'status', status: 500, method: 'POST' });

		expect([(await call('/balance')).status, (await text()).status]).toEqual([200, 500]);
	});

	it('of one path strikes where the path ends so, and not before', async () => {
		await ask('POST', '/faults', { kind: 'status', status: 500, path: '/whatsapp/' });

		expect((await text()).status).toBe(201);
	});

	it('gives a web page or broken JSON unprocessed, where that is ordered', async () => {
		for (const kind of ['html', 'brokenJson']) {
			await ask('POST', '/faults', { kind, processed: false });
			await text();
			expect(await newest()).toMatchObject({ outcome: 'faulted', fault: kind });
		}
		expect(await list('/messages', 'messages')).toEqual([]);
	});

	it('of broken JSON strikes a request that was processed', async () => {
		await ask('POST', '/faults', { kind: 'brokenJson' });
		await text();

		expect(await newest()).toMatchObject({ outcome: 'accepted' });
	});
});

describe('a callback', () => {
	it('is noted with its token masked', async () => {
		await ask('PUT', '/callbacks', { unofficialStatus: `${hook()}?token=secret&a=b` });
		await text();
		await ask('POST', '/clock/advance', { ms: 0 });

		expect(seen.map((url) => url.searchParams.get('token'))).toEqual(['secret']);
		const noted = JSON.stringify(await ask('GET', '/deliveries'));
		expect(noted).toContain('token=***&a=b');
		expect(noted).not.toContain('secret');
	});

	it('and its token are not shown with the channels', async () => {
		await ask('PUT', '/callbacks', { officialInbox: `${hook()}?token=secret` });

		const channels = await (await call('/wa_official/channels')).text();

		expect(channels).toContain(hook());
		expect(channels).not.toContain('secret');
	});

	it.each([
		['628000001001', { err_code: '1', status: 'F', sent_date: '' }],
		['628000001002', { err_code: '4', status: 'A', sent_date: '' }],
	])('to %s carries its error code, and when it was sent', async (destination, told) => {
		await ask('PUT', '/callbacks', { unofficialStatus: hook() });
		await text({ destination });
		await ask('POST', '/clock/advance', { ms: 60_000 });

		expect(Object.fromEntries(seen.at(-1)?.searchParams ?? [])).toMatchObject(told);
	});

	it('tells a timeout, to the millisecond', async () => {
		await ask('PUT', '/callbacks', { unofficialStatus: hook() });
		await text({ destination: '628000001003', timeout: 90 });
		await ask('POST', '/clock/advance', { ms: 90_000 });

		expect(Object.fromEntries(seen.at(-1)?.searchParams ?? [])).toMatchObject({
			status: 'F',
			err_code: '2',
		});
	});

	it('tells the time at which the message was sent, also when it is read', async () => {
		await ask('PUT', '/callbacks', { unofficialStatus: hook() });
		await text();
		await ask('POST', '/clock/advance', { ms: 60_000 });

		const dates = seen.slice(1).map((url) => url.searchParams.get('sent_date'));
		expect(dates).toHaveLength(3);
		expect(new Set(dates).size).toBe(1);
	});

	it('waits for the answer to the one before it', async () => {
		await ask('PUT', '/callbacks', { unofficialStatus: hook() });
		firstAnswerMs = 150;
		await text();
		const advanced = ask('POST', '/clock/advance', { ms: 60_000 });
		await new Promise((resolve) => setTimeout(resolve, 75));
		const meanwhile = seen.length;
		await advanced;

		expect(meanwhile).toBe(1);
		expect(seen.map((url) => url.searchParams.get('status'))).toEqual(['Q', 'S', 'D', 'R']);
	});

	it('to a registered URL without a query begins one', async () => {
		await ask('PUT', '/callbacks', { unofficialStatus: hook() });
		const ref = await refOf(await text());
		await ask('POST', '/clock/advance', { ms: 0 });

		expect(seen.map((url) => [url.pathname, url.searchParams.get('ref_no')])).toEqual([
			['/hook', ref],
		]);
	});

	it('that is answered by a redirect got no success', async () => {
		await ask('PATCH', '/settings', { callbackRetries: 1 });
		await ask('PUT', '/callbacks', { smsInbox: hook() });
		status = 302;
		await inbox('sms');
		await ask('POST', '/clock/advance', { ms: 0 });
		await ask('POST', '/clock/advance', { ms: 1000 });

		expect(seen).toHaveLength(2);
	});

	it('is retried no more often than set', async () => {
		await ask('PATCH', '/settings', { callbackRetries: 2 });
		await ask('PUT', '/callbacks', { smsInbox: hook() });
		status = 500;
		await inbox('sms');
		for (let at = 0; at < 6; at++) await ask('POST', '/clock/advance', { ms: 1000 });

		expect(seen).toHaveLength(3);
		const noted = await list('/deliveries', 'deliveries');
		expect(noted.map(({ attempt }) => attempt)).toEqual([1, 2, 3]);
	});

	it('is not pushed any more once its URL is taken away', async () => {
		await ask('PUT', '/callbacks', { unofficialStatus: hook() });
		await ask('PUT', '/callbacks', { unofficialStatus: null });
		await text();
		await ask('POST', '/clock/advance', { ms: 1000 });

		expect(seen).toEqual([]);
	});

	it('of the Business route names the gateway by its id', async () => {
		await ask('PUT', '/callbacks', { business: hook() });
		await inbox('business', '6281100000004');
		await ask('POST', '/clock/advance', { ms: 0 });

		expect(JSON.parse(bodies.join(''))).toMatchObject({
			invented: true,
			gateway_id: 'gateway-2',
			from: NUMBER,
			type: 'text',
			text: 'Hello',
		});
	});
});

describe('a message', () => {
	it('whose number has a fate of its own follows it', async () => {
		await ask('PUT', `/numbers/${NUMBER}`, { whatsapp: 'failed', sms: -9 });
		await text();
		await ask('POST', '/clock/advance', { ms: 60_000 });

		expect(await list('/messages', 'messages')).toMatchObject([{ status: 'F' }]);
		expect(await smsStatus()).toBe('-9');
	});

	it('that would be sent just when its timeout ends fails', async () => {
		await text({ timeout: 1 });
		await ask('POST', '/clock/advance', { ms: 60_000 });

		expect(await list('/messages', 'messages')).toMatchObject([{ status: 'F' }]);
	});

	it('that is moved by hand goes on from there, once', async () => {
		const ref = await refOf(await text());
		await ask('POST', '/clock/advance', { ms: 500 });
		await ask('POST', `/messages/${ref}/move`, { status: 'D' });
		await ask('POST', '/clock/advance', { ms: 60_000 });

		const [message] = await list('/messages', 'messages');
		expect(
			z
				.array(z.object({ status: z.string() }))
				.parse(message?.history)
				.map((one) => one.status),
		).toEqual(['U', 'Q', 'D', 'R']);
	});

	it('by SMS is never read', async () => {
		await sms();
		await ask('POST', '/clock/advance', { ms: 600_000 });

		expect(await list('/messages', 'messages')).toMatchObject([{ status: 'D' }]);
	});

	it('takes the last credit, and gives back only what fails', async () => {
		await ask('PATCH', '/accounts/main', { wa_balance: 1 });
		expect((await text({ destination: '628000001002' })).status).toBe(201);
		expect((await text()).status).toBe(422);
		await ask('POST', '/clock/advance', { ms: 60_000 });

		expect((await balance()).wa_balance).toBe(0);
	});

	it('that failed gives its credits back once', async () => {
		await ask('PATCH', '/accounts/main', { wa_balance: 10 });
		const ref = await refOf(await text());
		await ask('POST', `/messages/${ref}/move`, { status: 'F' });
		await ask('POST', `/messages/${ref}/move`, { status: 'F' });

		expect((await balance()).wa_balance).toBe(10);
	});

	it('by SMS takes one of the SMS balance', async () => {
		await ask('PATCH', '/accounts/main', { sms_balance: 1 });

		expect([await smsStatus(), await smsStatus()]).toEqual(['0', '-2']);
		expect((await balance()).sms_balance).toBe(0);
	});

	it('of another account is not told', async () => {
		const ref = await refOf(await text());

		expect((await call(`/whatsapp/status/${ref}`, undefined, { key: 'TEST_API_KEY' })).status).toBe(
			422,
		);
	});

	it('of the test host costs nothing', async () => {
		await call(
			'/whatsapp/message',
			{ destination: NUMBER, message: 'Hello' },
			{ key: 'TEST_API_KEY' },
		);

		expect(await list('/messages', 'messages')).toMatchObject([{ account: 'test', credits: 0 }]);
	});

	it('holds what its emoji sequences stand for', async () => {
		await text({ message: '\\U0010FFFD \\U00110000 \\U0000D800' });

		expect(await list('/messages', 'messages')).toMatchObject([
			{ text: '\u{10FFFD} \\U00110000 \\U0000D800' },
		]);
	});

	it('may be listed up to a number, the oldest first', async () => {
		await text({ message: 'first' });
		await text({ message: 'second' });

		expect(await list('/messages?limit=1', 'messages')).toMatchObject([{ text: 'first' }]);
	});

	it('is forgotten when there are too many', async () => {
		const small = await startSimulator({ speed: 0, messages: 2 });
		for (const message of ['a', 'b', 'c']) {
			await fetch(`${small.url}${API}/whatsapp/message`, {
				method: 'POST',
				headers: { apikey: 'simulator-key', 'content-type': 'application/json' },
				body: JSON.stringify({ destination: NUMBER, message }),
			});
		}

		expect(small.service.state.messages.all().map(({ content }) => content.text)).toEqual([
			'b',
			'c',
		]);
		await small.stop();
	});
});

describe('the un-subscription link', () => {
	const followed = async (key: string) => {
		await call(
			'/whatsapp/message',
			{ destination: NUMBER, message: 'Hello', include_unsubscribe: true },
			{ key },
		);
		const [message] = await list('/messages', 'messages');
		const [link = ''] = /http:\S+/.exec(String(message?.text)) ?? [];
		expect((await fetch(link)).status).toBe(200);
	};
	const last = async () => (await list('/messages', 'messages')).at(-1);

	it('is for the account that sent it, and its unofficial messages', async () => {
		await ask('PUT', '/callbacks', { unofficialStatus: hook() });
		await followed('simulator-key');
		await text();
		await ask('POST', '/clock/advance', { ms: 60_000 });
		expect(await last()).toMatchObject({ status: 'A' });
		expect(seen.map((url) => url.searchParams.get('err_code'))).toContain('3');

		await call('/whatsapp/message', { destination: NUMBER, message: 'a' }, { key: 'TEST_API_KEY' });
		await broadcast();
		await ask('POST', '/clock/advance', { ms: 60_000 });
		expect((await list('/messages', 'messages')).slice(2)).toMatchObject([
			{ account: 'test', status: 'R' },
			{ route: 'official', status: 'R' },
		]);
	});

	it('of another account is for that one', async () => {
		await followed('TEST_API_KEY');
		await call('/whatsapp/message', { destination: NUMBER, message: 'a' }, { key: 'TEST_API_KEY' });
		await ask('POST', '/clock/advance', { ms: 60_000 });

		expect(await last()).toMatchObject({ status: 'A' });
	});
});

describe('a conversation', () => {
	const reply = (overrides: Record<string, unknown> = {}) =>
		call('/wa_business/reply', {
			recipient: NUMBER,
			gateway_id: 'gateway-2',
			type: 'text',
			payloads: { body: 'Hello' },
			...overrides,
		});

	it('is one with the gateway that was written to', async () => {
		await inbox('business', 'gateway-2');

		expect((await reply()).status).toBe(201);
		expect((await reply({ gateway_id: 'gateway-1' })).status).toBe(422);
	});

	it('quotes messages of its own gateway only', async () => {
		await inbox('business', 'gateway-2');
		const { id } = await inbox('business', 'gateway-1');

		const answer = await reply({ message_id_context: id, payloads: { text: 'Hello' } });

		expect(answer.status).toBe(422);
	});
});

describe('a room', () => {
	it('is its account’s', async () => {
		expect((await replyIn(await room(), { text: 'a' }, 'TEST_API_KEY')).status).toBe(422);
	});

	it('counts to the requests of its channel', async () => {
		await ask('PATCH', '/settings', { channelRequests: 1 });
		const id = await room();

		expect((await replyIn(id, { text: 'a' })).status).toBe(201);
		expect((await replyIn(id, { text: 'a' })).status).toBe(429);
	});

	it('is another one when it has expired, to the millisecond', async () => {
		const before = await room();
		await ask('POST', '/clock/advance', { ms: 24 * 3_600_000 - 1 });
		expect(await room()).toBe(before);
		await ask('POST', '/clock/advance', { ms: 24 * 3_600_000 });
		expect(await room()).not.toBe(before);
	});

	it('takes the first value of a field that comes twice', async () => {
		const form = new FormData();
		form.append('room_id', await room());
		form.append('text', 'first');
		form.append('text', 'second');
		await fetch(`${simulator.url}${API}/wa_official/message/reply`, {
			method: 'POST',
			headers: { apikey: 'simulator-key' },
			body: form,
		});

		expect(await list('/messages', 'messages')).toMatchObject([{ text: 'first' }]);
	});
});

describe('a template', () => {
	const TRACK = '55555555-aaaa-4aaa-8aaa-555555555555';
	const button = { index: '0', type: 'url', value: 'a' };
	const placeholder = { key: '1', value: 'parcel', value_text: 'a' };

	it('takes values for its URL buttons only as such', async () => {
		const body = [placeholder];
		const ok = await broadcast({ template_id: TRACK, parameters: { body, buttons: [button] } });
		const wrong = await broadcast({
			template_id: TRACK,
			parameters: { body, buttons: [{ ...button, type: 'quick_reply' }] },
		});

		expect([ok.status, wrong.status]).toEqual([201, 422]);
	});

	it('takes one value for each placeholder', async () => {
		const answer = await broadcast({
			template_id: TRACK,
			parameters: { body: [placeholder, placeholder], buttons: [button] },
		});

		expect(answer.status).toBe(422);
	});
});

describe('an identifier', () => {
	it('is a uuid4, even where another one is known', async () => {
		const uuid1 = '6ba7b810-9dad-11d1-80b4-00c04fd430c8';
		await ask('PUT', `/templates/${uuid1}`, { name: 'old', body: 'Hello' });

		expect((await broadcast({ template_id: uuid1 })).status).toBe(422);
	});
});

describe('a destination', () => {
	it('may begin with the plus of the international form, by every route', async () => {
		const plus = `+${NUMBER}`;
		await inbox('business', 'gateway-1');
		const answers = [
			await broadcast({ destination: plus }),
			await text({ destination: plus }),
			await call('/wa_business/reply', {
				recipient: plus,
				gateway_id: 'gateway-1',
				type: 'text',
				payloads: { body: 'Hello' },
			}),
		];

		expect(answers.map(({ status: code }) => code)).toEqual([201, 201, 201]);
		expect(await smsStatus({ GSM: plus })).toBe('0');
		expect((await list('/messages', 'messages')).map(({ to }) => to)).toEqual(
			Array.from({ length: 4 }, () => NUMBER),
		);
	});
});

describe('an SMS', () => {
	it('may go out on the last day of its balance', async () => {
		const today = (await ask('GET', '/clock')) as { now: string };
		await ask('PATCH', '/accounts/main', { sms_expired_date: today.now.slice(0, 10) });

		expect(await smsStatus()).toBe('0');
		await ask('POST', '/clock/advance', { ms: 24 * 3_600_000 });
		expect(await smsStatus()).toBe('-7');
	});

	it('is one too many within 24 hours, and not after them', async () => {
		await ask('PATCH', '/settings', { smsPerNumberPerDay: 1 });
		expect(await smsStatus()).toBe('0');
		await ask('POST', '/clock/advance', { ms: 24 * 3_600_000 - 1 });
		expect(await smsStatus()).toBe('-77');
		expect(await smsStatus({ SMSText: 'Other' })).toBe('-78');
		await ask('POST', '/clock/advance', { ms: 1 });
		expect(await smsStatus()).toBe('0');
	});

	it('comes from a user whose name ends in _api', async () => {
		await ask('PATCH', '/accounts/main', { sms: { user: 'simulator', password: 'p' } });

		expect(await smsStatus({ user: 'simulator', password: 'p' })).toBe('-5');
	});

	it('knows OTP words in any case', async () => {
		await ask('PATCH', '/settings', { otpWords: ['Secret Word'] });

		expect(await smsStatus({ SMSText: 'the secret word' })).toBe('-10');
	});

	it('is none of an OTP with otp=N', async () => {
		expect(await smsStatus({ SMSText: 'Your OTP is 1', otp: 'N' })).toBe('-10');
	});
});

describe('a sender', () => {
	it('is each of a queue, at random', async () => {
		await ask('PATCH', '/settings', { requestsPerSecond: 0 });
		const senders = new Set<unknown>();
		for (let sent = 0; sent < 60; sent++) {
			const answer = (await (await text({ queue: 'marketing' })).json()) as {
				data: { sender: string };
			};
			senders.add(answer.data.sender);
		}

		expect([...senders].sort()).toEqual(['6281100000011', '6281100000012']);
	});

	it('is one that all share, for a client without any', async () => {
		await ask('PATCH', '/accounts/main', { senders: [], queues: {} });
		const answer = (await (await text()).json()) as { data: { sender: string } };

		expect(['6281100000091', '6281100000092']).toContain(answer.data.sender);
	});
});

describe('a file', () => {
	it('may be as large as the limit, and is refused by what it says before it is read', async () => {
		const media = async (size: number) =>
			(await call('/whatsapp/media', { destination: NUMBER, media_url: files.url('a.png', size) }))
				.status;

		expect([await media(1024 * 1024), await media(1024 * 1024 + 1)]).toEqual([201, 422]);
	});

	it('in base64 that is cut off is refused', async () => {
		const answer = await call('/whatsapp/media', {
			destination: NUMBER,
			media_base64: 'iVBORw0KGgo',
			file_name: 'a.png',
		});

		expect(answer.status).toBe(422);
	});
});

describe('a reset', () => {
	it('gives the requests of the second back', async () => {
		await ask('PATCH', '/settings', { requestsPerSecond: 100 });
		for (let sent = 0; sent < 100; sent++) await call('/balance');
		await ask('POST', '/reset');

		expect((await call('/balance')).status).toBe(200);
	});
});

describe('an account', () => {
	it('is changed by a patch', async () => {
		await ask('PATCH', '/accounts/main', {
			userid: 'somebody',
			whitelist: [{ ip: '127.0.0.1', active: true }],
		});

		expect(await (await call('/auth/api_key')).json()).toMatchObject({
			data: { userid: 'somebody' },
		});
	});
});
