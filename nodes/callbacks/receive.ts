import { createHash } from 'node:crypto';
import type { IDataObject, IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';
import { z } from 'zod';

import { recognise } from './kinds';
import { isTimezone } from '../plain';
import { type Refusal, refusalOfAddress, refusalOfToken } from './access';
import { readCallback, type Incoming } from './readCallback';
import { Repeats } from './repeats';

/** Takes one call of a trigger's URL: who may call, what it is, whether it came before, what goes on. */

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

/** n8n leaves the answer to us. */
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

/** Remembers the callback once n8n has taken it, and not when n8n could not. */
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
		// Its sender hung up: what n8n will answer all the same says whether it was taken.
		const end = response.end.bind(response);
		// One function stands for the three forms in which it can be called.
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
			'This is no callback that the service documents. A status has ref_no and status, a message has ref_no and room_id, or id and originator.',
		);
	}
	const { kind, recognised } = found;
	if (!wanted.has(kind.value)) return answer(context, 200, 'Ignored: this trigger is not for it');
	const { status, identity, data } = recognised;
	if (status !== undefined && given.statuses.length > 0 && !given.statuses.includes(status)) {
		return answer(context, 200, 'Ignored: this trigger is not for this status');
	}
	// Whoever tries something out sends the same thing again and again.
	if (given.ignoreRepeats && identity !== undefined && context.getMode() !== 'manual') {
		const { id: workflow } = context.getWorkflow();
		const key = createHash('sha256')
			.update(JSON.stringify([workflow, context.getNode().id, kind.value, ...identity]))
			.digest('base64');
		const verdict = repeats.begin(key);
		if (verdict === 'known') return answer(context, 200, 'Repeated: it was taken before');
		if (verdict === 'being taken') return answer(context, 503, 'It is being taken just now');
		settleWithAnswer(context, key);
	}
	const timezone = given.timezone || context.getTimezone();
	const json: IDataObject =
		context.getNodeParameter('simplify', true) === false
			? { event: kind.value, data }
			: recognised.normalised(isTimezone(timezone) ? timezone : 'UTC');
	return { workflowData: [[{ json }]], webhookResponse: { message: 'Received' } };
}
