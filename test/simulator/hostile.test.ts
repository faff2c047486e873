import { connect } from 'node:net';
import { Agent, request } from 'node:http';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

import { startSimulator, type Simulator } from '.';
import { HANGS_MS } from './conformance/useService';
import { drawing } from '../support/drawing';

/** Thousands of requests that no client should make: each gets an answer, and the simulator stays as it was. */

jest.setTimeout(10 * HANGS_MS);

const COUNT = 3000;
const WARM = 1000;
const SEED = 7;

const { draw, upTo, pick, bytes, letters } = drawing(SEED);

const JSON_BODIES: [path: string, body: Record<string, unknown>][] = [
	[
		'/wa_business/reply',
		{
			recipient: '6281234567890',
			gateway_id: 'gateway-1',
			type: 'text',
			payloads: { body: 'Hello' },
			message_id_context: 'x',
		},
	],
	[
		'/wa_business/interactive/button_reply',
		{
			recipient: '6281234567890',
			gateway_id: 'gateway-1',
			header: { type: 'text', text: 'Hello' },
			body: { text: 'Hello' },
			footer: { text: 'Bye' },
			buttons: [{ button_id: 'a', title: 'A' }],
		},
	],
	[
		'/wa_official/message/broadcast',
		{
			destination: '6281234567890',
			destination_name: 'Somebody',
			template_id: '11111111-aaaa-4aaa-8aaa-111111111111',
			channel_id: '11111111-1111-4111-8111-111111111111',
			parameters: {
				body: [{ key: '1', value: 'name', value_text: 'A' }],
				header: { format: 'IMAGE', params: [{ key: 'url', value: 'http://127.0.0.1:1/a.png' }] },
				buttons: [{ index: '0', type: 'url', value: 'a' }],
			},
		},
	],
	['/whatsapp/message', { destination: '6281234567890', message: 'Hello', timeout: 5, queue: 'x' }],
	[
		'/whatsapp/media',
		{
			destination: '6281234567890',
			caption: 'Hello',
			media_url: 'http://127.0.0.1:1/a.png',
			media_base64: 'iVBORw0KGgo=',
			file_name: 'a.png',
		},
	],
];

const CONTROL_BODIES: [method: string, path: string, body: Record<string, unknown>][] = [
	['PATCH', '/__control/settings', { timezone: 'UTC', readBy: 'time' }],
	['POST', '/__control/faults', { kind: 'nothing', times: 1 }],
	['POST', '/__control/inbox', { route: 'official', from: '62812345678', text: 'Hello' }],
	['PUT', '/__control/accounts/other', { apiKey: 'k', userid: 'u', idPerson: 1, idClient: 1 }],
	['PUT', '/__control/templates/x', { name: 'a', body: 'Hello {{1}}' }],
	['PUT', '/__control/callbacks', { officialStatus: 'http://example.com/' }],
	['POST', '/phone/answer', { number: '62812345678', chat: 'official:x', text: 'Hello' }],
	['POST', '/phone/read', { number: '62812345678', chat: 'x' }],
	['POST', '/callbacks/save', { kind: 'business', url: 'http://example.com/' }],
	['POST', '/callbacks/test', { kind: 'business' }],
];

function deep(open: string, close: string, depth: number): string {
	return `${open.repeat(depth)}1${close.repeat(depth)}`;
}

const oddValue = (): unknown =>
	pick<() => unknown>(
		() => null,
		() => upTo(1e9) - 5e8,
		() => -0.5,
		() => 1e308,
		() => true,
		() => '',
		() => letters(upTo(5000)),
		() => '\u0000\ud800\uffff',
		() => [],
		() => [[['a']]],
		() => ({}),
		() => ({ constructor: { prototype: { polluted: true } } }),
		() => JSON.parse('{"__proto__": {"polluted": true}}') as unknown,
		() => Array.from({ length: upTo(500) }, (_, at) => at),
		() => 'http://[::bad',
		() => 'javascript:alert(1)',
		() => '%E0%A4%A',
	)();

/** One value somewhere in it is another. */
function mutated(value: unknown): unknown {
	if (draw() < 0.3 || typeof value !== 'object' || value === null) return oddValue();
	const keys = Object.keys(value);
	const key = pick(keys[0] ?? 'x', ...keys);
	if (Array.isArray(value)) return value.map((one) => mutated(one));
	if (draw() < 0.2) {
		return Object.fromEntries(Object.entries(value).filter(([name]) => name !== key));
	}
	return { ...value, [key]: mutated((value as Record<string, unknown>)[key]) };
}

interface Malformed {
	method: string;
	path: string;
	headers: Record<string, string>;
	body: Buffer;
}

const API = '/svc_api/1.0';
const BOMB = `<?xml version="1.0"?><!DOCTYPE a [<!ENTITY b "x"><!ENTITY c "&b;&b;&b;&b;&b;&b;&b;&b;">${Array.from(
	{ length: 20 },
	(_, at) => `<!ENTITY d${at} "${(at === 0 ? '&c;' : `&d${at - 1};`).repeat(10)}">`,
).join('')}]><a>&d19;</a>`;

