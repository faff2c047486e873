import type { z } from 'zod/v4';

import type { Fact } from '../facts/endpoints';
import { failure, invalid, Refused } from './answers';
import type { Call } from './call';
import { isJson } from './jsonRoute';

export const unreadable = (message: string): never => {
	throw new Refused(failure(400, message), 'unreadable');
};

export function checked<Schema extends z.ZodType>(
	schema: Schema,
	value: unknown,
	place: string,
): z.output<Schema> {
	const parsed = schema.safeParse(value);
	if (parsed.success) return parsed.data;
	const detail = parsed.error.issues.map(({ path, message, code }) => ({
		loc: [place, ...path],
		msg: message,
		type: `value_error.${code}`,
	}));
	throw new Refused(invalid(detail), 'refused');
}

const decoder = new TextDecoder('utf-8', { fatal: true });

/** A body as text. It is refused if its bytes are no text. */
export function textOf(body: unknown): string {
	if (!Buffer.isBuffer(body)) return '';
	try {
		return decoder.decode(body);
	} catch {
		return unreadable('The body is not valid UTF-8');
	}
}

function jsonOf({ request }: Call): unknown {
	if (!isJson(request.headers['content-type'])) {
		return unreadable('The body must be sent as application/json');
	}
	const text = textOf(request.body);
	try {
		return JSON.parse(text);
	} catch {
		return unreadable('The body is not valid JSON');
	}
}

export interface Upload {
	bytes: Buffer;
	name: string;
	mime: string;
}

async function partsOf({ request, entry }: Call) {
	if (!request.isMultipart()) unreadable('The body must be sent as multipart/form-data');
	const fields = new Map<string, unknown>();
	let file: Upload | undefined;
	try {
		for await (const part of request.parts()) {
			if (part.type === 'file') {
				const bytes = await part.toBuffer();
				file ??= { bytes, name: part.filename, mime: part.mimetype };
			} else if (!fields.has(part.fieldname)) {
				fields.set(part.fieldname, part.value);
			}
		}
	} catch (error) {
		// An error of the parser itself means that the body is broken.
		const isTooLarge = error instanceof Error && 'code' in error;
		if (isTooLarge && error.code === 'FST_REQ_FILE_TOO_LARGE') throw error;
		return unreadable('The body is not valid multipart/form-data');
	}
	const value = Object.fromEntries(fields);
	entry.body = JSON.stringify({ ...value, ...(file && { file: file.name }) }).slice(0, 10_000);
	return { value, file };
}

/** The body of a request, checked by its fact, and its file. */
export async function bodyOf<Schema extends z.ZodType>(
	{ body, sentAs }: Fact<Schema>,
	call: Call,
): Promise<{ body: z.output<Schema>; file?: Upload | undefined }> {
	if (sentAs === 'json') return { body: checked(body, jsonOf(call), 'body') };
	// An endpoint without a body has no use for one.
	if (sentAs === 'nothing') return { body: checked(body, undefined, 'body') };
	const { value, file } = await partsOf(call);
	return { body: checked(body, value, 'body'), file };
}
