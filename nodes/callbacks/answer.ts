import type { IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';

const MINUTE_MS = 60_000;
/** More triggers and reasons than anyone has. With more of them, the log stays silent for a minute. */
const MOST = 1000;

/** When each trigger may give each reason again. */
const silentUntil = new Map<string, number>();

export const idOf = (context: IWebhookFunctions): string =>
	JSON.stringify([context.getWorkflow().id, context.getNode().id]);

/** Writes one line to n8n's log, now and then for each trigger and reason. The text must hold no value of a call. */
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

/** The response to a call that starts nothing. */
export interface Answer {
	status: number;
	/** It says nothing about the settings, since anyone may call. */
	message: string;
	/** If the call was rejected, what its owner can do: people ask most why a trigger never starts. */
	advice?: string;
}

export function answer(
	context: IWebhookFunctions,
	{ status, message, advice }: Answer,
): IWebhookResponseData {
	if (advice !== undefined) {
		warnSeldom(context, message, `a callback was refused (${status}). ${message}. ${advice}`);
	}
	context.getResponseObject().status(status).json({ message });
	return { noWebhookResponse: true };
}
