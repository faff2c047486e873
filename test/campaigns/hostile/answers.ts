import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';

import { drawing } from '../../support/drawing';
import { startService, type Answer } from '../../support/service';
import { JSON_TYPE } from './http';
import { OWN_SECRETS, saidIn, SECRETS } from './secrets';
import { around, list, nested, repeated, type Shape } from './shapes';

/** A service, or someone in between, that answers what no service should. */

interface HostileAnswer {
	type?: string;
	status?: number;
	headers?: Record<string, string>;
	body: string | Buffer;
	/** How often the body is sent, for as long as the node reads. */
	times?: number;
}

const MB = 1024 * 1024;
const XML_TYPE = 'application/xml';

const bomb = (encoding: string, body: Buffer): HostileAnswer => ({
	...{ type: JSON_TYPE, body },
	headers: { 'content-encoding': encoding },
});

/** 64 MB of spaces: 64 KB on the wire. */
const GZIP_BOMB = bomb('gzip', gzipSync(Buffer.alloc(64 * MB, ' ')));
const BOMBS = [
	GZIP_BOMB,
	bomb('deflate', deflateSync(Buffer.alloc(64 * MB, ' '))),
	bomb('br', brotliCompressSync(Buffer.alloc(16 * MB, ' '))),
] as const;

const ENTITIES = `<?xml version="1.0"?><!DOCTYPE a [<!ENTITY b "x">${Array.from(
	{ length: 20 },
	(_, at) => `<!ENTITY c${at} "${(at === 0 ? '&b;' : `&c${at - 1};`).repeat(10)}">`,
).join('')}]><results><result><status>&c19;</status></result></results>`;

const OUTSIDE =
	'<!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]><results><result><status>0</status><messageid>&b;</messageid></result></results>';

const enveloped = (data: string) => `{"error":false,"message":"OK","data":${data}}`;
const data = (before: string, shape: Shape, after = '') =>
	around(`{"error":false,"data":${before}`, shape, `${after}}`);

const [x, braces] = [repeated('x'), repeated('{{')];

/** What takes long to read, as much of it as is wanted. */
const SHAPES: Record<string, [type: string, shape: Shape, status?: number]> = {
	'a list of {}': [JSON_TYPE, data('', list('{}'))],
	'a list of results': [JSON_TYPE, around('{"results":', list('{}'), '}')],
	'a list of faults': [JSON_TYPE, around('{"detail":', list('{"loc":[],"msg":"x"}'), '}'), 422],
	'nested lists': [JSON_TYPE, data('', nested('[', '', ']'))],
	'lists without end': [JSON_TYPE, repeated('[')],
	'a long text': [JSON_TYPE, data('{"ref_no":"', x, '"}')],
	placeholders: [JSON_TYPE, data('[{"id":"a","status":"APPROVED","body":"', braces, '"}]')],
	'a long fault': [JSON_TYPE, around('{"detail":[{"loc":["body"],"msg":"', x, '"}]}'), 422],
	'a long message': [JSON_TYPE, around('{"error":true,"message":"', x, '"}'), 400],
	'many XML tags': [XML_TYPE, around('<results>', repeated('<result/>'), '</results>')],
	'nested XML': [XML_TYPE, repeated('<a>')],
	'XML attributes': [XML_TYPE, around('<a ', repeated('b="c" '), '/>')],
	'escapes in XML': [XML_TYPE, around('<a>', repeated('&amp;'), '</a>')],
	'open CDATA': [XML_TYPE, around('<a><![CDATA[', repeated(']]'), '')],
	'an open comment': [XML_TYPE, around('<!--', repeated('-'), '')],
};

const LARGE = 1_200_000;

export const LARGE_ANSWERS: Record<string, HostileAnswer> = {
	'64 MB of gzip': GZIP_BOMB,
	'64 MB without end': { type: JSON_TYPE, body: Buffer.alloc(MB, ' '), times: 64 },
	'entities in XML': { type: XML_TYPE, body: ENTITIES },
	...Object.fromEntries(
		Object.entries(SHAPES).map(([name, [type, shape, status = 200]]) => [
			`1.2 MB: ${name}`,
			{ type, status, body: shape(LARGE) },
		]),
	),
};

