import { Agent } from 'node:http';
import { connect } from 'node:net';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

import { MessagingServiceTrigger } from '../../../nodes/MessagingServiceTrigger/MessagingServiceTrigger.node';
import { MessagingServiceStatusTrigger } from '../../../nodes/MessagingServiceStatusTrigger/MessagingServiceStatusTrigger.node';
import { drawing } from '../../support/drawing';
import { call, TriggerServer, type Call } from '../../support/webhooks';

/** Callbacks that nobody should send: each gets an answer, and none starts a workflow. */

const COUNT = 20_000;
const WARM = 4000;
const BUSINESS_COUNT = 2000;
const AT_ONCE = 50;
/** One in so many goes through a bare socket. */
const RAW = 25;
const SEED = 11;
const TOKEN = '4f9d1c7a2be8605d3b1fa7c94e20d68b';
const DEEP = 70;

const { draw, upTo, pick, bytes, letters } = drawing(SEED);

type Fields = Record<string, unknown>;

const OFFICIAL: Fields = {
	room_id: 'room',
	ref_no: 'in-1',
	text: 'Yes',
	inbox_date: '2026-03-01 23:30:00',
	sender_number: '6281234567890',
};
const REPORT: Fields = { ref_no: 'out-1', status: 'read', status_date: '2026-03-01 23:30:00' };
const PUSHED = { id: '1', originator: '6281234567890', msg: 'Yes' };
const MOVED = { ref_no: 'u-1', status: 'D', sent_date: '', err_code: '' };

/** What must not stand where a text belongs. */
const oddValue = (): unknown =>
	pick<() => unknown>(
		() => null,
		() => [],
		() => ({}),
		() => ['a', 'b'],
		() => [[['a']]],
		() => ({ toString: 'x', valueOf: 1, toJSON: 'y', length: 3 }),
		() => ({ constructor: { prototype: { polluted: true } } }),
		() => JSON.parse('{"__proto__": {"polluted": true}}') as unknown,
		() => Array.from({ length: upTo(500) }, (_, at) => at),
	)();

function without(fields: Fields, key: string): Fields {
	return Object.fromEntries(Object.entries(fields).filter(([name]) => name !== key));
}

/** Without one field that is needed, or with what is none in its place. */
function broken(): Fields {
	const [fields, needed] = pick<[Fields, string]>(
		[OFFICIAL, pick('room_id', 'ref_no', 'sender_number')],
		[REPORT, pick('ref_no', 'status')],
	);
	return draw() < 0.3 ? without(fields, needed) : { ...fields, [needed]: oddValue() };
}

/** One field that is needed is missing, comes twice, or as a list or an object. */
function brokenForm(): string {
	const [fields, needed] = pick<[Record<string, string>, string]>(
		[PUSHED, pick('id', 'originator')],
		[MOVED, pick('ref_no', 'status')],
	);
	const rest = new URLSearchParams(
		Object.entries(fields).filter(([name]) => name !== needed),
	).toString();
	return `${rest}&${pick('z=1', `${needed}=a&${needed}=b`, `${needed.toUpperCase()}=a`, `${needed}%00=a`, `%20${needed}=a`)}`;
}

interface Hostile extends Call {
	/** JSON of an object with fields, which a Business trigger accepts. */
	isObject?: boolean;
}

const JSON_TYPE = { 'content-type': 'application/json' };
const FORM_TYPE = { 'content-type': 'application/x-www-form-urlencoded' };

const deep = (open: string, close: string, depth: number) =>
	`${open.repeat(depth)}1${close.repeat(depth)}`;

const BOMB = `<?xml version="1.0"?><!DOCTYPE a [<!ENTITY b "x">${Array.from(
	{ length: 20 },
	(_, at) => `<!ENTITY c${at} "${(at === 0 ? '&b;' : `&c${at - 1};`).repeat(10)}">`,
).join('')}]><a>&c19;</a>`;

