import type { IDataObject } from 'n8n-workflow';
import { z } from 'zod';

import { isPlainRecord, typed } from '../../../plain';
import { messageStatus } from '../../../service';
import { enveloped, plainOutput, type AnswerReader, type Json } from '../../engine/operation';

/** The service does not document this response. The node outputs any shape that does not report a failure. */

type AnyData = Json | undefined;

const anyData = z.custom<AnyData>();

const usual = enveloped(anyData);

const SAYS_NO = new Set<unknown>([false, 'false', 'no', 0, '0']);
const SAYS_NOTHING = new Set<unknown>([...SAYS_NO, undefined, null, '', 'none', 'null']);

const SUCCESS_FIELD = /^(?:is_?)?(?:success|successful|ok|sent|accepted)$/i;
const STATUS_FIELD = /^(?:message_?)?(?:status|state|result)(?:_?(?:code|text|name))?$/i;
const ERROR_FIELD =
	/^(?:errors?|err|faults?|failures?|exception)(?:_?(?:code|message|msg|description|details?))?$/i;

const FAILED =
	/^\W*(?:error|err\b|fail|invalid|reject|refus|denied|forbidden|unauthori[sz]ed|unable|cannot|can.t\b|could not|not (?:found|sent|allowed|delivered)|undeliver|abort|exception|expired|bad request)/i;

const plainWord = (value: Json) => (typeof value === 'string' ? value.trim().toLowerCase() : value);

const isBlank = (value: Json): boolean =>
	typeof value === 'object' && value !== null
		? Object.keys(value).length === 0
		: SAYS_NOTHING.has(plainWord(value));

function isFailedStatus(value: Json): boolean {
	if (typeof value === 'object' && value !== null) return false;
	const word = String(value).trim();
	const { name } = messageStatus(word);
	return (
		value === false ||
		name === 'failed' ||
		name === 'aborted' ||
		FAILED.test(word) ||
		/^[45]\d\d$/.test(word)
	);
}

function saysFailed(name: string, value: Json): boolean {
	if (SUCCESS_FIELD.test(name)) return SAYS_NO.has(plainWord(value));
	if (STATUS_FIELD.test(name)) return isFailedStatus(value);
	return ERROR_FIELD.test(name) && !isBlank(value);
}

function faultIn(value: Json): string | undefined {
	if (typeof value !== 'object' || value === null) return undefined;
	for (const [name, inner] of Object.entries(value)) {
		if (saysFailed(name, inner)) {
			return `${name}: ${typeof inner === 'string' ? inner : JSON.stringify(inner)}`;
		}
		const deeper = faultIn(inner);
		if (deeper !== undefined) return deeper;
	}
	return undefined;
}

function failureIn(value: Json): string | undefined {
	if (typeof value === 'string') return FAILED.test(value) ? value : undefined;
	if (value === false) return 'false';
	if (!isPlainRecord(value)) return faultIn(value);
	const { error, message } = value;
	const said = typeof message === 'string' && message.trim() !== '' ? message : undefined;
	const fault = faultIn(value);
	if (fault !== undefined) return said === undefined ? fault : `${said} (${fault})`;
	// Words in the message count as a failure only if the envelope has no `error` field.
	return said !== undefined && error === undefined && FAILED.test(said) ? said : undefined;
}

const ENVELOPE = new Set(['error', 'message', 'data']);

function contentOf(value: Json, data: AnyData): AnyData {
	if (!isPlainRecord(value)) return value;
	const others = Object.entries(value).filter(([name]) => !ENVELOPE.has(name));
	const rest: Record<string, Json> = Object.fromEntries(others);
	if (data === undefined || isBlank(data)) return others.length === 0 ? undefined : rest;
	if (others.length === 0) return data;
	const merged = (entry: Json) =>
		isPlainRecord(entry) ? { ...rest, ...entry } : { ...rest, value: entry };
	return Array.isArray(data) ? data.map(merged) : merged(data);
}

const anyResponse: AnswerReader<AnyData> = (body) => {
	const value = body.form === 'xml' ? (typed(z.unknown(), body.value) as Json) : body.value;
	const inEnvelope = isPlainRecord(value) && body.form !== 'text' ? usual(body) : undefined;
	if (inEnvelope?.kind === 'refused') return inEnvelope;
	const content =
		inEnvelope?.kind === 'undocumented'
			? value
			: contentOf(value, inEnvelope?.kind === 'data' ? inEnvelope.data : undefined);
	const failure = failureIn(value);
	if (failure === undefined) return { kind: 'data', data: content };
	return {
		kind: 'refused',
		words: failure,
		advice: 'If it did not arrive, correct what the service names, then send it again.',
		sent: 'unknown',
		...(isPlainRecord(content) && { fields: content }),
	};
};

export const businessAnswer = {
	answer: anyData,
	reader: anyResponse,
	output: (data: AnyData): IDataObject[] =>
		data === undefined || isBlank(data) ? [{}] : plainOutput(data),
	preview: z.object({}),
};
