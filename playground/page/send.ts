import type { CallbackKind, CallbackUrls, PhoneAnswer, PhoneRead, TestResult } from '../contract';

const UNREACHABLE = 'The simulator cannot be reached. Is it still running?';

function troubleOf(body: unknown, status: number): string {
	return typeof body === 'object' &&
		body !== null &&
		'error' in body &&
		typeof body.error === 'string'
		? body.error
		: `The simulator answered with status ${status}.`;
}

/** The answer of this page's own server, whose shape the contract says; in words why there is none. */
async function ask<Answer>(path: string, options: RequestInit = {}): Promise<Answer | string> {
	try {
		const response = await fetch(path, options);
		const body: unknown = await response.json().catch(() => null);
		return response.ok ? (body as Answer) : troubleOf(body, response.status);
	} catch {
		return UNREACHABLE;
	}
}

const send = <Answer = null>(
	method: 'POST' | 'PUT',
	path: string,
	body: unknown,
): Promise<Answer | string> =>
	ask<Answer>(path, {
		method,
		headers: { 'content-type': 'application/json' },
		body: JSON.stringify(body),
	});

export const sendAnswer = (answer: PhoneAnswer): Promise<string | null> =>
	send('POST', '/phone/answer', answer);

export const sendRead = (read: PhoneRead): Promise<string | null> =>
	send('POST', '/phone/read', read);

export const readCallbackUrls = (): Promise<CallbackUrls | string> =>
	ask<CallbackUrls>('/__control/callbacks');

export const saveCallbackUrl = (
	kind: CallbackKind,
	url: string | null,
): Promise<CallbackUrls | string> =>
	send<CallbackUrls>('PUT', '/__control/callbacks', { [kind]: url });

export const sendTestCallback = (kind: CallbackKind): Promise<TestResult | string> =>
	send<TestResult>('POST', '/__control/callbacks/test', { kind });
