import { createHash } from 'node:crypto';
import type { IDataObject, IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';
import { z } from 'zod';

import { isTimezone } from '../plain';
import { type Refusal, refusalOfAddress, refusalOfToken } from './access';
import { recognise } from './kinds';
import { readCallback, type Incoming } from './readCallback';
import { Repeats } from './repeats';

/** Handles one call of a trigger's URL: may it call, which kind is it, did it come before, what starts. */

const repeats = new Repeats();

const settings = z.object({
	allowedIps: z.string().default(''),
	timezone: z.string().default(''),
	ignoreRepeats: z.boolean().default(true),
	statuses: z.array(z.string()).default([]),
});

type Settings = z.output<typeof settings>;

const token = z.object({ token: z.string().default('') });
const query = z.object({ token: z.unknown() });
const events = z.array(z.string());

/** Sends the answer and tells n8n not to start an execution. */
function answer(context: IWebhookFunctions, status: number, message: string): IWebhookResponseData {
	context.getResponseObject().status(status).json({ message });
	return { noWebhookResponse: true };
}

async function refusalOf(
	context: IWebhookFunctions,
	{ allowedIps }: Settings,
): Promise<Refusal | undefined> {
	const request = context.getRequestObject();
	const address = request.ip ?? request.socket.remoteAddress ?? '';
	const refusal = refusalOfAddress(address, allowedIps);
	if (refusal !== undefined || context.getNodeParameter('authentication') !== 'token') {
		return refusal;
	}
	const credential = token.parse(await context.getCredentials('messagingServiceCallbackApi'));
	const given: unknown = query.parse(context.getQueryData()).token;
	return refusalOfToken(given, credential.token);
}

function incoming(context: IWebhookFunctions): Incoming {
	const request = context.getRequestObject();
	const raw: unknown = request.rawBody;
	const declared = Number(request.headers['content-length'] ?? 0);
	return {
		method: request.method,
		contentType: request.headers['content-type'] ?? '',
		query: context.getQueryData(),
		body: context.getBodyData(),
		length: Buffer.isBuffer(raw) ? raw.length : declared,
	};
}

/** Remembers the callback once n8n has accepted it, so that one which n8n could not accept may come again. */
function settleWithAnswer(context: IWebhookFunctions, key: string): void {
	const response = context.getResponseObject();
	const settle = () => {
		repeats.settle(key, response.statusCode < 400);
	};
	response.once('close', () => {
		if (response.writableEnded) {
			settle();
			return;
		}
		// The sender hung up before the answer: n8n's status code will still say whether it was accepted.
		const end = response.end.bind(response);
		// The cast is needed because `end` is overloaded.
		response.end = ((...parts: Parameters<typeof end>) => {
			settle();
			return end(...parts);
		}) as typeof response.end;
	});
}

export async function receive(context: IWebhookFunctions): Promise<IWebhookResponseData> {
	const given = settings.parse(context.getNodeParameter('options', {}));
	const refusal = await refusalOf(context, given);
	if (refusal !== undefined) return answer(context, refusal.status, refusal.message);

	const read = readCallback(incoming(context));
	if (!read.ok) return answer(context, read.status, read.message);
	const wanted = new Set(events.parse(context.getNodeParameter('events', [])));
	const found = recognise(read.callback, wanted);
	if (found === undefined) {
		return answer(
			context,
			400,
			'This is not a callback that the service documents. A status has ref_no and status, a message has ref_no and room_id, or id and originator.',
		);
	}
	const { kind, recognised } = found;
	if (!wanted.has(kind.value))
		return answer(context, 200, 'Ignored: this trigger does not listen to this kind');
	const { status, identity, data } = recognised;
	if (status !== undefined && given.statuses.length > 0 && !given.statuses.includes(status)) {
		return answer(context, 200, 'Ignored: this trigger does not listen to this status');
	}
	// People who test a workflow send the same callback many times.
	if (given.ignoreRepeats && identity !== undefined && context.getMode() !== 'manual') {
		const { id: workflow } = context.getWorkflow();
		const key = createHash('sha256')
			.update(JSON.stringify([workflow, context.getNode().id, kind.value, ...identity]))
			.digest('base64');
		const verdict = repeats.begin(key);
		if (verdict === 'known')
			return answer(context, 200, 'Repeated: this callback was accepted before');
		if (verdict === 'pending')
			return answer(context, 503, 'Still processing the first delivery: send it again later');
		settleWithAnswer(context, key);
	}
	const timezone = given.timezone || context.getTimezone();
	const json: IDataObject =
		context.getNodeParameter('simplify', true) === false
			? { event: kind.value, data }
			: recognised.normalised(isTimezone(timezone) ? timezone : 'UTC');
	return { workflowData: [[{ json }]], webhookResponse: { message: 'Received' } };
}
