import type { IWebhookFunctions } from 'n8n-workflow';

import { asHtml, isoInZone, RecentlyUsed } from '../plain';
import type { CallResponse } from './response';

/** Everyone who may read the workflow sees these, so they hold no value of a callback. */
interface Call {
	at: number;
	what: string;
	advice: string;
	times: number;
}

/** Users do not read more. */
const MOST_CALLS = 8;
const MOST_TRIGGERS = 1000;

const remembered = new RecentlyUsed<Call[]>(MOST_TRIGGERS);

/** The editor evaluates an expression in callbackUrl.ts to the same text, since it does not tell a node who it is. */
const keyOf = (context: IWebhookFunctions): string => {
	const { id, webhookId } = context.getNode();
	return String(context.getWorkflow().id) + id + String(webhookId);
};

/** The same outcome several times is one entry, so that a flood of calls does not hide the others. */
export function rememberCall(context: IWebhookFunctions, response: CallResponse): CallResponse {
	const { status, message, advice = '' } = response;
	const said = message.charAt(0).toLowerCase() + message.slice(1);
	const what = status < 400 ? said : `refused: ${said}`;
	const list = remembered.of(keyOf(context), () => []);
	const isSame = list[0]?.what === what && list[0].advice === advice;
	const before = isSame ? list.shift() : undefined;
	list.unshift({ at: Date.now(), what, advice, times: (before?.times ?? 0) + 1 });
	list.splice(MOST_CALLS);
	return response;
}

/** The newest call comes first. An advice is shown once. */
export function lastCallsAsHtml(trigger: string, timeZone: string): string[] {
	const list = remembered.get(trigger) ?? [];
	const [today] = isoInZone(Date.now(), timeZone).split('T');
	const lines = list.map(({ at, what, advice, times }, index) => {
		const [day, time = ''] = isoInZone(at, timeZone).split('T');
		const when = `${day === today ? '' : `${day} `}${time.slice(0, 5)}`;
		const often = times === 1 ? '' : ` (${times} times)`;
		const isFirst = list.findIndex((one) => one.advice === advice) === index;
		return `${when} ${what}${often}. ${isFirst ? advice : ''}`;
	});
	return lines.map((one) => asHtml(one.trim()));
}
