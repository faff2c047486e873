import type { IncomingMessage, ServerResponse } from 'node:http';
import { parse as parseForm } from 'node:querystring';
import { buffer } from 'node:stream/consumers';

import { XMLParser } from 'fast-xml-parser';
import { jsonParse } from 'n8n-workflow';
import qs from 'qs';

/** Reads a call as n8n's server does before it calls a trigger, with what express adds. */

const LARGEST = 16 * 1024 * 1024;

type Query = Record<string, unknown>;

export interface ParsedRequest extends IncomingMessage {
	query: Query;
	body?: unknown;
}

export interface JsonResponse extends ServerResponse {
	status: (code: number) => JsonResponse;
	json: (body: unknown) => JsonResponse;
}

export class AnswerOfServer extends Error {
	constructor(
		readonly status: number,
		message: string,
	) {
		super(message);
	}
}

const stripBom = (text: string) => (text.charCodeAt(0) === 0xfeff ? text.slice(1) : text);

/** Buffer throws on an encoding that it does not know. */
const decoded = (bytes: Buffer, encoding: string) => bytes.toString(encoding as BufferEncoding);

/** As n8n's body-parser, which leaves an unknown type unparsed. */
function parseBody(bytes: Buffer, header: string): unknown {
	const [type = '', ...parameters] = header.split(';');
	const charset = parameters
		.map((parameter) => /^\s*charset\s*=\s*"?([^"]*)"?\s*$/i.exec(parameter)?.[1])
		.find((found) => found !== undefined);
	const contentType = type.toLowerCase();
	const encoding = (charset ?? 'utf-8').toLowerCase();
	try {
		if (contentType === 'application/json') {
			return jsonParse<unknown>(stripBom(decoded(bytes, encoding)));
		}
		if (contentType.endsWith('/xml') || contentType.endsWith('+xml')) {
			return new XMLParser({ processEntities: false }).parse(decoded(bytes, encoding)) as unknown;
		}
		if (contentType === 'application/x-www-form-urlencoded') {
			return parseForm(stripBom(decoded(bytes, encoding)), undefined, undefined, {
				maxKeys: 1000,
			});
		}
		return contentType === 'text/plain' ? decoded(bytes, encoding) : undefined;
	} catch {
		throw new AnswerOfServer(422, 'Failed to parse request body');
	}
}

/** The texts of a multipart body. */
function uploaded(bytes: Buffer, contentType: string): Query {
	const boundary = /boundary=([^;]+)/.exec(contentType)?.[1] ?? '';
	const parts = bytes.toString().split(`--${boundary}`);
	const texts = parts.map((part) => /name="([^"]*)"\r\n\r\n([^]*)\r\n$/.exec(part));
	const fields = texts.flatMap((found): [string, string][] =>
		found ? [[found[1] ?? '', found[2] ?? '']] : [],
	);
	return Object.fromEntries(fields);
}

export async function parsed(incoming: IncomingMessage): Promise<ParsedRequest> {
	const { url = '/', headers } = incoming;
	const at = url.indexOf('?');
	const request = Object.assign(incoming, {
		query: qs.parse(at === -1 ? '' : url.slice(at + 1), { allowPrototypes: true }),
	});
	const contentType = headers['content-type'] ?? '';
	const bytes = await buffer(incoming);
	if (bytes.length > LARGEST) throw new AnswerOfServer(413, 'request entity too large');
	if (/^multipart\/form-data/i.test(contentType)) {
		return Object.assign(request, {
			body: { data: uploaded(bytes, contentType), files: {} },
		});
	}
	return Object.assign(request, {
		rawBody: bytes,
		body: (bytes.length > 0 ? parseBody(bytes, contentType) : undefined) ?? {},
	});
}

export const withExpressMethods = (plain: ServerResponse): JsonResponse => {
	const response: JsonResponse = Object.assign(plain, {
		status: (code: number) => {
			plain.statusCode = code;
			return response;
		},
		json: (body: unknown) => {
			plain.setHeader('content-type', 'application/json; charset=utf-8');
			plain.end(JSON.stringify(body));
			return response;
		},
	});
	return response;
};
