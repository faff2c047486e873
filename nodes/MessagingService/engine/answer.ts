import type { z } from 'zod';

import { envelope } from '../../service';
import { insideRoot, isTooDeep, parseXml, typed } from '../../plain';
import type { Sent } from './outcome';

export interface ReadableBody {
	form: 'json' | 'xml';
	value: unknown;
}

export type Body = ReadableBody | { form: 'unreadable'; why: string; page: boolean };

/** No documented answer comes near; what does is no answer. */
const LONGEST_ANSWER = 20_000_000;

const unreadable = (why: string, page = false): Body => ({ form: 'unreadable', why, page });

/** Reads JSON or XML, by what it is and not by what its headers claim: the service answers XML where nobody asked for it. */
export function parseBody(text: string): Body {
	const trimmed = text.replace(/^\uFEFF/, '').trim();
	if (trimmed === '') return unreadable('nothing');
	if (trimmed.length > LONGEST_ANSWER) return unreadable(`${trimmed.length} characters`);
	if (/^<(!doctype\s+html|html|head|body)\b/i.test(trimmed)) return unreadable('a web page', true);
	const form = trimmed.startsWith('<') ? 'xml' : 'json';
	try {
		const value: unknown = form === 'xml' ? insideRoot(parseXml(trimmed)) : JSON.parse(trimmed);
		return isTooDeep(value) ? unreadable(`${form.toUpperCase()} nested too deep`) : { form, value };
	} catch {
		return unreadable(form === 'xml' ? 'broken XML' : 'something that is not JSON');
	}
}

export type Read =
	| { kind: 'data'; data: unknown }
	| { kind: 'refused'; words: string; advice: string; sent: Sent }
	| { kind: 'undocumented'; where: string; sent: Sent };

export type AnswerReader = (body: ReadableBody) => Read;

/** The first place where a value breaks its schema, for a person who reads the answer beside it. */
function firstFault(error: z.ZodError): string {
	const issue = error.issues[0];
	if (issue === undefined) return 'unknown fault';
	return `${issue.path.length > 0 ? issue.path.join('.') : 'answer'}: ${issue.message.toLowerCase()}`;
}

const isEmpty = (data: unknown) =>
	data === undefined ||
	data === null ||
	data === '' ||
	(typeof data === 'object' && Object.keys(data).length === 0);

/** Reads an answer whose data lies in the service's envelope. */
export function enveloped(data: z.ZodTypeAny): AnswerReader {
	const expected = envelope.extend({ data });
	return ({ form, value }) => {
		const candidate = form === 'xml' ? typed(expected, value) : value;
		const outer = envelope.safeParse(candidate);
		if (!outer.success) {
			return { kind: 'undocumented', where: firstFault(outer.error), sent: 'unknown' };
		}
		const whole = expected.safeParse(candidate);
		if (outer.data.error === true) {
			return {
				kind: 'refused',
				words: outer.data.message ?? 'it gave no reason',
				advice: 'Correct what the service names, then run again.',
				// An error beside the data of a success contradicts itself: then nobody can tell.
				sent: whole.success && !isEmpty(outer.data.data) ? 'unknown' : 'no',
			};
		}
		if (whole.success) return { kind: 'data', data: whole.data.data };
		// A success code and no error: it was taken, though its result cannot be read.
		const taken = outer.data.data !== undefined;
		return {
			kind: 'undocumented',
			where: firstFault(whole.error),
			sent: taken ? 'yes' : 'unknown',
		};
	};
}
