import { z } from 'zod';

import { isObject, isPlainRecord, onOrOff, saidIn, typed, valuesIn } from '../plain';
import { MESSAGE_STATUS } from './statuses';

const wordsOf = (message: unknown): string | undefined => {
	if (typeof message === 'string') return message;
	return isObject(message) ? saidIn(Object.values(message)) : undefined;
};

/** The service's documentation calls this Response envelope (section Resources). */
export const envelope = z
	.object({
		error: z.preprocess((value) => (value === '' ? undefined : value), onOrOff.nullish()),
		message: z.unknown().transform(wordsOf),
		data: z.unknown(),
	})
	.passthrough();

const ANY = /^(?!(?:|false|no|0|none|null|\[\]|\{\})$)/;

const LOST = Object.entries(MESSAGE_STATUS).flatMap(([code, { name, became }]) =>
	became === 'lost' ? [code.toLowerCase(), name] : [],
);

/**
 * Fields by which a response may report a failure beside its data, in words that the service does not document, or by the
 * status of a lost message.
 */
const FAILED: Readonly<Record<string, RegExp>> = {
	error: ANY,
	errors: ANY,
	success: /^(?:false|no|0)$/,
	status: new RegExp(`^(?:false|no|0|[45]\\d\\d|error|fail(?:ure)?|rejected|${LOST.join('|')})$`),
};

const plainWord = (value: unknown): string =>
	(typeof value === 'string' ? value : JSON.stringify(value ?? null)).trim().toLowerCase();

/** The words by which the fields of a response report a failure. */
export function failureSaidIn(fields: Readonly<Record<string, unknown>>): string | undefined {
	const failed = Object.entries(fields).find(([name, given]) =>
		FAILED[name.toLowerCase()]?.test(plainWord(given)),
	);
	return failed && valuesIn({ message: fields.message, [failed[0]]: failed[1] });
}

/** The service's documentation calls the body of a 422 Validation error (section Resources). */
const validationError = z.object({ detail: z.array(z.unknown()) });
const loc = z.array(z.union([z.string(), z.number()]));
const fault = z.object({ loc, msg: z.string(), type: z.string() });

/** Users do not read more, and a schema takes seconds for very long lists. */
const MOST_READ = 20;

const beginning = (value: unknown) => (Array.isArray(value) ? value.slice(0, MOST_READ) : value);

/** A location begins with one of these words, which tell a user nothing. */
const REQUEST_PARTS = new Set(['body', 'query', 'path', 'header']);

export function validationFaults(form: 'json' | 'xml', value: unknown): string[] {
	const read = <Read>(schema: z.ZodType<Read, z.ZodTypeDef, unknown>, found: unknown) =>
		schema.safeParse(form === 'xml' ? typed(schema, found) : found).data;
	const faults = read(validationError, value)
		?.detail.slice(0, MOST_READ)
		.map((one) => read(fault, isPlainRecord(one) ? { ...one, loc: beginning(one.loc) } : one));
	const isOfAll = ({ loc: [...parts] }: z.output<typeof fault>) => parts.includes('__root__');
	const known = (faults ?? []).filter((one) => one !== undefined);
	const named = known.filter((one) => !isOfAll(one));
	return (named.length > 0 ? named : known).flatMap((one) => {
		const path = one.loc.filter((part, at) => !(at === 0 && REQUEST_PARTS.has(String(part))));
		return [`${path.length > 0 ? path.join('.') : 'request'}: ${one.msg}`];
	});
}
