import { setTimeout as sleep } from 'node:timers/promises';

import { z } from 'zod';

/** Calls `look` until it finds something, or until the time is over. */
export async function until<T>(
	what: string,
	look: () => Promise<T | false | undefined>,
	withinMs = 240_000,
	everyMs = 100,
): Promise<T> {
	const end = Date.now() + withinMs;
	for (;;) {
		const found = await look();
		if (found !== undefined && found !== false) return found;
		if (Date.now() > end) throw new Error(`Waited ${withinMs / 1000} s for ${what}`);
		await sleep(everyMs);
	}
}

/** Waits until n8n takes production calls at this address. A preflight request starts no workflow. */
export const listening = (url: string, methods = ['POST']) =>
	until(`${url} to be registered`, async () => {
		const headers = { origin: 'http://elsewhere.example', 'access-control-request-method': 'POST' };
		const answer = await fetch(url, { method: 'OPTIONS', headers });
		const allowed = answer.headers.get('access-control-allow-methods') ?? '';
		return methods.every((method) => allowed.includes(method));
	});

const withWebhooks = z.object({
	nodes: z.array(
		z.object({
			type: z.string(),
			webhookId: z.string().optional(),
			parameters: z
				.object({ path: z.unknown(), httpMethod: z.string().catch('GET') })
				.partial()
				.default({}),
		}),
	),
});

/** A workflow's webhooks: of n8n's own node, and of our triggers. Reports come by GET, too. */
export function webhooksIn(workflow: object): { path: string; methods: string[] }[] {
	const { nodes = [] } = withWebhooks.safeParse(workflow).data ?? {};
	return nodes.flatMap(({ type, webhookId, parameters: { path, httpMethod = 'GET' } }) => {
		if (type === 'n8n-nodes-base.webhook') {
			return typeof path === 'string' ? [{ path, methods: [httpMethod] }] : [];
		}
		const [, kind] = /\.messagingService(Status|)Trigger$/.exec(type) ?? [];
		if (kind === undefined || webhookId === undefined) return [];
		const methods = kind === 'Status' ? ['GET', 'POST'] : ['POST'];
		return [{ path: `${webhookId}/callback`, methods }];
	});
}
