import type {
	IDataObject,
	IExecuteFunctions,
	IHttpRequestOptions,
	ICredentialsDecrypted,
	ILoadOptionsFunctions,
} from 'n8n-workflow';
import { z } from 'zod';

import { breakdownOf, type Breakdown } from '../../../service';

export interface RequestFile {
	fileName: string | undefined;
	mimeType: string;
	size: number;
	read: () => Promise<Buffer>;
}

/** A request in the service's terms: no host, no login. It has at most one of the bodies. */
export interface ServiceRequest {
	method: 'GET' | 'POST';
	/** Comes after the address of the credential; empty if that is the whole address. */
	path: string;
	query?: Readonly<Record<string, string>>;
	json?: IDataObject;
	/** A file that goes into the JSON as base64, under this name. */
	jsonFile?: { name: string; file: RequestFile };
	form?: Readonly<Record<string, string>>;
	multipart?: Readonly<Record<string, string>>;
	/** A file that is a part of the multipart body, under this name. */
	part?: { name: string; file: RequestFile };
}

/** A request with all that it needs except the login. */
export interface WireRequest {
	request: ServiceRequest;
	url: string;
	accept: string;
	timeoutMs: number;
}

export interface WireAnswer {
	status: number;
	/** Undefined if the body is too long to be read. */
	text: string | undefined;
	retryAfter?: string | undefined;
}

export type Transport = (wire: WireRequest) => Promise<WireAnswer | Breakdown>;

const fullResponse = z.object({
	statusCode: z.number(),
	headers: z.object({ 'retry-after': z.string().optional() }).passthrough(),
	body: z.unknown(),
});

/** In bytes after decompression, far beyond any documented response. */
export const LONGEST_ANSWER = 2_000_000;

const isStream = (body: unknown): body is AsyncIterable<Uint8Array> =>
	typeof body === 'object' && body !== null && Symbol.asyncIterator in body;

async function bodyText(body: unknown): Promise<string | undefined> {
	// n8n's own tests of workflows replace the service, and give data.
	if (!isStream(body)) return typeof body === 'string' ? body : JSON.stringify(body ?? {});
	const chunks: Uint8Array[] = [];
	let length = 0;
	for await (const chunk of body) {
		length += chunk.length;
		// The return closes the stream and its connection.
		if (length > LONGEST_ANSWER) return undefined;
		chunks.push(chunk);
	}
	return Buffer.concat(chunks).toString('utf8');
}

async function multipartOf({ multipart, part }: ServiceRequest) {
	const parts = new FormData();
	for (const [name, value] of Object.entries(multipart ?? {})) parts.append(name, value);
	if (part) {
		const { file, name } = part;
		// A Buffer may be a view of shared memory, so its bytes are copied.
		const content = new Blob([new Uint8Array(await file.read())], { type: file.mimeType });
		parts.append(name, content, file.fileName ?? 'file');
	}
	const written = new Response(parts);
	const type = written.headers.get('content-type') ?? '';
	return { type, body: Buffer.from(await written.arrayBuffer()) };
}

/** Each try has new options, because n8n writes the login into them. */
async function httpOptions(wire: WireRequest): Promise<IHttpRequestOptions> {
	const { request, url, accept, timeoutMs: timeout } = wire;
	const headers: IDataObject = { Accept: accept };
	const options: IHttpRequestOptions = {
		...{ method: request.method, url, headers, timeout },
		// `bodyText` stops at a limit.
		encoding: 'stream',
		returnFullResponse: true,
		ignoreHttpStatusErrors: true,
		// The key must reach no other address than the credential's.
		disableFollowRedirect: true,
	};
	if (request.query) options.qs = { ...request.query };
	if (request.json) {
		headers['Content-Type'] = 'application/json';
		const { jsonFile } = request;
		const content = jsonFile && (await jsonFile.file.read()).toString('base64');
		options.body = { ...request.json, ...(jsonFile && { [jsonFile.name]: content }) };
	} else if (request.multipart) {
		const { type, body } = await multipartOf(request);
		headers['Content-Type'] = type;
		options.body = body;
	} else if (request.form) {
		headers['Content-Type'] = 'application/x-www-form-urlencoded';
		options.body = { ...request.form };
	}
	return options;
}

/**
 * If n8n aborted requests of a cancelled execution, no one would know whether their messages left. So requests get their
 * own deadline as signal, which also ends a response that trickles in.
 */
function withOwnDeadline(context: ServiceContext, deadline: AbortSignal): ServiceContext {
	return new Proxy(context, {
		get: (target, key): unknown =>
			key === 'getExecutionCancelSignal' ? () => deadline : Reflect.get(target, key),
	});
}

const FILE_NOT_READ: Breakdown = {
	reached: 'no',
	passing: false,
	ofItem: true,
	what: 'The file of this item could not be read',
	advice: 'n8n may no longer have the file: run the node that provides it once more.',
};

/** Requests come from an execution, or from a list of the editor. */
export type ServiceContext = IExecuteFunctions | ILoadOptionsFunctions;

export function transportOf(context: ServiceContext, credential: ICredentialsDecrypted): Transport {
	return async (wire) => {
		const options = await httpOptions(wire).catch(() => undefined);
		if (!options) return FILE_NOT_READ;
		const deadline = AbortSignal.timeout(wire.timeoutMs);
		options.abortSignal = deadline;
		try {
			const response: unknown = await context.helpers.httpRequestWithAuthentication.call(
				withOwnDeadline(context, deadline),
				credential.type,
				options,
				{ credentialsDecrypted: credential },
			);
			const { statusCode: status, headers, body } = fullResponse.parse(response);
			const text = await bodyText(body);
			return { status, text, retryAfter: headers['retry-after'] };
		} catch (error) {
			// The error contains the request with its key or password, so only a description of the failure is returned.
			return breakdownOf(error, wire.timeoutMs);
		}
	};
}