const kinds: (() => Hostile)[] = [
	function wrongValues() {
		return { json: broken(), isObject: true };
	},
	function lists() {
		const json = pick<unknown[]>([], [REPORT], [[OFFICIAL]], Array(upTo(200)).fill(OFFICIAL));
		return { json, isObject: json.length > 0 && !Array.isArray(json[0]) };
	},
	function noObjects() {
		return {
			body: pick('null', 'true', '1', '-0', '1e999', '"ref_no"', '{}', '[{}]', ' ', '""'),
			headers: JSON_TYPE,
		};
	},
	function brokenJson() {
		const text = JSON.stringify(pick(OFFICIAL, REPORT));
		return {
			body: pick(text.slice(0, -1 - upTo(text.length - 1)), `${text}x`, `{${text}`, "{'a':1}"),
			headers: JSON_TYPE,
		};
	},
	function prototypeKeys() {
		const body = pick(
			'{"__proto__":{"polluted":true,"ref_no":"a","status":"read"},"z":1}',
			'{"constructor":{"prototype":{"polluted":true}},"z":1}',
			'{"z":{"__proto__":{"polluted":true}},"__proto__":[1]}',
			'{"__defineGetter__":1,"hasOwnProperty":1,"toString":null,"toJSON":{}}',
		);
		return { body, headers: JSON_TYPE, isObject: true };
	},
	function prototypeForm() {
		const form = pick(
			'__proto__[polluted]=1&constructor[prototype][polluted]=1',
			'__proto__=1&constructor=2&hasOwnProperty=3',
			'__proto__.ref_no=a&__proto__.status=D',
			'__proto__[ref_no]=a&__proto__[status]=D',
		);
		return draw() < 0.5 ? { query: form } : { body: form, headers: FORM_TYPE };
	},
	function deepJson() {
		// Most of them not so deep, some as deep as can be.
		const depth = DEEP + Math.floor(draw() ** 4 * (20_000 - DEEP));
		const nested = pick(deep('[', ']', depth), deep('{"a":', '}', depth));
		const valid = JSON.stringify(pick(OFFICIAL, REPORT)).slice(0, -1);
		return { body: pick(nested, `${valid},"more":${nested}}`), headers: JSON_TYPE };
	},
	function unclosedJson() {
		return {
			body: pick('[', '{"a":').repeat(1 + Math.floor(draw() ** 4 * 20_000)),
			headers: JSON_TYPE,
		};
	},
	function randomBytes() {
		// Their first byte begins no JSON and no form.
		const body = Buffer.concat([Buffer.from([0xff, 0]), bytes(upTo(300))]);
		return { body, headers: pick(JSON_TYPE, FORM_TYPE, { 'content-type': 'text/plain' }) };
	},
	function wrongType() {
		const type = pick(
			'text/plain',
			'text/html',
			'application/xml',
			'multipart/form-data',
			'multipart/form-data; boundary=x',
			'application/octet-stream',
			'x/y; charset=z',
			'text/jsonx',
			';;;',
		);
		return {
			body: JSON.stringify(pick(OFFICIAL, REPORT)),
			headers: { 'content-type': type },
		};
	},
	function wrongCharset() {
		const charset = pick('utf-16', 'utf-16le', 'nothing', '"', 'base64', 'hex', '__proto__');
		return {
			body: JSON.stringify(pick(OFFICIAL, REPORT)),
			headers: { 'content-type': `application/json; charset=${charset}` },
		};
	},
	function brokenForms() {
		return { body: brokenForm(), headers: FORM_TYPE };
	},
	function brokenQueries() {
		return { method: pick('GET', 'POST'), query: brokenForm() };
	},
	function oddQueries() {
		const query = pick(
			'',
			'?',
			'&&&===%%%',
			'ref_no=%E0%A4%A',
			'status=%',
			'ref_no[]=a&status[]=D',
			'ref_no[a]=b&status=D',
			'ref_no.x=1&status.y=2',
			`${'a[b]'.repeat(upTo(500))}=1`,
			`${'[a]'.repeat(upTo(500))}=1`,
			Array.from({ length: upTo(1000) }, (_, at) => `k${at}=v`).join('&'),
			`ref_no=${letters(upTo(8000))}`,
			'token=&token[]=1',
			'%00=%00',
		);
		return { method: pick('GET', 'POST'), query };
	},
	function hugeFields() {
		const text = letters(Math.floor(draw() ** 4 * 200_000));
		return pick<Hostile>(
			{ json: { text, [text.slice(0, 1000)]: 1 }, isObject: true },
			{ body: `msg=${text}`, headers: FORM_TYPE },
			{ body: '&a=1'.repeat(upTo(1500)), headers: FORM_TYPE },
		);
	},
	function nulBytes() {
		return pick<Hostile>(
			{ json: { 'ref_no\u0000': 'a', status: '\u0000' }, isObject: true },
			{ body: '{"ref_no":"a"\u0000,"status":"D"}', headers: JSON_TYPE },
			{ body: 'ref_no\u0000=a&status=D', headers: FORM_TYPE },
			{ query: 'ref_no%00=a&status=D' },
		);
	},
	function xml() {
		return {
			body: pick(BOMB, '<a', '<ref_no>a</ref_no><status>D</status>', '<a><b>1</b></a>', letters(9)),
			headers: { 'content-type': pick('application/xml', 'text/xml', 'image/svg+xml') },
		};
	},
	function wrongMethods() {
		return {
			method: pick('PUT', 'DELETE', 'PATCH', 'HEAD', 'OPTIONS', 'PROPFIND', 'TRACE'),
			query: new URLSearchParams(MOVED).toString(),
			...(draw() < 0.5 && { json: REPORT }),
		};
	},
	function oddHeaders() {
		return {
			json: broken(),
			isObject: true,
			headers: {
				'x-forwarded-for': pick('127.0.0.1', letters(500), ',,,', '::1'),
				'x-custom': letters(upTo(3000)),
			},
		};
	},
];

