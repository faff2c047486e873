import type { IWebhookFunctions } from 'n8n-workflow';

const MINUTE_MS = 60_000;
/** More triggers and reasons than anyone has; beyond, the log stays silent for a minute. */
const MOST = 1000;

/** When each may be said again, by trigger and reason. */
const silentUntil = new Map<string, number>();

/** A name for the trigger that no other one has. */
export const idOf = (context: IWebhookFunctions): string =>
	JSON.stringify([context.getWorkflow().id, context.getNode().id]);

/** Writes one line to n8n's log, at most once in a while for each trigger and reason. It must hold no value of a call. */
export function warnSeldom(
	context: IWebhookFunctions,
	reason: string,
	text: string,
	everyMs = MINUTE_MS,
): void {
	const now = performance.now();
	const key = `${reason} ${idOf(context)}`;
	if ((silentUntil.get(key) ?? 0) > now) return;
	if (silentUntil.size >= MOST) {
		for (const [old, until] of silentUntil) if (until <= now) silentUntil.delete(old);
		if (silentUntil.size >= MOST) return;
	}
	silentUntil.set(key, now + everyMs);
	const { name = '' } = context.getWorkflow();
	context.logger.warn(`${context.getNode().name}, workflow ${name}: ${text}`);
}
