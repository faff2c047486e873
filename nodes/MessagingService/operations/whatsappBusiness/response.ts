import { z } from 'zod';

import { isGiven, isPlainRecord, typed } from '../../../plain';
import { failureSaidIn } from '../../../service';
import { enveloped, plainOutput, type AnswerReader, type Json } from '../../engine/operation';

/** The service does not show this response. So the node outputs any shape that does not report a failure. */

const usual = enveloped(z.custom<Json>(), () => undefined);

function failureIn(value: Json): string | undefined {
	if (value === false) return 'false';
	const { data = null } = isPlainRecord(value) ? value : {};
	const levels: unknown[] = [value, data].flat();
	return levels
		.filter(isPlainRecord)
		.map(failureSaidIn)
		.find((words) => words !== undefined);
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
	// Words are a response, but data that was cut off is none.
	if (body.form === 'text' && /^[{[<]/.test(body.value)) return { kind: 'unreadable' };
	const read = usual(body);
	if (read.kind === 'refused') return read;
	// Without types, XML gives the same values as JSON.
	const value = (body.form === 'xml' ? typed(z.unknown(), body.value) : body.value) as Json;
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
