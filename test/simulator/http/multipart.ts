import type { FastifyRequest } from 'fastify';
import type { z } from 'zod';

import type { BodyReader } from './apiEndpoint';
import { unreadable } from './apiEndpoint';
import { checked } from './bodies';

export interface Upload {
	bytes: Buffer;
	name: string;
	mime: string;
}

export interface Parts<Fields> {
	fields: Fields;
	file: Upload | undefined;
}

const isTooLarge = (error: unknown) =>
	error instanceof Error && 'code' in error && error.code === 'FST_REQ_FILE_TOO_LARGE';

async function partsOf(request: FastifyRequest) {
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
		// The parser's own faults come without a status: the body is broken.
		if (isTooLarge(error)) throw error;
		return unreadable('The body is not valid multipart/form-data');
	}
	return { fields, file };
}

/** Reads a multipart/form-data body: its fields, and at most one file. */
export const multipart =
	<Schema extends z.ZodTypeAny>(schema: Schema): BodyReader<Parts<z.output<Schema>>> =>
	async ({ request, entry }) => {
		if (!request.isMultipart()) unreadable('The body must be sent as multipart/form-data');
		const { fields, file } = await partsOf(request);
		entry.bodyBytes = file?.bytes.length ?? 0;
		const texts = Object.fromEntries(fields);
		entry.body = JSON.stringify({ ...texts, ...(file && { file: file.name }) }).slice(0, 10_000);
		return { fields: checked(schema, texts, 'body'), file };
	};
