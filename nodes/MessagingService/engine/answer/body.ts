import {
	faultOfData,
	hasMoreValues,
	insideRoot,
	longIntegersAsText,
	parseXml,
} from '../../../plain';

/** What JSON and XML can hold. */
export type Json = string | number | boolean | null | Json[] | { [key: string]: Json };

export interface ReadableBody {
	form: 'json' | 'xml';
	value: Json;
}

/** A success may say no more than a text that is neither JSON nor XML. */
export type AnswerBody = ReadableBody | { form: 'text'; value: string };

type Body = ReadableBody | { form: 'unreadable'; why: string; isPage: boolean };

/** A schema takes seconds for a list without end, and all of n8n waits meanwhile. */
const MOST_ENTRIES = 5_000;
const MOST_VALUES = 100_000;

/** The parser of XML takes as long. Lists of 5,000 entries with eight fields each have fewer tags. */
const MOST_TAGS = 100_000;

function hasMoreTags(xml: string): boolean {
	let tags = 0;
	for (let at = xml.indexOf('<'); at >= 0; at = xml.indexOf('<', at + 1)) {
		if (++tags > MOST_TAGS) return true;
	}
	return false;
}

function longestList(value: Json): number {
	if (typeof value !== 'object' || value === null) return 0;
	let longest = Array.isArray(value) ? value.length : 0;
	for (const inner of Object.values(value)) longest = Math.max(longest, longestList(inner));
	return longest;
}

const unreadable = (why: string, isPage = false): Body => ({ form: 'unreadable', why, isPage });

/** Parses JSON or XML by its content and not by its headers: the service sends XML unasked. */
export function parseBody(text: string): Body {
	const trimmed = text.replace(/^\uFEFF/, '').trim();
	if (trimmed === '') return unreadable('nothing');
	if (/^<(!doctype\s+html|html|head|body)\b/i.test(trimmed)) return unreadable('a web page', true);
	const form = trimmed.startsWith('<') ? 'xml' : 'json';
	if (form === 'xml' && hasMoreTags(trimmed)) {
		return unreadable(`XML of more than ${MOST_TAGS.toLocaleString('en-GB')} tags`);
	}
	if (form === 'json' && hasMoreValues(trimmed, MOST_VALUES)) {
		return unreadable(`JSON of more than ${MOST_VALUES.toLocaleString('en-GB')} values`);
	}
	try {
		const parsed: unknown =
			form === 'xml' ? insideRoot(parseXml(trimmed)) : JSON.parse(longIntegersAsText(trimmed));
		if (faultOfData(parsed, undefined, Infinity) !== undefined) {
			return unreadable(`${form.toUpperCase()} nested too deep`);
		}
		// Both parsers make nothing but JSON values.
		const value = parsed as Json;
		const entries = longestList(value);
		if (entries > MOST_ENTRIES) {
			return unreadable(
				`a list of ${entries} entries (the most that are read are ${MOST_ENTRIES})`,
			);
		}
		return { form, value };
	} catch {
		return unreadable(form === 'xml' ? 'broken XML' : 'something that is not JSON');
	}
}
