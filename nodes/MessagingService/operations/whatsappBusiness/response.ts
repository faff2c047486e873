import { z } from 'zod';

import { isPlainRecord, saidIn, typed, valuesIn } from '../../../plain';
import { asEnvelope } from '../../../service';
import { enveloped, plainOutput, type AnswerReader, type Json } from '../../engine/operation';

/** The service does not document this response. The node outputs any shape that does not report a failure. */

const usual = enveloped(z.custom<Json>());

/** Names are compared without case and underscores, and without a leading "is" or "message". */
const SUCCESS_FIELD = /^(?:success|successful|ok|sent|accepted)$/;
const STATUS_FIELD = /^(?:status|state|result)(?:code|text|name)?$/;
const ERROR_FIELD =
	/^(?:err|(?:error|fault|failure)s?|exception)(?:code|message|msg|description|details?)?$/;

/** F and A are the codes of failed and aborted messages (section States and transitions). */
const FAILED =
	/^\W*(?:[fa]$|[45]\d\d$|err(?:or|\b)|fail|invalid|reject|refus|denied|forbidden|unauthori[sz]ed|unable|can(?:no|.)t\b|could not|not (?:found|sent|allowed|delivered)|undeliver|abort|exception|expired|bad request)/i;

const NO = new Set(['false', 'no', '0']);
const NOTHING = new Set([...NO, '', 'none', 'null', '[]', '{}']);

const wordsOf = (value: Json): string =>
	typeof value === 'string' ? value : JSON.stringify(value);

const plainWord = (value: Json) => wordsOf(value).trim().toLowerCase();

function saysFailed([name, value]: [name: string, value: Json]): boolean {
	const field = name
		.toLowerCase()
		.replaceAll('_', '')
		.replace(/^(?:is|message)/, '');
	if (SUCCESS_FIELD.test(field)) return NO.has(plainWord(value));
	if (ERROR_FIELD.test(field)) return !NOTHING.has(plainWord(value));
	const isStatus = STATUS_FIELD.test(field) && typeof value !== 'object';
	return isStatus && (value === false || FAILED.test(plainWord(value)));
}

/** A failure may be reported at any depth. */
const fieldsIn = (value: Json): [name: string, value: Json][] =>
	typeof value === 'object' && value !== null
		? Object.entries(value).flatMap(([name, inner]) => [[name, inner], ...fieldsIn(inner)])
		: [];

function failureIn(value: Json): string | undefined {
	const { error, message } = isPlainRecord(value) ? value : { message: value };
	const said = typeof message === 'string' && message.trim() !== '' ? message : undefined;
	const field = fieldsIn(value).find(saysFailed);
	if (field !== undefined) {
		const [name, inner] = field;
		const words = typeof inner === 'object' ? saidIn(inner) || valuesIn(inner) : wordsOf(inner);
		const fault = `${name}: ${words}`;
		return said === undefined ? fault : `${said} (${fault})`;
	}
	if (value === false) return 'false';
	// Words in the message count as a failure only if the envelope has no `error` field.
	return said !== undefined && error === undefined && FAILED.test(said) ? said : undefined;
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
