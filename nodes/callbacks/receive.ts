import { createHash } from 'node:crypto';
import type { IDataObject, IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';
import { z } from 'zod';

import { onceAnswered, reasonOf, sentBody } from '../plain';
import { type Caller, type Refusal, refusalOfAddress, refusalOfToken } from './access';
import { clockHint } from './clockHint';
import { answerIn, handOver } from './handOver';
import { recognise } from './kinds';
import { readCallback, type Incoming } from './readCallback';
import { type Query, readQuery } from './readQuery';
import { Repeats } from './repeats';
import { type Settings, settingsOf, timezoneOf } from './settings';

/** Handles one call of a trigger's URL: may it call, which kind is it, did it come before, what starts. */

const repeats = new Repeats();

const storedToken = z.object({ token: z.string().catch('') });

/** Sends the answer and tells n8n not to start an execution. */
function answer(context: IWebhookFunctions, status: number, message: string): IWebhookResponseData {
	context.getResponseObject().status(status).json({ message });
	return { noWebhookResponse: true };
}

function callerOf(context: IWebhookFunctions): Caller {
	const request = context.getRequestObject();
	return {
		address: request.ip ?? request.socket.remoteAddress ?? '',
		isForwarded: (request.headers['x-forwarded-for'] ?? '') !== '',
		// Express lists the forwarded addresses only if it trusts a proxy.
		trustsProxies: request.ips.length > 0,
	};
}

async function refusalOf(
	context: IWebhookFunctions,
	{ authentication, allowedIps }: Settings,
	{ token }: Query,
): Promise<Refusal | undefined> {
	const refusal = refusalOfAddress(callerOf(context), allowedIps);
	if (refusal !== undefined || authentication === 'none') return refusal;
	if (authentication === undefined) {
		return { status: 503, message: 'Authentication of this trigger is neither None nor Token' };
	}
	return await refusalOfToken(token, async () => {
		const credential = await context.getCredentials('messagingServiceCallbackApi');
		return storedToken.parse(credential).token;
	});
}

function incoming(context: IWebhookFunctions, { fields }: Query): Incoming {
	const { type: contentType, raw, length } = sentBody(context);
	const { method } = context.getRequestObject();
	return { method, contentType, query: fields, body: context.getBodyData(), raw, length };
}

const MOST_HINTS = 1000;
const hinted = new Set<string>();

/** Says once for each trigger and kind of hint what may be wrong with its time zone. */
function checkClock(
	context: IWebhookFunctions,
	trigger: string,
	date: string,
	zone: string,
	now: number,
): void {
	if (hinted.size >= MOST_HINTS) return;
	const hint = clockHint(date, zone, now);
	if (hint === undefined) return;
	// What one that came late seems to say must not be the last word.
	const once = `${String(hint.isLate)} ${trigger}`;
	if (hinted.has(once)) return;
	hinted.add(once);
	const { name = '' } = context.getWorkflow();
	context.logger.warn(`${context.getNode().name}, workflow ${name}: ${hint.text}`);
}

interface Task {
	/** Whether answers to questions come in here, which start nothing. */
	takesAnswers?: boolean;
}

/** What became of an answer to a question; undefined if it is a callback like any other. */
async function handedOver(
	context: IWebhookFunctions,
	body: object,
): Promise<IWebhookResponseData | undefined> {
	const path = answerIn(body);
	if (path === undefined) return undefined;
	switch (await handOver(context, path)) {
		case 'handed over':
			return answer(context, 200, 'Received: it answers a question');
		case 'failed':
			return answer(context, 503, 'This n8n could not take the answer: see the log of n8n');
		case 'foreign':
			return undefined;
	}
}

async function receiveCallback(
	context: IWebhookFunctions,
	{ takesAnswers = false }: Task,
): Promise<IWebhookResponseData> {
	const settings = settingsOf(context);
	const query = readQuery(context.getQueryData());
	const refusal = await refusalOf(context, settings, query);
	if (refusal !== undefined) return answer(context, refusal.status, refusal.message);

	const read = readCallback(incoming(context, query));
	if (!read.ok) return answer(context, read.status, read.message);
	if (takesAnswers) {
		const taken = await handedOver(context, read.callback.list ?? read.callback.body);
		if (taken !== undefined) return taken;
	}
	const wanted = new Set(settings.events);
	const found = recognise(read.callback, wanted);
	if (found === undefined) {
		return answer(
			context,
			400,
			'This is not a callback that the service documents. A status has ref_no and status, a message has ref_no and room_id, or id and originator.',
		);
	}
	const { kind, recognised } = found;
	if (!wanted.has(kind.value)) {
		return answer(context, 200, 'Ignored: this trigger does not listen to this kind');
	}
	const { status, identity, data, happenedAt } = recognised;
	if (status !== undefined && settings.statuses.length > 0 && !settings.statuses.includes(status)) {
		return answer(context, 200, 'Ignored: this trigger does not listen to this status');
	}
	const trigger = JSON.stringify([context.getWorkflow().id, context.getNode().id]);
	// People who test a workflow send the same callback many times.
	if (settings.ignoreRepeats && identity !== undefined && context.getMode() !== 'manual') {
		const key = createHash('sha256')
			.update(JSON.stringify([kind.value, ...identity]))
			.digest('base64');
		const verdict = repeats.begin(trigger, key);
		if (verdict === 'known') {
			return answer(context, 200, 'Repeated: this callback was accepted before');
		}
		if (verdict === 'pending') {
			return answer(context, 503, 'Still processing the first delivery: send it again later');
		}
		// One which n8n could not accept may come again.
		onceAnswered(context, (code) => {
			repeats.settle(trigger, key, code < 400);
		});
	}
	const timeZone = timezoneOf(context, settings);
	const at = Date.now();
	if (happenedAt !== undefined) checkClock(context, trigger, happenedAt, timeZone, at);
	const json: IDataObject = settings.simplify
		? recognised.normalised({ at, timeZone })
		: { event: kind.value, data };
	return { workflowData: [[{ json }]], webhookResponse: { message: 'Received' } };
}

/** An exception would make n8n start an execution that fails, which no caller may bring about. */
export async function receive(
	context: IWebhookFunctions,
	task: Task = {},
): Promise<IWebhookResponseData> {
	try {
		return await receiveCallback(context, task);
	} catch (error) {
		context.logger.error(
			`${context.getNode().name} could not accept a callback: ${reasonOf(error)}`,
		);
		return answer(context, 503, 'This trigger cannot accept callbacks now: see the log of n8n');
	}
}
