import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';

import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { MessagingService } from '../../../nodes/MessagingService/MessagingService.node';
import { runNode, type Finished, type Setting } from '../../support/harness';
import type { Answer, Seen, Service } from '../../support/service';
import { useService } from '../../support/useService';

/** What the tests of the operations share: one operation run by n8n-core, and what is looked at afterwards. */

export const USER = 'operations_api';
export const PASSWORD = 'p&ss wörd+100%';

let logins = 0;

/** The key of the latest run: a new one for each, so that nothing looked up for one answers another. */
export const latestKey = (): string => `key-of-the-operation-tests-${logins}`;

export const credentialsFor = (url: string): Setting['credentials'] => {
	logins++;
	return {
		messagingServiceApi: {
			baseUrl: url,
			pathPrefix: '/svc_api/1.0',
			apiKey: latestKey(),
			requestsPerSecond: 1000,
		},
		messagingServiceSmsApi: {
			baseUrl: url,
			path: '/api/v3/sendsms/plain',
			user: USER,
			password: PASSWORD,
		},
	};
};

export interface Given {
	items?: IDataObject[];
	files?: Setting['files'];
	settings?: Setting['settings'];
	answer?: Answer | ((seen: Seen) => Answer);
}

export type Run = (parameters: INodeParameters, given?: Given) => Promise<Finished>;

export interface Subject {
	service: Service;
	run: Run;
	/** What was sent: the look-ups, all of which are GETs, left out. */
	posted: () => Seen[];
}

/** @param common parameters that every run has unless it gives its own */
export function useOperation(
	resource: string,
	operation: string,
	common: INodeParameters = {},
	usual?: (seen: Seen) => Answer,
): Subject {
	const service = useService();
	const run: Run = async (parameters, { items = [{}], files, settings, answer } = {}) => {
		if (answer !== undefined) {
			service.answer = typeof answer === 'function' ? answer : () => answer;
		} else if (usual !== undefined) {
			service.answer = usual;
		}
		return await runNode({
			nodeType: new MessagingService(),
			parameters: { resource, operation, ...common, ...parameters },
			items,
			...(files !== undefined && { files }),
			...(settings !== undefined && { settings }),
			credentials: credentialsFor(service.url),
		});
	};
	return { service, run, posted: () => service.journal.filter(({ method }) => method === 'POST') };
}

/** One row of a table: what a person fills in, and the body that must go out, its members in this order. */
export interface Row {
	name: string;
	parameters: INodeParameters;
	body: unknown;
	items?: IDataObject[];
	files?: Setting['files'];
}

export function expectJsonRequest(seen: Seen | undefined, path: string, body: unknown): void {
	expect(seen).toMatchObject({
		method: 'POST',
		path,
		headers: {
			apikey: latestKey(),
			accept: 'application/json',
			'content-type': expect.stringMatching(/^application\/json(;\s*charset=utf-8)?$/i) as string,
		},
	});
	expect(JSON.parse(seen?.body ?? '')).toEqual(body);
	expect(seen?.body).toBe(JSON.stringify(body));
}

export const paired = (...outputs: IDataObject[]) => [
	outputs.map((json, item) => ({ json, pairedItem: { item } })),
];

/** Everything that a person can read of an error. */
export const wordsOf = (error: Finished['error']): string =>
	`${error?.message ?? ''}\n${error?.description ?? ''}`;

/** It failed before anything was sent, and its message says which field is wrong. */
export function expectRefused(
	{ posted }: Subject,
	{ error, outputs }: Finished,
	label: string,
): void {
	expect(error?.message).toContain(label);
	expect(outputs.flat()).toEqual([]);
	expect(posted()).toEqual([]);
}

/** It says more than that the field is wrong: what to do. */
export function expectAdvice(subject: Subject, finished: Finished, label: string): void {
	expectRefused(subject, finished, label);
	expect(wordsOf(finished.error)).toMatch(
		/\b(must|may|can|use|give|fill|choose|enter|write|switch|expects?|needs?|allowed)\b/i,
	);
	expect(wordsOf(finished.error)).not.toMatch(/zod|undefined|\[object|invalid_type/i);
}

/** Numbers as people write them, and what is sent for each. */
export const GOOD_NUMBERS: [meaning: string, given: string, sent: string][] = [
	['plain digits', '62812000001', '62812000001'],
	['a leading plus', '+62812000001', '62812000001'],
	['spaces', '+62 812 000 001', '62812000001'],
	['spaces around it', '  62812000001 ', '62812000001'],
	['dashes', '62-812-000-001', '62812000001'],
	['dashes as a word processor makes them', '62–812‑000‑001', '62812000001'],
	['dots', '62.812.000.001', '62812000001'],
	['brackets', '+62 (812) 000 001', '62812000001'],
	['non-breaking spaces', '62\u00a0812\u202f000\u00a0001', '62812000001'],
	['the invisible marks of a copied contact', '\u202a+62812000001\u202c', '62812000001'],
	['a zero-width space and a byte order mark', '\ufeff62812\u200b000001', '62812000001'],
	['a line break at its end', '62812000001\n', '62812000001'],
	['8 digits, the fewest', '12345678', '12345678'],
	['15 digits, the most', '123456789012345', '123456789012345'],
	['8 digits counted without the signs between them', '+1 (234) 567-8', '12345678'],
];

export const BAD_NUMBERS: [meaning: string, given: string][] = [
	['a local number', '0812000001'],
	['a number dialled through an exchange', '0062812000001'],
	['7 digits', '7654321'],
	['16 digits', '1234567890123456'],
	['7 digits that signs make longer', '+1 (234) 567'],
	['letters', '62812abc001'],
	['only letters', 'Ana'],
	['a local zero in brackets', '+62 (0)812 000 001'],
	['a plus in its middle', '62+812000001'],
	['two numbers', '62812000001,62812000002'],
	['two numbers with a semicolon', '62812000001;62812000002'],
	['only signs', '+ ( ) -'],
	['nothing', "={{ '' }}"],
	['only spaces', '   '],
];

export function expectNothingSecret(value: unknown): void {
	const text = JSON.stringify(value);
	expect(text).not.toContain(latestKey());
	for (const password of [PASSWORD, encodeURIComponent(PASSWORD), 'p%26ss', 'p&ss']) {
		expect(text).not.toContain(password);
	}
}

export interface RawRequest {
	path: string;
	headers: IncomingHttpHeaders;
	body: Buffer;
}

/** A service that keeps the bytes of each request as they came. */
export function useRawService(answer: unknown): { url: () => string; requests: RawRequest[] } {
	const requests: RawRequest[] = [];
	const server = createServer((request, response) => {
		const chunks: Buffer[] = [];
		request.on('data', (chunk: Buffer) => chunks.push(chunk));
		request.on('end', () => {
			const { url = '', headers } = request;
			requests.push({ path: url, headers, body: Buffer.concat(chunks) });
			response.writeHead(201, { 'content-type': 'application/json' });
			response.end(JSON.stringify(answer));
		});
	});
	beforeAll(async () => {
		await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	});
	beforeEach(() => {
		requests.length = 0;
	});
	afterAll(async () => {
		server.closeAllConnections();
		await new Promise((resolve) => server.close(resolve));
	});
	return {
		url: () => `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
		requests,
	};
}
