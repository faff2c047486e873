import type { IWebhookFunctions } from 'n8n-workflow';

import { onceAnswered } from '../../plain';

/** Questions whose answer n8n has taken, or is about to: n8n 1 would go on twice with two answers at once. */
const taken = new Set<string>();

const MOST = 10_000;

/** @returns false if another answer came first */
export function takeOnce(context: IWebhookFunctions, nonce: string): boolean {
	if (taken.has(nonce)) return false;
	taken.add(nonce);
	for (const oldest of taken) {
		if (taken.size <= MOST) break;
		taken.delete(oldest);
	}
	// If n8n could not go on, the person may try again: its status code says so.
	onceAnswered(context, (status) => {
		if (status >= 500) taken.delete(nonce);
	});
	return true;
}
