import type { FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod/v4';

/** A wrong request to the simulator itself, and not to the service. */
export class WrongRequest extends Error {
	constructor(
		message: string,
		readonly statusCode = 400,
	) {
		super(message);
	}
}

export function checkedAs<Value>(schema: z.ZodType<Value>, value: unknown): Value {
	const parsed = schema.safeParse(value);
	if (parsed.success) return parsed.data;
	const words = parsed.error.issues.map(({ path, message }) => `${path.join('.')} ${message}`);
	throw new WrongRequest(words.join('; ').trim());
}

/** Whether a content type is JSON. A page of another origin can send only other types. */
export const isJson = (type = ''): boolean => /^application\/json\b/i.test(type);

export function bodyAs<Value>(schema: z.ZodType<Value>, request: FastifyRequest): Value {
	const text = Buffer.isBuffer(request.body) ? request.body.toString('utf8') : '';
	if (text !== '' && !isJson(request.headers['content-type'])) {
		throw new WrongRequest('The body must be sent as application/json');
	}
	let value: unknown;
	try {
		value = text === '' ? {} : JSON.parse(text);
	} catch {
		throw new WrongRequest('The body is not valid JSON');
	}
	return checkedAs(schema, value);
}

export function tellError(
	error: { statusCode?: number; message: string },
	_request: FastifyRequest,
	reply: FastifyReply,
): FastifyReply {
	return reply.code(error.statusCode ?? 500).send({ error: error.message });
}
