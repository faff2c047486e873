import { insideRoot, isTooDeep, parseXml } from '../../../plain';

/** What JSON and XML can hold. */
export type Json = string | number | boolean | null | Json[] | { [key: string]: Json };

export interface ReadableBody {
	form: 'json' | 'xml';
	value: Json;
}

type Body = ReadableBody | { form: 'unreadable'; why: string; isPage: boolean };

/** Far beyond any documented answer: do not parse it. */
const LONGEST_ANSWER = 20_000_000;

const unreadable = (why: string, isPage = false): Body => ({ form: 'unreadable', why, isPage });

/** Parses JSON or XML by what the body is, not by what its headers claim: the service sends XML unasked. */
export function parseBody(text: string): Body {
	const trimmed = text.replace(/^\uFEFF/, '').trim();
	if (trimmed === '') return unreadable('nothing');
	if (trimmed.length > LONGEST_ANSWER) return unreadable(`${trimmed.length} characters`);
	if (/^<(!doctype\s+html|html|head|body)\b/i.test(trimmed)) return unreadable('a web page', true);
	const form = trimmed.startsWith('<') ? 'xml' : 'json';
	try {
		const parsed: unknown = form === 'xml' ? insideRoot(parseXml(trimmed)) : JSON.parse(trimmed);
		if (isTooDeep(parsed)) return unreadable(`${form.toUpperCase()} nested too deep`);
		// Both parsers make nothing but JSON values.
		return { form, value: parsed as Json };
	} catch {
		return unreadable(form === 'xml' ? 'broken XML' : 'something that is not JSON');
	}
}
