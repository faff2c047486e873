import { randomUUID } from 'node:crypto';

import { until, type Execution, type N8nApi, type Stored } from '../../n8n/api';
import { chain, ourType } from '../../n8n/workflows';
import type { Testbed } from '../useN8n';

/** A question on its way: the execution that waits, the link that the person got, and the answer. */

const OVER = ['error', 'crashed', 'success', 'canceled'];

export const waitingExecution = (api: N8nApi, id: string): Promise<Execution> =>
	until('the execution to wait', async () => {
		const execution = await api.execution(id);
		if (OVER.includes(execution.status)) {
			throw new Error(`${execution.status}: ${execution.error ?? ''}`);
		}
		return execution.status === 'waiting' ? execution : undefined;
	});

/** The link stands at the end of the message. */
export const linkIn = (text: string | null | undefined): string => {
	const [link] = /http\S+$/.exec(text?.trim() ?? '') ?? [];
	if (link === undefined) throw new Error(`no link in: ${text ?? 'nothing'}`);
	return link;
};

/** The fields of a page, by their names. */
export type Filled = Record<string, string | readonly string[]>;

/** Sends the page as a browser does without JavaScript. */
export function postAnswer(link: string, filled: Filled, multipart = false): Promise<Response> {
	const body = multipart ? new FormData() : new URLSearchParams();
	for (const [name, value] of Object.entries(filled)) {
		for (const one of [value].flat()) body.append(name, one);
	}
	return fetch(link, { method: 'POST', body });
}

/** A published workflow that callbacks of WhatsApp Business start, and its URL, which takes them already. */
export async function publishedInbox({
	api,
	n8n,
}: Testbed): Promise<{ trigger: Stored; url: string }> {
	const webhookId = randomUUID();
	const trigger = await api.createWorkflow(
		chain('Inbox', [
			{
				name: 'Trigger',
				type: ourType('messagingServiceTrigger'),
				webhookId,
				parameters: { events: ['whatsappBusiness'], authentication: 'none' },
			},
			{ name: 'End', type: 'n8n-nodes-base.noOp' },
		]),
	);
	await api.activate(trigger);
	const url = `${n8n.url}/webhook/${webhookId}/callback`;
	return { trigger, url };
}
