import type { IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';

const MINUTE_MS = 60_000;
/** A caller cannot make new reasons, so there are few for each trigger. */
const silentUntil = new Map<string, number>();

export const idOf = (context: IWebhookFunctions): string =>
	JSON.stringify([context.getWorkflow().id, context.getNode().id]);

/** Logs the same reason at most once a minute. The text must not contain values from the call. */
export function warnSeldom(context: IWebhookFunctions, reason: string, text: string): void {
	const now = performance.now();
	const key = `${reason} ${idOf(context)}`;
	if ((silentUntil.get(key) ?? 0) > now) return;
	silentUntil.set(key, now + MINUTE_MS);
	const { name = '' } = context.getWorkflow();
	context.logger.warn(`${context.getNode().name}, workflow ${name}: ${text}`);
}

export interface CallResponse {
	status: number;
	/** Anyone may call, so the message reveals no settings. */
	message: string;
	/** The panel of the trigger and n8n's log show the owner this advice. */
	advice?: string;
}

/** The caller cannot mend such a call, and an error would let it call again or give up. The panel shows the reason. */
export const ignored = (why: string, advice: string): CallResponse => ({
	status: 200,
	message: `Ignored: ${why}`,
	advice,
});

export function respond(
	context: IWebhookFunctions,
	{ status, message, advice }: CallResponse,
): IWebhookResponseData {
	if (advice !== undefined && status >= 400) {
		warnSeldom(context, message, `a callback was refused (${status}). ${message}. ${advice}`);
	}
	context.getResponseObject().status(status).json({ message });
	return { noWebhookResponse: true };
}
