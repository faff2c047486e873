import type {
	IDataObject,
	IExecuteFunctions,
	IHttpRequestOptions,
	ICredentialsDecrypted,
	ILoadOptionsFunctions,
} from 'n8n-workflow';
import { z } from 'zod';

import { textOfBody } from '../../../plain';
import { breakdownOf, type Breakdown } from '../../../service';

interface RequestFile {
	fileName: string | undefined;
	mimeType: string;
	read: () => Promise<Buffer>;
}

/**
 * A request without host and login. Its body is JSON, a form, or multipart. Allowed Media Hosts looks into JSON and multipart
 * only, there by the names in service/files.ts (ADDRESS_FIELDS): a new field with a URL must be named there. Two requests with
 * the same JSON are one message.
 */
export interface ServiceRequest {
	method: 'GET' | 'POST';
	/** The part of the URL after the address of the credential. It may be empty. */
	path: string;
	query?: Readonly<Record<string, string>>;
	json?: IDataObject;
	/** A file that the JSON holds as base64, in the field of this name. */
	jsonFile?: { name: string; file: RequestFile };
	form?: Readonly<Record<string, string>>;
	multipart?: Readonly<Record<string, string>>;
	/** A file that the multipart body holds, in the part of this name. */
	part?: { name: string; file: RequestFile };
}

export interface WireRequest {
	request: ServiceRequest;
	url: string;
	accept: string;
	timeoutMs: number;
}

export interface WireAnswer {
	status: number;
	/** Undefined if the answer is too long. */
	text: string | undefined;
	retryAfter?: string | undefined;
}

/** How much of a response is read, in bytes after decompression. A list of templates may be long; 200 sends wait together. */
const LONGEST = { GET: 2_000_000, POST: 1_000_000 };

export type Transport = (wire: WireRequest) => Promise<WireAnswer | Breakdown>;

const fullResponse = z.object({
	statusCode: z.number(),
	headers: z.object({ 'retry-after': z.string().optional() }),
	body: z.unknown(),
});

async function multipartOf({ multipart, part }: ServiceRequest) {
	const parts = new FormData();
	for (const [name, value] of Object.entries(multipart ?? {})) parts.append(name, value);
	if (part) {
		const { file, name } = part;
		// TypeScript does not accept a Buffer here, whose memory may be shared. So its bytes are copied.
		const content = new Blob([new Uint8Array(await file.read())], { type: file.mimeType });
		parts.append(name, content, file.fileName ?? 'file');
	}
	const written = new Response(parts);
	const type = written.headers.get('content-type') ?? '';
	return { type, body: Buffer.from(await written.arrayBuffer()) };
}

/** n8n writes the login into the options, so they are made again for each try. */
async function httpOptions(wire: WireRequest): Promise<IHttpRequestOptions> {
	const { request, url, accept, timeoutMs: timeout } = wire;
	const headers: IDataObject = { Accept: accept };
	const options: IHttpRequestOptions = {
		method: request.method,
		url,
		headers,
		timeout,
		// As a stream, a body that is too long can be left unread.
		encoding: 'stream',
		returnFullResponse: true,
		ignoreHttpStatusErrors: true,
		// A redirect would take the API key to another host.
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
 * n8n aborts the requests of a cancelled execution, which would make their messages uncertain. It replaces `abortSignal` by
 * the signal of the execution, and no option turns that off. So it sees our deadline there. e2e/histories tries this.
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

export type ServiceContext = IExecuteFunctions | ILoadOptionsFunctions;

export function transportOf(context: ServiceContext, credential: ICredentialsDecrypted): Transport {
	return async (wire) => {
		const options = await httpOptions(wire).catch(() => undefined);
		if (!options) return FILE_NOT_READ;
		// The option `timeout` ends with the headers. This deadline also ends a response that trickles in.
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
			const text = await textOfBody(body, LONGEST[wire.request.method]);
			return { status, text, retryAfter: headers['retry-after'] };
		} catch (error) {
			// The error holds the request with its API key or password, so only a description of the failure leaves here.
			return breakdownOf(error, wire.timeoutMs);
		}
	};
}
