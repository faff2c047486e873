import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';

import { drawing } from '../../support/drawing';
import { startService, type Answer } from '../../support/service';
import { OWN_SECRETS, saidIn, SECRETS } from './secrets';

/** A service, or someone in between, that answers what no service should. */

export interface HostileAnswer {
	kind: string;
	status: number;
	headers: Record<string, string>;
	body: Buffer;
	/** How often the body is sent, for as long as the node reads. */
	times?: number;
}

const MB = 1024 * 1024;

const JSON_TYPE = { 'content-type': 'application/json' };
const XML_TYPE = { 'content-type': 'application/xml' };

/** 64 MB of spaces: 64 KB on the wire. */
const BOMBS = {
	gzip: gzipSync(Buffer.alloc(64 * MB, ' ')),
	deflate: deflateSync(Buffer.alloc(64 * MB, ' ')),
	br: brotliCompressSync(Buffer.alloc(16 * MB, ' ')),
};

const ENTITIES = `<?xml version="1.0"?><!DOCTYPE a [<!ENTITY b "x">${Array.from(
	{ length: 20 },
	(_, at) => `<!ENTITY c${at} "${(at === 0 ? '&b;' : `&c${at - 1};`).repeat(10)}">`,
).join('')}]><results><result><status>&c19;</status></result></results>`;

const OUTSIDE =
	'<!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]><results><result><status>0</status><messageid>&b;</messageid></result></results>';

/** @param secrets what it repeats of the login */
export function hostileAnswers(seed: number, secrets: readonly string[]): () => HostileAnswer {
	const { draw, upTo, pick, bytes } = drawing(seed);
	const secret = () => secrets[upTo(secrets.length)] ?? '';
	const size = () => (upTo(40) === 0 ? 2 * MB + upTo(MB) : Math.floor(draw() ** 6 * 200_000) + 1);
	const repeated = (unit: string) => unit.repeat(Math.max(1, Math.floor(size() / unit.length)));
	const list = (unit: string) => `[${repeated(`${unit},`).slice(0, -1)}]`;
	const json = (text: string, status = 200): Partial<HostileAnswer> => ({
		status,
		headers: JSON_TYPE,
		body: Buffer.from(text),
	});
	const enveloped = (data: string) => `{"error":false,"message":"OK","data":${data}}`;

	const kinds: Record<string, () => Partial<HostileAnswer>> = {
		'as documented': () =>
			json(
				pick(
					enveloped('{"ref_no":"r-1","destination":"6281234567890"}'),
					'{"results":[{"status":"0","messageid":"m-1","destination":"6281234567890"}]}',
				),
			),
		'a long list': () =>
			json(
				pick(
					enveloped(list('{}')),
					enveloped(list('{"id":"a","name":"b","body":"{{1}}"}')),
					`{"results":${list('{}')}}`,
					`{"detail":${list('{"loc":[],"msg":"x"}')}}`,
				),
				pick(200, 200, 422),
			),
		'deep JSON': () => {
			const levels = Math.floor(size() / 2);
			return json(
				pick(enveloped(`${'['.repeat(levels)}${']'.repeat(levels)}`), '['.repeat(levels)),
			);
		},
		'a long text': () => json(enveloped(`{"ref_no":"${'x'.repeat(size())}"}`)),
		'many placeholders': () =>
			json(enveloped(`[{"id":"a","name":"t","status":"APPROVED","body":"${repeated('{{')}"}]`)),
		'a long refusal': () =>
			json(
				pick(
					`{"detail":[{"loc":["body","x"],"msg":"${'x'.repeat(size())}","type":"t"}]}`,
					`{"error":true,"message":"${repeated('no ')}"}`,
				),
				pick(400, 422, 500),
			),
		'the login, repeated': () => {
			const said = secret();
			const told = (value: object, status = 200) => json(JSON.stringify(value), status);
			return pick(
				told({ error: false, data: { ref_no: said, [said]: `got ${said}` } }),
				told({ error: true, message: `bad key ${said}` }, 400),
				told({ detail: [{ loc: ['header', said], msg: said, type: 'x' }] }, 422),
				told({ results: [{ status: '0', messageid: said, destination: said }] }),
				told({ results: [{ status: `-${said}`, messageid: '' }] }),
				json(`{"key":"${said}`),
				{ status: 401, headers: {}, body: Buffer.from(`key=${said}`) },
				{ status: 500, headers: {}, body: Buffer.from(`{"trace":"APIKey: ${said}"}`) },
				{ headers: XML_TYPE, body: Buffer.from(`<a><b>${said}</b></a>`) },
			);
		},
		'XML with entities': () => ({ headers: XML_TYPE, body: Buffer.from(pick(ENTITIES, OUTSIDE)) }),
		'long XML': () => ({
			headers: XML_TYPE,
			body: Buffer.from(
				pick(
					`<results>${repeated('<result/>')}</results>`,
					repeated('<a>'),
					`<a ${repeated('b="c" ')}/>`,
					`<a>${repeated('&amp;')}</a>`,
					`<a><![CDATA[${repeated(']]')}`,
					`<!--${repeated('-')}`,
				),
			),
		}),
		'another type than it says': () => ({
			headers: pick(JSON_TYPE, XML_TYPE, { 'content-type': 'image/png' }, {}),
			body: pick(Buffer.from('<a>1</a>'), Buffer.from('{"a":1}'), bytes(upTo(3000))),
		}),
		'an odd status': () => json(enveloped('{}'), pick(202, 204, 206, 304, 402, 418, 499, 599)),
		'odd headers': () => ({
			...json(enveloped('{}'), pick(200, 429, 503)),
			headers: {
				...JSON_TYPE,
				...pick<Record<string, string>>(
					{ 'content-encoding': 'gzip' },
					{ 'content-type': 'application/json; charset=utf-16' },
					{ 'x-long': 'x'.repeat(7000) },
					{ 'set-cookie': 'a=b' },
				),
			},
		}),
		'a redirect': () => ({
			status: pick(301, 302, 307, 308),
			headers: { location: pick('http://127.0.0.1:9/', '/elsewhere', 'file:///etc/passwd', '//') },
			body: Buffer.alloc(0),
		}),
		'no object': () =>
			json(pick('null', '1', '"a"', '[]', '', ' ', 'NaN', '{"__proto__":{"a":1}}')),
	};
	const names = Object.keys(kinds);

	return () => {
		// Once in a while one that is made to exhaust its reader.
		if (upTo(100) === 0) {
			const encoding = pick<keyof typeof BOMBS>('gzip', 'deflate', 'br');
			return {
				kind: 'a bomb',
				status: 200,
				headers: { ...JSON_TYPE, 'content-encoding': encoding },
				body: BOMBS[encoding],
			};
		}
		const kind = names[upTo(names.length)] ?? '';
		const made = kinds[kind]?.();
		return { kind, status: 200, headers: {}, body: Buffer.alloc(0), ...made };
	};
}

