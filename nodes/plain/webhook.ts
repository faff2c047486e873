import type { IWebhookFunctions } from 'n8n-workflow';

export const isUrlencoded = (type: string): boolean =>
	/^application\/x-www-form-urlencoded\s*(;|$)/i.test(type);

export interface SentBody {
	type: string;
	/** The bytes of the body. n8n has none of a file upload. */
	raw: Buffer;
	/** How many bytes the caller sent. */
	length: number;
}

export function sentBody(context: IWebhookFunctions): SentBody {
	const { headers, rawBody } = context.getRequestObject();
	const type = headers['content-type'] ?? '';
	const given: unknown = rawBody;
	return Buffer.isBuffer(given)
		? { type, raw: given, length: given.length }
		: { type, raw: Buffer.alloc(0), length: Number(headers['content-length'] ?? 0) };
}

/** Calls back with the status code when n8n ends its response, which it does even if the caller has hung up. */
export function onceAnswered(context: IWebhookFunctions, settle: (status: number) => void): void {
	const response = context.getResponseObject();
	const end = response.end.bind(response);
	// The cast is needed because `end` is overloaded.
	response.end = ((...parts: Parameters<typeof end>) => {
		settle(response.statusCode);
		return end(...parts);
	}) as typeof response.end;
}