const jsonType = { 'content-type': 'application/json' };

const kinds: (() => Malformed)[] = [
	function wrongValues() {
		const [path, body] = pick(...(JSON_BODIES as [(typeof JSON_BODIES)[number]]));
		const text = JSON.stringify(mutated(body));
		return { method: 'POST', path: API + path, headers: jsonType, body: Buffer.from(text) };
	},
	function wrongControl() {
		const [method, path, body] = pick(...(CONTROL_BODIES as [(typeof CONTROL_BODIES)[number]]));
		return { method, path, headers: jsonType, body: Buffer.from(JSON.stringify(mutated(body))) };
	},
	function truncatedJson() {
		const [path, body] = pick(...(JSON_BODIES as [(typeof JSON_BODIES)[number]]));
		const text = JSON.stringify(body);
		return {
			method: 'POST',
			path: API + path,
			headers: jsonType,
			body: Buffer.from(text.slice(0, upTo(text.length))),
		};
	},
	function randomBytes() {
		const [path] = pick(...(JSON_BODIES as [(typeof JSON_BODIES)[number]]));
		return { method: 'POST', path: API + path, headers: jsonType, body: bytes(upTo(300)) };
	},
	function wrongType() {
		const [path, body] = pick(...(JSON_BODIES as [(typeof JSON_BODIES)[number]]));
		const type = pick('text/plain', 'application/xml', 'multipart/form-data', '', 'x/y; charset=z');
		return {
			method: 'POST',
			path: API + path,
			headers: { 'content-type': type },
			body: Buffer.from(JSON.stringify(body)),
		};
	},
	function deepJson() {
		const depth = 1 + upTo(20_000);
		const nested = pick(deep('[', ']', depth), deep('{"a":', '}', depth), '['.repeat(depth));
		const [path] = pick(...(JSON_BODIES as [(typeof JSON_BODIES)[number]]));
		const text = pick(nested, `{"destination": ${nested}, "payloads": ${nested}}`);
		return { method: 'POST', path: API + path, headers: jsonType, body: Buffer.from(text) };
	},
	function xmlBomb() {
		const path = pick(`${API}/whatsapp/message`, '/api/v3/sendsms/plain');
		const type = pick('application/xml', 'text/xml', 'application/json');
		return { method: 'POST', path, headers: { 'content-type': type }, body: Buffer.from(BOMB) };
	},
	function brokenMultipart() {
		const boundary = 'edge';
		const part = (name: string, value: string) =>
			`--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
		const file = `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="a\r\nb.png"\r\nContent-Type: image/png\r\n\r\nPNG\r\n`;
		const whole = `${part('room_id', pick('x', '11111111-1111-4111-8111-111111111111'))}${part('type', pick('text', 'image', 'x'))}${part('__proto__', 'x')}${part('text', letters(upTo(200)))}${file.repeat(upTo(3))}${part('a', 'b').repeat(upTo(80))}--${boundary}--\r\n`;
		const type = pick(
			`multipart/form-data; boundary=${boundary}`,
			'multipart/form-data',
			'multipart/form-data; boundary=other',
			`multipart/form-data; boundary="${letters(200)}"`,
		);
		const text = draw() < 0.5 ? whole : whole.slice(0, upTo(whole.length));
		return {
			method: 'POST',
			path: `${API}/wa_official/message/reply`,
			headers: { 'content-type': type },
			body: Buffer.from(text),
		};
	},
	function wrongSms() {
		const form = pick(
			'user=simulator_api&password=%E0%A4%A&SMSText=x',
			'user[]=a&user[]=b&password[a]=b&SMSText=c',
			`user=simulator_api&password=simulator-password&SMSText=${letters(upTo(3000))}&GSM=${letters(20)}`,
			'&&&===%%%',
			'__proto__=x&constructor=y&output=yaml',
			'user=simulator_api&password=simulator-password&SMSText=x&GSM=1,2,3&unicode=maybe&otp=?',
		);
		const inQuery = draw() < 0.5;
		return {
			method: 'POST',
			path: `/api/v3/sendsms/plain${inQuery ? `?${form.replaceAll(' ', '')}` : ''}`,
			headers: { 'content-type': pick('application/x-www-form-urlencoded', 'text/plain') },
			body: inQuery ? Buffer.alloc(0) : pick(Buffer.from(form), bytes(50)),
		};
	},
	function wrongPath() {
		return {
			method: pick('GET', 'POST', 'PUT', 'DELETE', 'OPTIONS', 'HEAD', 'PATCH', 'PROPFIND', 'TRACE'),
			path: pick(
				`${API}/whatsapp/status/${letters(upTo(1500))}`,
				`${API}/whatsapp/status/%E0%A4%A`,
				`${API}/whatsapp/status/..%2f..%2fetc`,
				`${API}/whatsapp/status/%00`,
				`${API}/${letters(3)}`,
				'//',
				'/../../etc/passwd',
				`${API}/balance?${letters(3000)}`,
				'/phone/events?number=',
				'/callbacks/urls',
				'/phone/files/nothing',
				'/unsubscribe/nothing',
				'/__control/messages/nothing',
				'/__control/journal?after=x&limit=-1',
			),
			headers: {},
			body: Buffer.alloc(0),
		};
	},
];

describe('malformed requests', () => {
	let simulator: Simulator;
	const agent = new Agent({ keepAlive: true, maxSockets: 16 });

	beforeAll(async () => {
		simulator = await startSimulator({
			journal: 200,
			messages: 200,
			settings: { requestsPerSecond: 0, channelRequests: 0 },
		});
	});

	afterAll(async () => {
		agent.destroy();
		await simulator.stop();
	});

	/** The status of the answer; nothing where the connection was ended instead. */
	const send = ({ method, path, headers, body }: Malformed): Promise<number | undefined> =>
		new Promise((resolve) => {
			const { hostname, port } = new URL(simulator.url);
			const outgoing = request(
				{
					hostname,
					port,
					method,
					path,
					agent,
					headers: { apikey: 'simulator-key', ...headers, 'content-length': body.length },
				},
				(response) => {
					response.resume();
					response.on('close', () => {
						resolve(response.statusCode);
					});
				},
			);
			outgoing.on('error', () => {
				resolve(undefined);
			});
			outgoing.end(body);
		});

	/** Bytes that are no request, or only the beginning of one; what came back. */
	const sendRaw = (text: string | Buffer): Promise<string> =>
		new Promise((resolve) => {
			const socket = connect(Number(new URL(simulator.url).port), '127.0.0.1');
			let answer = '';
			socket.on('data', (chunk) => (answer += chunk.toString('latin1')));
			socket.on('error', () => {
				resolve(answer);
			});
			socket.on('close', () => {
				resolve(answer);
			});
			socket.end(text);
		});

	const rawKinds: (() => string | Buffer)[] = [
		() => bytes(200),
		() => 'GET / HTTP/9.9\r\n\r\n',
		() =>
			'POST /svc_api/1.0/whatsapp/message HTTP/1.1\r\nHost: localhost\r\nContent-Length: 99\r\n\r\n{"a',
		() =>
			'POST /svc_api/1.0/whatsapp/message HTTP/1.1\r\nHost: localhost\r\nContent-Length: -1\r\n\r\n',
		() =>
			'POST /svc_api/1.0/whatsapp/message HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\nZZ\r\nno chunk',
		() => `GET / HTTP/1.1\r\nHost: localhost\r\nX: ${letters(40_000)}\r\n\r\n`,
		() => 'GET http://[::bad HTTP/1.1\r\nHost: localhost\r\n\r\n',
		() => 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
	];

	const heap = (): number => {
		setFlagsFromString('--expose-gc');
		const collect = runInNewContext('gc') as () => void;
		collect();
		return process.memoryUsage().heapUsed;
	};

	it('each gets an answer that is no server error, and the memory stays as it was', async () => {
		const statuses = new Map<number | undefined, number>();
		let serverErrorsRaw = 0;
		let warm = 0;
		const one = async (number: number) => {
			if (number % 20 === 0) {
				const make = rawKinds[upTo(rawKinds.length)];
				const answer = await sendRaw(make?.() ?? '');
				if (answer.startsWith('HTTP/1.1 5')) serverErrorsRaw++;
				return;
			}
			const make = kinds[number % kinds.length];
			if (make === undefined) throw new Error('no such kind');
			const status = await send(make());
			statuses.set(status, (statuses.get(status) ?? 0) + 1);
		};
		for (let sent = 0; sent < COUNT; sent += 50) {
			if (sent === WARM) warm = heap();
			await Promise.all(Array.from({ length: 50 }, (_, at) => one(sent + at)));
		}
		const grown = heap() - warm;

		const serverErrors = [...statuses].filter(([status]) => (status ?? 0) >= 500);
		expect(serverErrors).toEqual([]);
		expect(serverErrorsRaw).toBe(0);
		expect(statuses.get(undefined) ?? 0).toBe(0);
		expect(grown).toBeLessThan(20_000_000);
		// And it still works.
		const alive = await fetch(`${simulator.url}${API}/balance`, {
			headers: { apikey: 'simulator-key' },
		});
		expect(alive.status).toBe(200);
		expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
		if (process.env.SHOW_FIGURES !== undefined) {
			process.stdout.write(`${JSON.stringify([...statuses])}, heap grown by ${grown} bytes\n`);
		}
	});

	it('a body of more than 8 MB is refused as too large', async () => {
		const status = await send({
			method: 'POST',
			path: `${API}/whatsapp/media`,
			headers: jsonType,
			body: Buffer.alloc(8 * 1024 * 1024 + 1, 'x'),
		});

		expect(status).toBe(413);
	});
});
