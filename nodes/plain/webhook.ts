import type { IWebhookFunctions } from 'n8n-workflow';

export const isUrlencoded = (type: string): boolean =>
	/^application\/x-www-form-urlencoded\s*(;|$)/i.test(type);

export const isUpload = (type: string): boolean => /^multipart\/form-data\s*(;|$)/i.test(type);

export interface SentBody {
	type: string;
	/** Empty for a file upload, of which n8n keeps no bytes. */
	raw: Buffer;
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

/** n8n calls `end` even if the caller has hung up, so `settle` is always called. */
export function onceAnswered(context: IWebhookFunctions, settle: (status: number) => void): void {
	const response = context.getResponseObject();
	const end = response.end.bind(response);
	// `end` is overloaded, so the types need a cast.
	response.end = ((...parts: Parameters<typeof end>) => {
		settle(response.statusCode);
		return end(...parts);
	}) as typeof response.end;
}
