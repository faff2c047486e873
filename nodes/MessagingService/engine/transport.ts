import type {
	IDataObject,
	IExecuteFunctions,
	IHttpRequestOptions,
	ICredentialsDecrypted,
} from 'n8n-workflow';
import { z } from 'zod';

import { breakdownOf, type Breakdown } from './breakdown';
import type { ServiceRequest } from './operation';

export type { Breakdown } from './breakdown';

export interface WireAnswer {
	status: number;
	text: string;
	retryAfter?: string | undefined;
}

export type Reply =
	{ answered: true; answer: WireAnswer } | { answered: false; breakdown: Breakdown };

export interface WireRequest {
	request: ServiceRequest;
	url: string;
	accept: string;
	timeoutMs: number;
}

export type Transport = (wire: WireRequest) => Promise<Reply>;

const fullResponse = z.object({
	statusCode: z.number(),
	headers: z.object({ 'retry-after': z.string().optional() }).passthrough(),
	body: z.unknown(),
});

const asText = (body: unknown): string => {
	if (typeof body === 'string') return body;
	if (Buffer.isBuffer(body)) return body.toString('utf8');
	return body === undefined || body === null ? '' : JSON.stringify(body);
};

/** A fresh copy for every try: n8n writes the login into what it is given. */
function httpOptions({ request, url, accept, timeoutMs }: WireRequest): IHttpRequestOptions {
	const headers: IDataObject = { Accept: accept };
	const options: IHttpRequestOptions = {
		method: request.method,
		url,
		headers,
		timeout: timeoutMs,
		// Read as text and parsed by us, since the service answers in two formats, asked for or not.
		encoding: 'text',
		returnFullResponse: true,
		ignoreHttpStatusErrors: true,
		// The key goes to the address of the credential and nowhere else.
		disableFollowRedirect: true,
	};
	if (request.query) options.qs = { ...request.query };
	if (request.json) {
		headers['Content-Type'] = 'application/json';
		options.body = { ...request.json };
	} else if (request.form) {
		headers['Content-Type'] = 'application/x-www-form-urlencoded';
		options.body = { ...request.form };
	}
	return options;
}

/**
 * n8n would break off requests under way when an execution is cancelled, and then nobody could tell whether their
 * messages left. So these requests see another signal: their own deadline, which also bounds a body that trickles.
 */
function withOwnDeadline(context: IExecuteFunctions, deadline: AbortSignal): IExecuteFunctions {
	return new Proxy(context, {
		get: (target, key): unknown =>
			key === 'getExecutionCancelSignal' ? () => deadline : Reflect.get(target, key),
	});
}

/** The one place where a request leaves n8n. */
export function transportOf(
	context: IExecuteFunctions,
	credential: ICredentialsDecrypted,
): Transport {
	return async (wire) => {
		const options = httpOptions(wire);
		const deadline = AbortSignal.timeout(wire.timeoutMs);
		options.abortSignal = deadline;
		try {
			const response: unknown = await context.helpers.httpRequestWithAuthentication.call(
				withOwnDeadline(context, deadline),
				credential.type,
				options,
				{ credentialsDecrypted: credential },
			);
			const { statusCode, headers, body } = fullResponse.parse(response);
			return {
				answered: true,
				answer: { status: statusCode, text: asText(body), retryAfter: headers['retry-after'] },
			};
		} catch (error) {
			// The error holds the request with its key: only what it means goes on from here.
			return { answered: false, breakdown: breakdownOf(error, wire.timeoutMs) };
		}
	};
}
