import { z } from 'zod';

import { isPlainRecord, saidIn, typed, valuesIn } from '../../../plain';
import { asEnvelope } from '../../../service';
import { enveloped, plainOutput, type AnswerReader, type Json } from '../../engine/operation';

/** The service does not document this response. The node outputs any shape that does not report a failure. */

const usual = enveloped(z.custom<Json>());

const NO = new Set(['false', 'no', '0']);
const NOTHING = new Set([...NO, '', 'none', 'null', '[]', '{}']);

/** F and A are the codes of failed and aborted messages (section States and transitions). */
const FAILED = /^(?:f|a|[45]\d\d|error|fail(?:ed|ure)?|aborted|rejected)$/;

const wordsOf = (value: Json): string =>
	typeof value === 'string' ? value : JSON.stringify(value);

const plainWord = (value: Json) => wordsOf(value).trim().toLowerCase();

/** Three usual names may say that it failed, next to the envelope's own fields. */
const SAYS_FAILED: Readonly<Record<string, (word: string) => boolean>> = {
	error: (word) => !NOTHING.has(word),
	success: (word) => NO.has(word),
	status: (word) => NO.has(word) || FAILED.test(word),
};

/** What a failure is reported in: the response, and what the usual envelope holds. */
const outerLevels = (value: Json): Json[] => {
	const { data = null } = isPlainRecord(value) ? value : {};
	return [value, data].flat();
};

function failureIn(value: Json): string | undefined {
	if (value === false) return 'false';
	for (const level of outerLevels(value)) {
		if (!isPlainRecord(level)) continue;
		for (const [name, saysFailed] of Object.entries(SAYS_FAILED)) {
			const given = level[name];
			if (given === undefined || !saysFailed(plainWord(given))) continue;
			const words = typeof given === 'object' ? saidIn(given) || valuesIn(given) : wordsOf(given);
			const { message } = level;
			const fault = `${name}: ${words}`;
			return typeof message === 'string' && message.trim() !== '' ? `${message} (${fault})` : fault;
		}
	}
	return undefined;
}

const ENVELOPE = new Set(['error', 'message', 'data']);

function contentOf(whole: Readonly<Record<string, Json>>): Json {
	const { data = null } = whole;
	const others = Object.entries(whole).filter(
		// An error code of 0 is in every success, and says nothing.
		([name, value]) =>
			(!ENVELOPE.has(name) || (name === 'message' && isPlainRecord(value))) &&
			!(name === 'error_code' && plainWord(value) === '0'),
	);
	const rest: Record<string, Json> = Object.fromEntries(others);
	if (NOTHING.has(plainWord(data))) return rest;
	const merged = (entry: Json) =>
		isPlainRecord(entry) ? { ...rest, ...entry } : { ...rest, value: entry };
	return Array.isArray(data) ? data.map(merged) : merged(data);
}

const anyResponse: AnswerReader<Json> = (body) => {
	const given = body.form === 'xml' ? typed(z.unknown(), body.value) : body.value;
	const value = asEnvelope(given) as Json;
	const read = usual(body);
	if (read.kind === 'refused') return read;
	const data = read.kind === 'data' && isPlainRecord(value) ? contentOf(value) : value;
	const words = failureIn(value);
	if (words === undefined) return { kind: 'data', data };
	return {
		kind: 'refused',
		words,
		advice: 'If it did not arrive, correct what the service names, then send it again.',
		fate: 'uncertain',
		...(isPlainRecord(data) && { fields: data }),
	};
};

export const businessAnswer = {
	answer: z.custom<Json>(),
	reader: anyResponse,
	output: (data: Json) => (NOTHING.has(plainWord(data)) ? [{}] : plainOutput(data)),
};
