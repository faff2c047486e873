import type { IHookFunctions, IWebhookFunctions } from 'n8n-workflow';

import { asHtml, isoInZone } from '../plain';
import type { CallResponse } from './response';

interface Call {
	at: number;
	what: string;
	advice: string;
	times: number;
}

/** Everyone who may open the node sees these, so they hold no value of a callback. */
interface Calls {
	list: Call[];
	clock?: string | undefined;
}

const [MOST_CALLS, MOST_SHOWN, MOST_TRIGGERS] = [20, 8, 1000];

const remembered = new Map<string, Calls>();

/** The Production URL of each trigger that this process has published. */
const published = new Map<string, string | undefined>();

/** The panel knows neither the ID nor the name of its node, so triggers of one type in a workflow share their calls. */
export const triggerKey = (workflow: string | undefined, nodeType: string): string =>
	JSON.stringify([workflow, nodeType]);

const keyOf = (context: IHookFunctions | IWebhookFunctions): string =>
	triggerKey(context.getWorkflow().id, context.getNode().type);

/** n8n calls the same hooks for the Test URL, which is another one. */
export function rememberPublished(context: IHookFunctions, isPublished: boolean): void {
	const [key, url] = [keyOf(context), context.getNodeWebhookUrl('default')];
	if (isPublished && context.getActivationMode() !== 'manual') published.set(key, url);
	if (!isPublished && published.get(key) === url) published.delete(key);
}

export const isPublished = (trigger: string): boolean => published.has(trigger);

function change(context: IWebhookFunctions, changed: (known: Calls) => Calls): void {
	const key = keyOf(context);
	const calls = changed(remembered.get(key) ?? { list: [] });
	remembered.delete(key);
	remembered.set(key, calls);
	const [oldest = ''] = remembered.keys();
	if (remembered.size > MOST_TRIGGERS) remembered.delete(oldest);
}

/** The same outcome several times is one entry, so that a flood of calls does not hide the others. */
export function rememberCall(context: IWebhookFunctions, response: CallResponse): CallResponse {
	const { status, message, advice = '' } = response;
	const said = message.charAt(0).toLowerCase() + message.slice(1);
	const what = status < 400 ? said : `refused: ${said}`;
	change(context, ({ list: [last, ...others], clock }) => {
		const isSame = last?.what === what && last.advice === advice;
		const call = { at: Date.now(), what, advice, times: isSame ? last.times + 1 : 1 };
		const before = last === undefined || isSame ? others : [last, ...others];
		return { list: [call, ...before].slice(0, MOST_CALLS), clock };
	});
	return response;
}

export const rememberClock = (context: IWebhookFunctions, clock: string | undefined): void => {
	change(context, ({ list }) => ({ list, clock }));
};

/** The newest call comes first. An advice is shown once. */
export function lastCallsAsHtml(trigger: string, timeZone: string): string[] {
	const { list, clock } = remembered.get(trigger) ?? { list: [] };
	const [today] = isoInZone(Date.now(), timeZone).split('T');
	const shown = list.slice(0, MOST_SHOWN);
	const lines = shown.map(({ at, what, advice, times }, index) => {
		const [day, time = ''] = isoInZone(at, timeZone).split('T');
		const when = `${day === today ? '' : `${day} `}${time.slice(0, 5)}`;
		const often = times === 1 ? '' : ` (${times} times)`;
		const isFirst = shown.findIndex((one) => one.advice === advice) === index;
		return `${when} ${what}${often}. ${isFirst ? advice : ''}`;
	});
	return [...(clock === undefined ? [] : [clock]), ...lines].map((line) => asHtml(line.trim()));
}
