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

export type AnswerBody = ReadableBody | { form: 'text'; value: string };

type Body = ReadableBody | { form: 'unreadable'; why: string; isPage: boolean };

/** Checking a huge list against a schema takes seconds, in which n8n can do nothing else. */
const MOST_ENTRIES = 5_000;
/** The most values of JSON or tags of XML that are parsed. A list of 5,000 entries with eight fields each has fewer. */
const MOST_PARTS = 100_000;

const hasMoreTags = (xml: string) => xml.split('<', MOST_PARTS + 2).length > MOST_PARTS + 1;

function longestList(value: Json): number {
	if (typeof value !== 'object' || value === null) return 0;
	let longest = Array.isArray(value) ? value.length : 0;
	for (const inner of Object.values(value)) longest = Math.max(longest, longestList(inner));
	return longest;
}

const unreadable = (why: string, isPage = false): Body => ({ form: 'unreadable', why, isPage });

/** Reads the form of a body from its content, because the service sends XML also where JSON was asked for. */
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
		// Both parsers return only JSON values.
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