/** @param secrets what it repeats of the login */
function hostileAnswers(seed: number, secrets: readonly string[]): () => HostileAnswer {
	const { draw, upTo, pick, bytes } = drawing(seed);
	const size = () => (upTo(40) === 0 ? 2 * MB + upTo(MB) : Math.floor(draw() ** 6 * 200_000) + 1);
	const json = (body: string, status = 200): HostileAnswer => ({ type: JSON_TYPE, status, body });
	const repeating = (said: string) => {
		const told = (value: object, status?: number) => json(JSON.stringify(value), status);
		return pick(
			told({ error: false, data: { ref_no: said, [said]: `got ${said}` } }),
			told({ error: true, message: `bad key ${said}` }, 400),
			told({ detail: [{ loc: ['header', said], msg: said, type: 'x' }] }, 422),
			told({ results: [{ status: '0', messageid: said, destination: said }] }),
			told({ results: [{ status: `-${said}`, messageid: '' }] }),
			json(`{"key":"${said}`),
			{ status: 401, body: `key=${said}` },
			{ status: 500, body: `{"trace":"APIKey: ${said}"}` },
			{ type: XML_TYPE, body: `<a><b>${said}</b></a>` },
		);
	};
	const kinds: [() => HostileAnswer, ...(() => HostileAnswer)[]] = [
		// As documented.
		() => json(enveloped('{"ref_no":"r-1","destination":"6281234567890"}')),
		() => json('{"results":[{"status":"0","messageid":"m-1","destination":"6281234567890"}]}'),
		() => repeating(secrets[upTo(secrets.length)] ?? ''),
		() => ({ type: XML_TYPE, body: pick(ENTITIES, OUTSIDE) }),
		// Another type than it says.
		() => ({
			type: pick(JSON_TYPE, XML_TYPE, 'image/png', ''),
			body: pick(Buffer.from('<a>1</a>'), Buffer.from('{"a":1}'), bytes(upTo(3000))),
		}),
		() => json(enveloped('{}'), pick(202, 204, 206, 304, 402, 418, 499, 599)),
		() => ({
			...json(enveloped('{}'), pick(200, 429, 503)),
			headers: pick<Record<string, string>>(
				{ 'content-encoding': 'gzip' },
				{ 'content-type': 'application/json; charset=utf-16' },
				{ 'x-long': 'x'.repeat(7000) },
				{ 'set-cookie': 'a=b' },
			),
		}),
		() => ({
			status: pick(301, 302, 307, 308),
			headers: { location: pick('http://127.0.0.1:9/', '/elsewhere', 'file:///etc/passwd', '//') },
			body: '',
		}),
		() => json(pick('null', '1', '"a"', '[]', '', ' ', 'NaN', '{"__proto__":{"a":1}}')),
		...Object.values(SHAPES).map(([type, shape, status]) => () => ({
			...{ type, body: shape(size()) },
			status: status ?? 200,
		})),
	];
	// Once in a while one that is made to exhaust its reader.
	return () => (upTo(100) === 0 ? pick(...BOMBS) : pick(...kinds)());
}

export type HostileService = Awaited<ReturnType<typeof startHostileService>>;

const sent = ({ type = '', status = 200, headers, body, times = 1 }: HostileAnswer): Answer => ({
	status,
	headers: { 'content-type': type, ...headers },
	pieces: Array.from({ length: times }, () => Buffer.from(body)),
});

export async function startHostileService(seed: number) {
	// Each repeats the login of the node that asks: a node does not know the login of another.
	const to = {
		api: hostileAnswers(seed, saidIn(SECRETS.apiKey)),
		sms: hostileAnswers(seed + 1, saidIn(SECRETS.smsPassword)),
		own: hostileAnswers(seed, saidIn(OWN_SECRETS.header)),
	};
	const asks = (path: string) => {
		if (path.startsWith('/own')) return 'own';
		return path.includes('sendsms') ? 'sms' : 'api';
	};
	const service = await startService();
	service.answer = ({ path }) => sent(to[asks(path)]());
	return {
		url: service.url,
		requests: () => service.journal.length,
		/** Gives one answer for as long as some work takes. */
		whileAnswering: async <T>(one: HostileAnswer, work: () => Promise<T>): Promise<T> => {
			const { answer } = service;
			service.answer = () => sent(one);
			const result = await work();
			service.answer = answer;
			return result;
		},
		stop: service.stop,
	};
}
