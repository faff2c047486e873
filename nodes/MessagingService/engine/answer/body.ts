import {
	faultOfData,
	hasMoreValues,
	insideRoot,
	longIntegersAsText,
	parseXml,
} from '../../../plain';

export type Json = string | number | boolean | null | Json[] | { [key: string]: Json };

interface ReadableBody {
	form: 'json' | 'xml';
	value: Json;
}

/** A success may say no more than a text that is neither JSON nor XML. */
export type AnswerBody = ReadableBody | { form: 'text'; value: string };

type Body = ReadableBody | { form: 'unreadable'; why: string; isPage: boolean };

/** A schema takes seconds for a list without end, and all of n8n waits meanwhile. */
const MOST_ENTRIES = 5_000;
/** For the values of JSON or the tags of XML: lists of 5,000 entries with eight fields each have fewer tags. */
const MOST_PARTS = 100_000;

const hasMoreTags = (xml: string) => xml.split('<', MOST_PARTS + 2).length > MOST_PARTS + 1;

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
	const isTooLong = form === 'xml' ? hasMoreTags(trimmed) : hasMoreValues(trimmed, MOST_PARTS);
	if (isTooLong) {
		const parts = `${MOST_PARTS.toLocaleString('en-GB')} ${form === 'xml' ? 'tags' : 'values'}`;
		return unreadable(`${form.toUpperCase()} of more than ${parts}`);
	}
	try {
		const parsed: unknown =
			form === 'xml' ? insideRoot(parseXml(trimmed)) : JSON.parse(longIntegersAsText(trimmed));
		const isTooDeep = faultOfData(parsed, undefined, Infinity) !== undefined;
		if (isTooDeep) return unreadable(`${form.toUpperCase()} nested too deep`);
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
