import { z } from 'zod';

/** The simulator's control interface. */

const message = z
	.object({ ref_no: z.string(), to: z.string(), text: z.string().nullable() })
	.passthrough();

export function controlOf(simulatorUrl: string) {
	const call = async (method: string, path: string, body?: unknown): Promise<unknown> => {
		const response = await fetch(`${simulatorUrl}/__control${path}`, {
			method,
			headers: { 'content-type': 'application/json' },
			...(body === undefined ? {} : { body: JSON.stringify(body) }),
		});
		const text = await response.text();
		if (!response.ok) throw new Error(`${method} ${path}: ${text}`);
		return text === '' ? undefined : JSON.parse(text);
	};
	return {
		call,
		reset: () => call('POST', '/reset'),
		putTemplate: (template: { id: string } & Record<string, unknown>) =>
			call('PUT', `/templates/${template.id}`, template),
		addFault: (fault: Record<string, unknown>) => call('POST', '/faults', fault),
		register: (callbacks: Record<string, string | string[] | null>) =>
			call('PUT', '/callbacks', callbacks),
		/** Sends a message to the account as if the recipient had written it. */
		write: async (inbox: { route: string; from: string; to?: string; text: string }) =>
			z
				.object({ id: z.string(), room_id: z.string().nullish() })
				.parse(await call('POST', '/inbox', inbox)),
		messages: async () =>
			z.object({ messages: z.array(message) }).parse(await call('GET', '/messages')).messages,
	};
}