const REQUEST = 'POST /webhook/callback HTTP/1.1\r\nHost: a\r\n';

const rawKinds: (() => string | Buffer)[] = [
	() => bytes(200),
	() => 'GET /webhook/callback HTTP/9.9\r\n\r\n',
	() => `${REQUEST}Content-Type: application/json\r\nContent-Length: 99\r\n\r\n{"ref_no":"a","st`,
	() => `${REQUEST}Content-Length: -1\r\n\r\n`,
	() => `${REQUEST}Content-Length: 5\r\nContent-Length: 6\r\n\r\nabcdef`,
	() => `${REQUEST}Transfer-Encoding: chunked\r\n\r\nZZ\r\nno chunk`,
	() =>
		`${REQUEST}Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n40\r\n{"ref_no":"a","status":"read"}`,
	() => `${REQUEST}X: ${letters(40_000)}\r\n\r\n`,
	() => 'GET /webhook/callback?ref_no=\u0000&status=D HTTP/1.1\r\nHost: a\r\n\r\n',
	() => 'GET http://[::bad HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n',
	() => 'GET //webhook/callback?ref_no=a&status=D HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n',
];

/** Bytes that are no request, or only the beginning of one; settles when the connection ends. */
const sendRaw = (port: number, text: string | Buffer): Promise<string> =>
	new Promise((resolve, reject) => {
		const socket = connect(port, '127.0.0.1');
		let answer = '';
		socket.setTimeout(120_000, () => {
			socket.destroy();
			reject(new Error(`no answer and no end to ${text.toString('latin1').slice(0, 80)}`));
		});
		socket.on('data', (chunk) => (answer += chunk.toString('latin1')));
		socket.on('error', () => {
			resolve(answer);
		});
		socket.on('close', () => {
			resolve(answer);
		});
		socket.end(text, 'latin1');
	});

const heap = (): number => {
	setFlagsFromString('--expose-gc');
	const collect = runInNewContext('gc') as () => void;
	collect();
	return process.memoryUsage().heapUsed;
};

const pollution = () => ({}) as { polluted?: boolean; ref_no?: string };

