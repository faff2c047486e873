import { createHash } from 'node:crypto';
import type { IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';

import { onceAnswered, reasonOf, sentBody } from '../plain';
import { refusalOf } from './access';
import { rememberCall } from './lastCalls';
import { ignored, respond, type CallResponse, idOf, warnSeldom } from './response';
import { groupMessages, starting } from './groupMessages';
import { recognise, STATUS_KINDS } from './kinds';
import { readCallback, readQuery } from './readCallback';
import { Repeats } from './repeats';
import { type Settings, settingsOf, timezoneOf } from './settings';
import { takeTaps } from './taps';

const repeats = new Repeats();

const UNKNOWN =
	'this is not a callback that the service documents. A status has ref_no and status, a message has ref_no and room_id, or id and originator';

const unwanted = (why: string, remedy: string) => ignored(why, `To change that, ${remedy}.`);

/** No kind has XML. An acknowledgment would lose it. */
const XML: CallResponse = {
	status: 415,
	message: 'The callback is XML, which is not read here: send JSON or a form',
	advice: 'To start the workflow with it as it comes, add the option Other Events.',
};

const KNOWN: CallResponse = { status: 200, message: 'Repeated: this callback was accepted before' };

const PENDING: CallResponse = {
	status: 503,
	message: 'Still processing the first delivery: send it again later',
	advice: 'You need to do nothing: the first delivery is another call.',
};

/** Users who test a workflow send the same callback many times on purpose. */
function repeated(
	context: IWebhookFunctions,
	{ ignoreRepeats }: Settings,
	kind: string,
	identity: readonly string[] | undefined,
): CallResponse | undefined {
	if (!ignoreRepeats || identity === undefined || context.getMode() === 'manual') return undefined;
	const text = JSON.stringify([idOf(context), kind, ...identity]);
	const key = createHash('sha256').update(text).digest('base64');
	const seen = repeats.begin(key);
	if (seen !== 'new') return seen === 'known' ? KNOWN : PENDING;
	onceAnswered(context, (code) => {
		repeats.settle(key, code < 400);
	});
	return undefined;
}

/**
 * In this order: what must not be read is refused, a tap goes to its question, what is unknown or not wanted is
 * acknowledged, and only what is left may be a repeat: a callback that starts nothing is not remembered.
 */
async function receiveCallback(
	context: IWebhookFunctions,
	hasMessages: boolean,
): Promise<CallResponse | IWebhookResponseData> {
	const settings = settingsOf(context);
	const { token, fields: query } = readQuery(context.getQueryData());
	const refusal = await refusalOf(context, settings.authentication, token);
	if (refusal !== undefined) return refusal;
	const { method } = context.getRequestObject();
	const body = context.getBodyData();
	const read = readCallback({ ...sentBody(context), method, query, body });
	if ('status' in read) return read;
	const { callback, content, isXml } = read;
	const taps = hasMessages ? await takeTaps(context, content) : undefined;
	const wanted = new Set(settings.events);
	const timeZone = timezoneOf(settings.timezone, context.getTimezone());
	const { simplify, groupSeconds, stopWords, defaultCountryCode: countryCode } = settings;
	const arrival = { at: Date.now(), timeZone, stopWords, countryCode };
	const found = recognise(callback, wanted, arrival);
	const all = found?.recognised.items ?? [];
	const messages = taps ? all.filter(taps.isOther) : all;
	// A single message is the tap, even if its button was not recognized.
	if (taps && (messages.length === 0 || all.length === 1)) return taps.response;
	if (found === undefined) {
		if (settings.otherEvents) {
			const seen = repeated(context, settings, 'other', [callback.digest()]);
			return seen ?? starting([{ event: 'other', data: content }]);
		}
		if (isXml) return XML;
		const advice = hasMessages
			? 'If it came from a WhatsApp Business gateway, choose that kind under Trigger On. To receive it in any case, add the option Other Events.'
			: 'For a WhatsApp Business gateway, use the Messaging Service Trigger. Otherwise find out who else calls this URL.';
		return ignored(UNKNOWN, advice);
	}
	const { kind, recognised } = found;
	if (!wanted.has(kind.value)) {
		const isOffered = hasMessages || STATUS_KINDS.includes(kind);
		const remedy = isOffered
			? `choose ${kind.name} under Trigger On`
			: `use the Messaging Service Trigger for this URL, with ${kind.name} under Trigger On`;
		return unwanted('this trigger does not listen to this kind', remedy);
	}
	if (recognised.isReport === true && !settings.otherEvents) {
		return unwanted(
			'this is a report on a message that was sent, or a copy of one',
			'add the option Other Events',
		);
	}
	const { status, identity, data } = recognised;
	if (status !== undefined && settings.statuses.length > 0 && !settings.statuses.includes(status)) {
		return unwanted('this trigger does not listen to this status', 'choose it under Statuses');
	}
	const seen = repeated(context, settings, kind.value, identity);
	if (seen !== undefined) return seen;
	const ofPeople = messages.filter((message) => 'from' in message);
	if (groupSeconds !== undefined && ofPeople.length > 0) {
		const arrived = { messages: ofPeople, data };
		return await groupMessages(context, arrived, groupSeconds * 1000, simplify);
	}
	return starting(simplify ? messages : [{ event: kind.value, data }]);
}

/**
 * An exception would start an execution that fails, which no caller may cause.
 * @param hasMessages whether the trigger has all kinds, and hands answers to the questions that wait for them
 */
export const receiver = (hasMessages: boolean) =>
	async function (this: IWebhookFunctions): Promise<IWebhookResponseData> {
		try {
			const outcome = await receiveCallback(this, hasMessages);
			if ('status' in outcome) return respond(this, rememberCall(this, outcome));
			const accepted = this.getMode() === 'manual' ? 'Accepted at the Test URL' : 'Accepted';
			onceAnswered(this, (status) => {
				const message = status < 400 ? accepted : 'n8n could not start the workflow: see its log';
				rememberCall(this, { status, message });
			});
			return outcome;
		} catch (error) {
			warnSeldom(this, 'error', `the trigger could not accept a callback: ${reasonOf(error)}`);
			const message = 'This trigger cannot accept callbacks now: see the log of n8n';
			return respond(this, rememberCall(this, { status: 503, message }));
		}
	};
