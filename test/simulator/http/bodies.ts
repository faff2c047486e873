import type { z } from 'zod';

import { invalid } from './answers';
import { isJson } from './jsonRoute';
import { misfitsOf, Refused, unreadable, type BodyReader } from './apiEndpoint';

export function checked<Schema extends z.ZodTypeAny>(
	schema: Schema,
	value: unknown,
	place: string,
): z.output<Schema> {
	const parsed = schema.safeParse(value);
	if (parsed.success) return parsed.data as z.output<Schema>;
	throw new Refused(invalid(misfitsOf(parsed.error, place)), 'refused');
}

const decoder = new TextDecoder('utf-8', { fatal: true });

/** A body as text, or a refusal where its bytes are no text. */
export function textOf(body: unknown): string {
	if (!Buffer.isBuffer(body)) return '';
	try {
		return decoder.decode(body);
	} catch {
		return unreadable('The body is not valid UTF-8');
	}
}

export function parsedJson(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return unreadable('The body is not valid JSON');
	}
}

export const json =
	<Schema extends z.ZodTypeAny>(schema: Schema): BodyReader<z.output<Schema>> =>
	({ request }) => {
		if (!isJson(request.headers['content-type'])) {
			return unreadable('The body must be sent as application/json');
		}
		return checked(schema, parsedJson(textOf(request.body)), 'body');
	};
