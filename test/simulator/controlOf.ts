import type { ToldMessage } from './control/messages';
import type { Entry } from './http/journal';

type Fields = Record<string, unknown>;

/** What a program asks of the control interface. The types of the responses are the simulator's own. */
export function controlOf(urlOf: () => string) {
	async function call<Result = unknown>(
		method: string,
		path: string,
		body?: unknown,
	): Promise<Result> {
		const response = await fetch(`${urlOf()}/__control${path}`, {
			method,
			headers: { 'content-type': 'application/json' },
			...(body !== undefined && { body: JSON.stringify(body) }),
		});
		const text = await response.text();
		if (!response.ok) throw new Error(`${method} ${path}: ${text}`);
		return JSON.parse(text) as Result;
	}
	return {
		call: (method: string, path: string, body?: unknown) => call(method, path, body),
		reset: () => call('POST', '/reset'),
		settings: (patch: Fields) => call('PATCH', '/settings', patch),
		now: async () => (await call<{ now: string }>('GET', '/clock')).now,
		advance: (ms: number) => call('POST', '/clock/advance', { ms }),
		journal: async () => (await call<{ entries: Entry[] }>('GET', '/journal')).entries,
		addFault: (fault: Fields) => call('POST', '/faults', fault),
		/** The URLs of callbacks, by their kind. */
		register: (callbacks: Record<string, string | string[] | null>) =>
			call('PUT', '/callbacks', callbacks),
		/** Sends a message to the account as if the recipient had written it. */
		write: (inbox: { route: string; from: string; to?: string; text: string }) =>
			call<{ id: string; room_id: string | null }>('POST', '/inbox', inbox),
		messages: async () => (await call<{ messages: ToldMessage[] }>('GET', '/messages')).messages,
		message: (ref: string) => call<ToldMessage>('GET', `/messages/${ref}`),
		move: (ref: string, status: string) => call('POST', `/messages/${ref}/move`, { status }),
	};
}
