import { randomUUID } from 'node:crypto';

import { drawing } from '../../support/drawing';
import { FORM_TYPE, JSON_TYPE, type Sent } from './http';

/** Requests to the address of a question, and taps on buttons, none of which is an answer. */

export interface Hostile extends Sent {
	kind: string;
	url: string;
}

/** Addresses, or the IDs of buttons, that n8n itself has signed. */
interface Signed {
	open: string;
	/** Of the one before it, in the same loop. */
	earlier: string;
	other: string;
}

const queryOf = (url: string) => url.slice(url.indexOf('?'));
const pathOf = (url: string) => url.slice(0, url.indexOf('?'));

/** What must not be taken for an answer, though the address is right. */
export const NO_ANSWERS: [type: string, body: string][] = [
	[FORM_TYPE, ''],
	[FORM_TYPE, 'approved=TRUE'],
	[FORM_TYPE, 'approved=true&approved=false'],
	[FORM_TYPE, 'approved[toString]=true'],
	[FORM_TYPE, '__proto__[approved]=true'],
	[FORM_TYPE, `approved=false&reason=${'x'.repeat(20_000)}`],
	[FORM_TYPE, 'k=v&'.repeat(900)],
	[FORM_TYPE, '%E0%A4%A'],
	[JSON_TYPE, '{'],
	[JSON_TYPE, 'null'],
	[JSON_TYPE, '[{"approved":"true"}]'],
	[JSON_TYPE, '{"approved":"true"}'],
	[JSON_TYPE, '{"__proto__":{"approved":"true"}}'],
	[JSON_TYPE, `${'{"a":'.repeat(500)}1${'}'.repeat(500)}`],
	[JSON_TYPE, JSON.stringify({ a: 'x'.repeat(600_000) })],
	['text/plain', 'approved=true'],
	['application/xml', '<!DOCTYPE a [<!ENTITY b "true">]><approved>&b;</approved>'],
	['multipart/form-data; boundary=x', '--x--'],
	['', 'approved=true'],
];

/** Changes to what n8n has signed: none of them has a right signature. */
function forging(signed: Signed, seed: number) {
	const { open, earlier, other } = signed;
	const drawn = drawing(seed);
	const { upTo, pick } = drawn;
	const withValue = (change: (value: string) => string | undefined) => {
		const query = new URLSearchParams(queryOf(open));
		const at = name();
		const changed = change(query.get(at) ?? '');
		if (changed === undefined) query.delete(at);
		else query.set(at, changed);
		return `${pathOf(open)}?${query.toString()}`;
	};
	const names = [...new URLSearchParams(queryOf(open)).keys()];
	const name = () => names[upTo(names.length)] ?? '';
	const ids = [...pathOf(open).matchAll(/[^/:]+/g)].map(([id]) => id);
	const [execution = '', node = ''] = ids.slice(-2);
	const odd = () =>
		pick('0', '-1', '9'.repeat(39), '9'.repeat(400), '1e9', 'NaN', '%00', "1'%20or%201");
	const forge = (): string =>
		pick<() => string>(
			() =>
				withValue((value) => {
					const at = upTo(value.length);
					return `${value.slice(0, at)}${pick('a', 'A', '0', '-')}x${value.slice(at + 2)}`;
				}),
			() => withValue(() => pick('', 'x', 'x'.repeat(3000), 'undefined', '\u0000')),
			() => withValue(() => undefined),
			() => `${open}&${pick('approved=true', 'nonce=x', '__proto__[a]=1', 'token=x', 'x')}`,
			() => `${pathOf(open)}?${pick('approved=true', 'a', '')}&x=${queryOf(open).slice(1)}`,
			() => open.replace(name(), `${name()}[]`),
			() => pathOf(open) + queryOf(pick(other, earlier)).toUpperCase(),
			() => pathOf(other) + queryOf(open),
			() => pathOf(open) + queryOf(other),
			() => open.replace(`${execution}/${node}`, `${odd()}/${node}`),
			() =>
				open.replace(node, pick(randomUUID(), '__proto__', 'x'.repeat(90), '.', '%2e%2e', '%2f')),
		)();
	/** None that is right after all, such as one where a letter became the same letter. */
	const forged = (): string => {
		const made = forge();
		return made === open || made === other ? forged() : made;
	};
	return { ...drawn, forged };
}

export function* hostileRequests(count: number, seed: number, signed: Signed): Generator<Hostile> {
	const { pick, upTo, forged } = forging(signed, seed);
	for (let made = 0; made < count; made++) {
		const kind = pick('forged', 'forged', 'earlier', 'look', 'no answer');
		const answer = { headers: { 'content-type': FORM_TYPE }, body: Buffer.from('approved=true') };
		if (kind === 'forged') {
			const method = pick('POST', 'POST', 'PUT', 'GET', 'DELETE');
			yield { kind, url: forged(), method, ...answer };
		} else if (kind === 'earlier') {
			yield { kind, url: signed.earlier, method: 'POST', ...answer };
		} else if (kind === 'look') {
			const agent = pick('WhatsApp/2.23.20.0', 'facebookexternalhit/1.1', 'Mozilla/5.0', '');
			const headers = { 'user-agent': agent, 'x-http-method-override': 'POST' };
			yield { kind, url: signed.open, method: pick('GET', 'HEAD', 'OPTIONS'), headers };
		} else {
			const [type, body] = NO_ANSWERS[upTo(NO_ANSWERS.length)] ?? ['', ''];
			const headers: Record<string, string> = type === '' ? {} : { 'content-type': type };
			yield { kind, url: signed.open, method: 'POST', headers, body: Buffer.from(body) };
		}
	}
}

/** @param url of a trigger that takes any payload */
export function* hostileTaps(
	count: number,
	seed: number,
	signed: Signed,
	url: string,
): Generator<Hostile> {
	const { pick, upTo, forged } = forging(signed, seed);
	const levels = (inner: string) => {
		const deep = upTo(400);
		return `${'{"a":['.repeat(deep)}${inner}${']}'.repeat(deep)}`;
	};
	for (let made = 0; made < count; made++) {
		const id = JSON.stringify(pick(forged, forged, forged, () => signed.earlier)());
		const body = pick(
			`{"button_id":${id}}`,
			`{"a":${levels(`{"id":${id}}`)}}`,
			`{"a":[${Array.from({ length: upTo(300) }, () => JSON.stringify(forged())).join(',')}]}`,
			`{${id}:"x","text":"Yes"}`,
			`{"text":${JSON.stringify(`Here: ${signed.open}`)}}`,
			`{"a":${JSON.stringify(signed.open.replace('answer:', 'ANSWER:'))}}`,
		);
		const headers = { 'content-type': JSON_TYPE };
		yield { kind: 'tap', url, headers, body: Buffer.from(body) };
	}
}