const large = (
	type: Record<string, string>,
	body: string | Buffer,
	more: Partial<HostileAnswer> = {},
): HostileAnswer => ({ kind: '', status: 200, headers: type, body: Buffer.from(body), ...more });

/** The largest of them. */
export const LARGE_ANSWERS: Record<string, HostileAnswer> = {
	'64 MB of gzip': large({ ...JSON_TYPE, 'content-encoding': 'gzip' }, BOMBS.gzip),
	'64 MB without end': large(JSON_TYPE, Buffer.alloc(MB, ' '), { times: 64 }),
	'a list of 100,000 {}': large(JSON_TYPE, `{"error":false,"data":[${'{},'.repeat(99_999)}{}]}`),
	'80 KB of placeholders': large(
		JSON_TYPE,
		`{"error":false,"data":[{"id":"a","name":"t","status":"APPROVED","body":"${'{{'.repeat(40_000)}"}]}`,
	),
	'a refusal of 1.2 MB': large(
		JSON_TYPE,
		`{"detail":[{"loc":["body"],"msg":"${'x'.repeat(1_200_000)}","type":"t"}]}`,
		{ status: 422 },
	),
	'entities in XML': large(XML_TYPE, ENTITIES),
	'1 MB of nested XML': large(XML_TYPE, '<a>'.repeat(350_000)),
};

export type HostileService = Awaited<ReturnType<typeof startHostileService>>;

const sent = ({ status, headers, body, times = 1 }: HostileAnswer): Answer => ({
	status,
	// An empty type takes the place of JSON.
	headers: { 'content-type': '', ...headers },
	pieces: Array.from({ length: times }, () => body),
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
		/** How often it was asked. */
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
