import type { IWebhookFunctions } from 'n8n-workflow';

export const isUrlencoded = (type: string): boolean =>
	/^application\/x-www-form-urlencoded\s*(;|$)/i.test(type);

export interface SentBody {
	type: string;
	/** The body before parsing. It is empty if n8n has no bytes: there was none, or it is a file upload. */
	raw: Buffer;
	/** In bytes, before parsing. */
	length: number;
}

export function sentBody(context: IWebhookFunctions): SentBody {
	const { headers, rawBody } = context.getRequestObject();
	const given: unknown = rawBody;
	const declared = Number(headers['content-length'] ?? 0);
	const [raw, length] = Buffer.isBuffer(given)
		? [given, given.length]
		: [Buffer.alloc(0), declared];
	return { type: headers['content-type'] ?? '', raw, length };
}

/** Calls back with n8n's status code when n8n ends its answer, which it does even if the caller has hung up long before. */
export function onceAnswered(context: IWebhookFunctions, settle: (status: number) => void): void {
	const response = context.getResponseObject();
	const end = response.end.bind(response);
	// The cast is needed because `end` is overloaded.
	response.end = ((...parts: Parameters<typeof end>) => {
		settle(response.statusCode);
		return end(...parts);
	}) as typeof response.end;
}
