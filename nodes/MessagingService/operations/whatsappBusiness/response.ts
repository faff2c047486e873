import { z } from 'zod';

import { isGiven, isPlainRecord, typed, valuesIn } from '../../../plain';
import { asEnvelope } from '../../../service';
import { enveloped, plainOutput, type AnswerReader, type Json } from '../../engine/operation';

/** The service does not document this response. The node outputs any shape that does not report a failure. */

const usual = enveloped(z.custom<Json>());

/**
 * Fields by which a response, or the data in it, may report a failure. F and A are the codes of failed and aborted
 * messages (section States and transitions).
 */
const FAILED: Readonly<Record<string, RegExp>> = {
	error: /^(?!(?:|false|no|0|none|null|\[\]|\{\})$)/,
	success: /^(?:false|no|0)$/,
	status: /^(?:false|no|0|f|a|[45]\d\d|error|fail(?:ed|ure)?|aborted|rejected)$/,
};

const plainWord = (value: unknown): string =>
	(typeof value === 'string' ? value : JSON.stringify(value)).trim().toLowerCase();

function failureIn(value: Json): string | undefined {
	if (value === false) return 'false';
	const { data = null } = isPlainRecord(value) ? value : {};
	const levels: unknown[] = [value, data].flat();
	for (const level of levels.filter(isPlainRecord)) {
		for (const [name, failed] of Object.entries(FAILED)) {
			const given = level[name];
			if (given === undefined || !failed.test(plainWord(given))) continue;
			return valuesIn({ message: level.message, [name]: given });
		}
	}
	return undefined;
}

const ENVELOPE = new Set(['error', 'message', 'data']);

/** What the response holds next to the envelope's data comes out with each entry of the data. A message may be an object. */
function contentOf(value: Json): Json[] {
	const whole = isPlainRecord(value) ? value : { data: value };
	const others = Object.entries(whole).filter(
		([name, one]) => !ENVELOPE.has(name) || (name === 'message' && isPlainRecord(one)),
	);
	const rest = Object.fromEntries(others);
	const entries = [whole.data ?? null].flat().filter(isGiven);
	if (entries.length === 0) return [rest];
	return entries.map((entry) => ({
		...rest,
		...(isPlainRecord(entry) ? entry : { value: entry }),
	}));
}

const anyResponse: AnswerReader<Json[]> = (body) => {
	const read = usual(body);
	if (read.kind === 'refused') return read;
	const given = body.form === 'xml' ? typed(z.unknown(), body.value) : body.value;
	const value = asEnvelope(given) as Json;
	const data = contentOf(value);
	const words = failureIn(value);
	const [fields] = plainOutput(data);
	if (words === undefined) return { kind: 'data', data };
	return {
		kind: 'refused',
		words,
		advice: 'If it did not arrive, correct what the service names, then send it again.',
		fate: 'uncertain',
		...(fields && { fields }),
	};
};

export const businessAnswer = {
	answer: z.custom<Json[]>(),
	reader: anyResponse,
};
