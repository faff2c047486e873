import type { CallbackKind, CallbackUrls, PhoneAnswer, TestResult } from '../contract';

/** What this page's own server answers, whose shapes the contract says; in words why it does not. */
async function ask<Answer>(path: string, method = 'GET', body?: unknown): Promise<Answer | string> {
	try {
		const headers = { 'content-type': 'application/json' };
		const json = body === undefined ? {} : { headers, body: JSON.stringify(body) };
		const response = await fetch(path, { method, ...json });
		const told: unknown = response.status === 204 ? null : await response.json();
		return response.ok ? (told as Answer) : (told as { error: string }).error;
	} catch {
		return 'The simulator cannot be reached. Is it still running?';
	}
}

export const sendAnswer = (answer: PhoneAnswer) => ask<null>('/phone/answer', 'POST', answer);

interface FirstMessage {
	route: string | undefined;
	from: string;
	to?: string;
	text: string | undefined;
}

/** From a phone to a number, a channel or a gateway of the client. */
export const sendFirst = (message: FirstMessage) =>
	ask<object>('/__control/inbox', 'POST', message);

export const sendRead = (number: string, chat: string) =>
	ask<null>('/phone/read', 'POST', { number, chat });

export const readCallbackUrls = () => ask<CallbackUrls>('/__control/callbacks');

export const saveCallbackUrls = (kind: CallbackKind, urls: readonly string[]) =>
	ask<CallbackUrls>('/__control/callbacks', 'PUT', { [kind]: urls });

export const sendTestCallback = (kind: CallbackKind) =>
	ask<TestResult>('/__control/callbacks/test', 'POST', { kind });
