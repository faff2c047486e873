import { until, type Execution, type N8nApi } from '../../n8n/api';

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
