import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';

import { z } from 'zod/v4';

import type { Pages } from '..';
import { createService } from '../../support/service';
import { useSimulator } from '../../support/useSimulator';
import { controlOf } from '../controlOf';
import type { SettingsPatch } from '../settings';

/** Talks to the simulator as any program does: over HTTP on loopback. */

export const PREFIX = '/svc_api/1.0';
export const SMS_PATH = '/api/v3/sendsms/plain';
export const TEST_KEY = 'TEST_API_KEY';
export const SMS_LOGIN = { user: 'simulator_api', password: 'simulator-password' };

export const HOUR = 3_600_000;
/** Long enough for a message to reach its last status. */
export const SETTLED = 60_000;

export type Fields = Record<string, unknown>;

export interface Call {
	/** null sends no key. */
	key?: string | null;
	headers?: Record<string, string>;
	query?: Record<string, string>;
	body?: NonNullable<RequestInit['body']>;
}

export interface Answer {
	status: number;
	headers: Headers;
	text: string;
}

export const jsonOf = ({ text }: Pick<Answer, 'text'>): unknown => JSON.parse(text);

let simulator: { readonly url: string };

/** A request to any path of the simulator. It has the key, unless the call names another. */
async function at(method: string, path: string, call: Call = {}): Promise<Answer> {
	const { key = 'simulator-key', query = {}, body } = call;
	const target = new URL(path, simulator.url);
	for (const [name, value] of Object.entries(query)) target.searchParams.set(name, value);
	const headers = { ...(key !== null && { APIKey: key }), ...call.headers };
	const response = await fetch(target, { method, headers, ...(body !== undefined && { body }) });
	return { status: response.status, headers: response.headers, text: await response.text() };
}

/** The fields that have a value, as texts. */
const given = (fields: Fields): [string, string][] =>
	Object.entries(fields)
		.filter(([, value]) => value !== undefined)
		.map(([name, value]) => [name, typeof value === 'string' ? value : JSON.stringify(value)]);

const multipart = (fields: Fields): FormData => {
	const form = new FormData();
	for (const [name, value] of given(fields)) form.append(name, value);
	return form;
};

export const service = {
	get url() {
		return simulator.url;
	},
	at,
	get: (path: string, call?: Call) => at('GET', PREFIX + path, call),
	post: (path: string, body: unknown, call: Call = {}) => {
		const headers = { 'content-type': 'application/json', ...call.headers };
		return at('POST', PREFIX + path, { ...call, headers, body: JSON.stringify(body) });
	},
	multipart: (path: string, fields: Fields, call?: Call) =>
		at('POST', PREFIX + path, { ...call, body: multipart(fields) }),
	/** A request to the SMS host, which takes no key. */
	smsForm: (fields: Fields) =>
		at('POST', SMS_PATH, { key: null, body: new URLSearchParams(given(fields)) }),
	smsQuery: (fields: Fields) =>
		at('POST', SMS_PATH, { key: null, query: Object.fromEntries(given(fields)) }),
};

export const control = controlOf(() => simulator.url);

export const callbackServer = createService();

/** The receiver of callbacks that tests register. */
export const receiver = {
	get url() {
		return callbackServer.url;
	},
	/** The callbacks so far at a path. */
	seen: (path: string) =>
		callbackServer.accepted().filter((one) => one.path.replace(/\?.*/, '') === path),
	/** Waits until there are this many callbacks at a path. */
	take: async (path: string, count: number) => {
		while (receiver.seen(path).length < count) await sleep(5);
		return receiver.seen(path).slice(0, count);
	},
};

const fileServer = createService();

fileServer.answer = ({ path }) => {
	const [size = '', mime = ''] = path.split('/').slice(1, 3).map(decodeURIComponent);
	return { headers: { 'content-type': mime }, pieces: [Buffer.alloc(Number(size))] };
};

/** Files of any size and type. */
export const files = {
	url: (name: string, size = 10, mime = 'application/octet-stream') =>
		`${fileServer.url}/${size}/${encodeURIComponent(mime)}/${randomUUID()}/${name}`,
	/** The number of requests for a file. */
	asked: (url: string) => fileServer.journal.filter(({ path }) => url.endsWith(path)).length,
};

/** A simulator for the tests of a file, with a receiver of callbacks and a server of files. */
export function useService(pages?: Pages, settings?: SettingsPatch): void {
	simulator = useSimulator(settings, pages);
	beforeAll(() => Promise.all([callbackServer.start(), fileServer.start()]));
	beforeEach(callbackServer.reset);
	afterAll(() => Promise.all([callbackServer.stop(), fileServer.stop()]));
}

export const object = z.record(z.string(), z.unknown());

/** jest's own matcher is typed as any. */
export const containing = (fields: Fields): unknown => expect.objectContaining(fields);

/** The data of a success of that code. */
export function expectData<T extends z.ZodType>(
	answer: Answer,
	status: number,
	data: T,
): z.output<T> {
	expect(answer).toMatchObject({ status });
	// For a generic schema, zod gives the result the type any.
	return data.parse(object.parse(jsonOf(answer)).data);
}

const invalid = z.object({ detail: z.array(z.object({ loc: z.array(z.unknown()) })) });

/** A validation error, which points at the field. */
export function expectInvalid(answer: Answer, field: unknown): void {
	expect(answer).toMatchObject({ status: 422 });
	expect(invalid.parse(jsonOf(answer)).detail.flatMap(({ loc }) => loc)).toContain(field);
}