describe('Hostile callbacks', () => {
	const agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE });
	const servers: TriggerServer[] = [];

	const open = async (setting: ConstructorParameters<typeof TriggerServer>[0]) => {
		const server = await new TriggerServer(setting).start();
		servers.push(server);
		return server;
	};

	const openInbox = () =>
		open({
			nodeType: new MessagingServiceTrigger(),
			parameters: { events: ['whatsappOfficialInbox', 'pushInbox'] },
		});

	const openStatus = () =>
		open({
			nodeType: new MessagingServiceStatusTrigger(),
			parameters: { events: ['whatsappOfficialStatus', 'whatsappUnofficialStatus'] },
		});

	const openGuarded = () =>
		open({
			nodeType: new MessagingServiceStatusTrigger(),
			parameters: {
				events: ['whatsappOfficialStatus', 'whatsappUnofficialStatus'],
				authentication: 'token',
			},
			token: TOKEN,
		});

	afterEach(async () => {
		await Promise.all(servers.splice(0).map((server) => server.stop()));
	});

	afterAll(() => {
		agent.destroy();
	});

	/** What would be a callback, were its token right. */
	const intrusion = (): Hostile => ({
		json: REPORT,
		query: pick(
			'',
			'token=',
			`token=${TOKEN.slice(0, upTo(TOKEN.length))}`,
			`token=${TOKEN}&token=${TOKEN}`,
			`token[]=${TOKEN}`,
			`TOKEN=${TOKEN}`,
			`token=${letters(8000)}`,
		),
	});

	it('20,000 of them each get an answer, start nothing, and leave the process as it was', async () => {
		const targets = [await openInbox(), await openStatus()] as const;
		const guarded = await openGuarded();
		const statuses = new Map<number | undefined, number>();
		let warm = 0;
		let serverErrorsRaw = 0;
		const one = async (number: number) => {
			const target = targets[number % 2 === 0 ? 0 : 1];
			if (number % RAW === 0) {
				const make = rawKinds[upTo(rawKinds.length)];
				const answer = await sendRaw(target.port, make?.() ?? '');
				if (answer.startsWith('HTTP/1.1 5')) serverErrorsRaw++;
				return;
			}
			const make = kinds[upTo(kinds.length)];
			const { status } =
				number % RAW === 1
					? await call(guarded, { ...intrusion(), agent })
					: await call(target, { ...make?.(), agent });
			statuses.set(status, (statuses.get(status) ?? 0) + 1);
		};
		for (let sent = 0; sent < COUNT; sent += AT_ONCE) {
			if (sent === WARM) warm = heap();
			await Promise.all(Array.from({ length: AT_ONCE }, (_, at) => one(sent + at)));
		}
		const grown = heap() - warm;

		expect([...targets, guarded].flatMap(({ started }) => started)).toEqual([]);
		expect(new Set(statuses.keys())).toEqual(new Set([400, 401, 403, 404, 413, 422]));
		expect(serverErrorsRaw).toBe(0);
		expect(grown).toBeLessThan(20_000_000);
		expect(pollution().polluted).toBeUndefined();
		expect(pollution().ref_no).toBeUndefined();
		// And it still works.
		const alive = await call(targets[1], { json: REPORT });
		expect(alive.status).toBe(200);
		expect(targets[1].started).toHaveLength(1);
	});

	it('start a Business workflow only if they are objects or lists of them, from JSON or a form', async () => {
		const server = await open({
			nodeType: new MessagingServiceTrigger(),
			parameters: {
				events: ['whatsappOfficialInbox', 'pushInbox', 'whatsappBusiness'],
				options: { ignoreRepeats: false },
			},
		});
		let objects = 0;
		const surprises: unknown[] = [];
		for (let sent = 0; sent < BUSINESS_COUNT; sent++) {
			const make = kinds[sent % kinds.length];
			const { isObject: isJsonObject = false, ...what } = make?.() ?? {};
			const isObject = isJsonObject || what.headers === FORM_TYPE;
			const before = server.started.length;
			const { status } = await call(server, { ...what, agent });
			const started = server.started.length - before;
			if (started !== (isObject ? 1 : 0) || (status ?? 500) >= 500) {
				surprises.push({ kind: make?.name, what, status, started });
			}
			if (isObject) objects++;
		}

		expect(surprises.slice(0, 3)).toEqual([]);
		expect(objects).toBeGreaterThan(BUSINESS_COUNT / 10);
		expect(server.errors).toEqual([]);
		expect(new Set(server.outputs.map(({ event }) => event))).toEqual(
			new Set(['whatsappBusiness']),
		);
		expect(pollution().polluted).toBeUndefined();
	});

	it.each([
		['as JSON', { json: { ...REPORT, more: letters(1024 * 1024) } }],
		['as a form', { body: `ref_no=a&status=D&more=${letters(1024 * 1024)}`, headers: FORM_TYPE }],
		['beyond what n8n reads', { json: { ...REPORT, more: letters(17 * 1024 * 1024) } }],
	])('of more than 1 MB are refused as too large: %s', async (_, what) => {
		const server = await openStatus();
		const { status } = await call(server, what);

		expect(status).toBe(413);
		expect(server.started).toEqual([]);
	});

	const MEGABYTE = 1024 * 1024;
	const filled = (piece: string, begin: string, end: string) =>
		begin + piece.repeat(Math.floor((MEGABYTE - begin.length - end.length) / piece.length)) + end;

	it.each([
		['empty objects', filled('{},', '{"a":[', '{}]}')],
		['numbers', filled('1,', '{"a":[', '1]}')],
		[
			'long numbers, as many as are read',
			filled('x', `{"a":[${'12345678901234567890,'.repeat(19_000)}"`, '"]}'),
		],
		['objects, as many as are read', filled('x', `{"a":[${'{"b":{}},'.repeat(9900)}"`, '"]}')],
		['objects with an ID that is none', filled('{"message_id":{}},', '{"a":[', '{}]}')],
		['names that change a prototype', filled('{"__proto__":{}},', '{"a":[', '{}]}')],
		['one long text', filled('x', '{"message_id":"1","a":"', '"}')],
	])(
		'of 1 MB get an answer at once: %s',
		async (_, body) => {
			const server = await open({
				nodeType: new MessagingServiceTrigger(),
				parameters: { events: ['whatsappOfficialInbox', 'pushInbox', 'whatsappBusiness'] },
			});
			const { status } = await call(server, { body, headers: JSON_TYPE });

			expect([200, 413]).toContain(status);
			expect(server.errors).toEqual([]);
			// A schema for each object would take more than 20 seconds.
		},
		5000,
	);

	it('give a workflow no key that leads astray', async () => {
		const server = await open({
			nodeType: new MessagingServiceTrigger(),
			parameters: { events: ['whatsappBusiness'], simplify: false },
		});
		await call(server, {
			body: '{"a":{"__proto__":{"polluted":true},"b":1},"__proto__":{"polluted":true}}',
			headers: JSON_TYPE,
		});

		expect(JSON.stringify(server.outputs)).toBe(
			JSON.stringify([{ event: 'whatsappBusiness', data: { a: { b: 1 } } }]),
		);
	});
});
