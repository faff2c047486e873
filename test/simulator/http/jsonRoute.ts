import type { FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';

/** A request to the simulator itself, and not to the service, that is wrong. */
export class WrongRequest extends Error {
	constructor(
		message: string,
		readonly statusCode = 400,
	) {
		super(message);
	}
}

export function checkedAs<Value>(
	schema: z.ZodType<Value, z.ZodTypeDef, unknown>,
	value: unknown,
): Value {
	const parsed = schema.safeParse(value);
	if (parsed.success) return parsed.data;
	const words = parsed.error.issues.map(({ path, message }) => `${path.join('.')} ${message}`);
	throw new WrongRequest(words.join('; ').trim());
}

/** The JSON body of a request, checked. */
export function bodyAs<Value>(
	schema: z.ZodType<Value, z.ZodTypeDef, unknown>,
	request: FastifyRequest,
): Value {
	let value: unknown;
	try {
		value = Buffer.isBuffer(request.body) ? JSON.parse(request.body.toString('utf8')) : {};
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
