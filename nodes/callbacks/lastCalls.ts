import type { IHookFunctions, IWebhookFunctions } from 'n8n-workflow';

import { asHtml, isoInZone, RecentlyUsed } from '../plain';
import { forgetPublished, rememberPublished } from '../publishedTriggers';
import type { CallResponse } from './response';

/** Everyone who may read the workflow sees these, so they hold no value of a callback. */
interface Calls {
	list: { at: number; what: string; advice: string; times: number }[];
	/** How many messages of one sender came fast after each other. */
	pace?: { from: string; at: number; times: number };
}

/** Users do not read more. */
const MOST_CALLS = 8;
const MOST_TRIGGERS = 1000;

const remembered = new RecentlyUsed<Calls>(MOST_TRIGGERS);

/** The panel's own expression in callbackUrl.ts gives the same text. */
const keyOf = (context: IHookFunctions | IWebhookFunctions): string => {
	const { id, webhookId } = context.getNode();
	return String(context.getWorkflow().id) + id + String(webhookId);
};

/** n8n calls the same hooks for the Test URL, which is another one. */
export function notePublished(context: IHookFunctions, isPublished: boolean): void {
	const [key, url] = [keyOf(context), context.getNodeWebhookUrl('default')];
	if (!isPublished) forgetPublished(key, url);
	else if (context.getActivationMode() !== 'manual') rememberPublished(key, url);
}

const callsOf = (context: IWebhookFunctions): Calls =>
	remembered.of(keyOf(context), () => ({ list: [] }));

/** The same outcome several times is one entry, so that a flood of calls does not hide the others. */
export function rememberCall(context: IWebhookFunctions, response: CallResponse): CallResponse {
	const { status, message, advice = '' } = response;
	const said = message.charAt(0).toLowerCase() + message.slice(1);
	const what = status < 400 ? said : `refused: ${said}`;
	const { list } = callsOf(context);
	const isSame = list[0]?.what === what && list[0].advice === advice;
	const before = isSame ? list.shift() : undefined;
	list.unshift({ at: Date.now(), what, advice, times: (before?.times ?? 0) + 1 });
	list.splice(MOST_CALLS);
	return response;
}

/** A person rarely writes that often, each time within seconds. A workflow that answers itself does. */
const FAST_MS = 10_000;
const MOST_FAST = 4;
const LOOP =
	'<b>This workflow may answer its own messages</b>: several from one sender came within seconds. If nobody writes that fast, unpublish it, and let the gateway send no copies of messages that were sent.';

export function rememberPace(context: IWebhookFunctions, message: object | undefined): void {
	const from = message && 'from' in message ? String(message.from) : undefined;
	if (from === undefined) return;
	const calls = callsOf(context);
	const { pace } = calls;
	const at = Date.now();
	const isFast = pace?.from === from && at - pace.at < FAST_MS;
	// The warning stays until a message comes that is not part of such a row.
	calls.pace = { from, at, times: isFast ? pace.times + 1 : 1 };
}

/** The newest call comes first. An advice is shown once. */
export function lastCallsAsHtml(trigger: string, timeZone: string): string[] {
	const { list, pace } = remembered.get(trigger) ?? { list: [] };
	if (list.length === 0) return ['None has arrived at this process of n8n since it started.'];
	const [today] = isoInZone(Date.now(), timeZone).split('T');
	const lines = list.map(({ at, what, advice, times }, index) => {
		const [day, time = ''] = isoInZone(at, timeZone).split('T');
		const when = `${day === today ? '' : `${day} `}${time.slice(0, 5)}`;
		const often = times === 1 ? '' : ` (${times} times)`;
		const isFirst = list.findIndex((one) => one.advice === advice) === index;
		return `${when} ${what}${often}. ${isFirst ? advice : ''}`;
	});
	const shown = lines.map((one) => asHtml(one.trim()));
	return (pace?.times ?? 0) < MOST_FAST ? shown : [LOOP, ...shown];
}
