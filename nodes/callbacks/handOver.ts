import { sleep } from 'n8n-workflow';
import type { IWebhookFunctions } from 'n8n-workflow';
import { z } from 'zod';

import { TAKEN_HEADER } from '../answerButton';
import { parsedUrl, reasonOf } from '../plain';
import { tapsIn, type Tap } from './tapsIn';

/** `message` starts the workflow. `later` asks the service to send the callback again. */
export type HandedOver = 'taken' | 'message' | 'later';

const PATIENCE_MS = 15_000;
const MOST_REDIRECTS = 3;

/** A recipient may tap while the execution that asked is still running. */
const LONGEST_RUN_MS = 10_000;
const LOOK_AGAIN_MS = 500;
/** Each open call takes several MB of n8n's memory. */
const MOST_LOOKING = 20;
let looking = 0;

const mayPass = (status: number) => status > 500 || [408, 425, 429].includes(status);
const isRedirect = (status: number) => status >= 300 && status < 400;

const responseForm = z.object({
	statusCode: z.number(),
	headers: z.record(z.unknown()).catch({}),
	body: z.string().catch(''),
});

type Response = z.output<typeof responseForm>;

function waitingAddress(context: IWebhookFunctions): string {
	const url = new URL(z.string().parse(context.evaluateExpression('{{ $execution.resumeUrl }}')));
	return `${url.origin}${url.pathname.slice(0, url.pathname.lastIndexOf('/'))}`;
}

async function post(context: IWebhookFunctions, url: string, tap: Tap): Promise<Response> {
	const senders = tap.senders.map((sender): [string, string] => ['from', sender]);
	const response: unknown = await context.helpers.httpRequest({
		method: 'POST',
		url,
		headers: { 'content-type': 'application/x-www-form-urlencoded' },
		body: new URLSearchParams(senders).toString(),
		returnFullResponse: true,
		ignoreHttpStatusErrors: true,
		disableFollowRedirect: true,
		timeout: PATIENCE_MS,
		encoding: 'text',
	});
	return responseForm.parse(response);
}

/** Follows a redirect only to the same path and query, so that the answer goes nowhere else. */
function redirectOf({ statusCode, headers }: Response, from: string): string | undefined {
	if (!isRedirect(statusCode)) return undefined;
	const { origin, pathname, search } = new URL(from);
	const location = String(headers.location);
	const to = parsedUrl(location.startsWith('/') ? `${origin}${location}` : location);
	return to?.pathname === pathname && to.search === search ? to.href : undefined;
}

/** HTTP clients turn a redirected POST into a GET, which answers nothing. So this function follows redirects itself. */
async function postWhereverItIs(
	context: IWebhookFunctions,
	url: string,
	tap: Tap,
	redirects = 0,
): Promise<Response> {
	const response = await post(context, url, tap);
	const next = redirects < MOST_REDIRECTS ? redirectOf(response, url) : undefined;
	return next === undefined ? response : postWhereverItIs(context, next, tap, redirects + 1);
}

/** n8n sends such a redirect if the execution now waits for a form. */
const leadsToForm = ({ headers }: Response, { path }: Tap) =>
	/^\/(?!\/)/.test(String(headers.location)) && String(headers.location).endsWith(`/${path}`);

async function resume(context: IWebhookFunctions, tap: Tap): Promise<HandedOver> {
	const link = `${waitingAddress(context)}/${tap.path}`;
	for (let waitedMs = 0; ; waitedMs += LOOK_AGAIN_MS) {
		const response = await postWhereverItIs(context, link, tap);
		const { statusCode, headers, body } = response;
		if (headers[TAKEN_HEADER] === 'false') return 'message';
		if (headers[TAKEN_HEADER] === 'true' && statusCode === 200) return 'taken';
		if (mayPass(statusCode) || (isRedirect(statusCode) && !leadsToForm(response, tap))) {
			throw new Error(`n8n responded with status ${statusCode}`);
		}
		// n8n responds with 409 while an execution runs or has finished, and with 500 if it has just started.
		const mayRun = (statusCode === 409 && !/finished/i.test(body)) || statusCode === 500;
		if (!mayRun) return 'message';
		if (waitedMs >= LONGEST_RUN_MS || looking >= MOST_LOOKING) return 'later';
		looking++;
		await sleep(LOOK_AGAIN_MS).finally(() => looking--);
	}
}

/** The service may repeat a callback, so the trigger remembers the taps that it has handed over. */
const handed = new Map<string, { path: string; outcome: Promise<HandedOver> }>();
const MOST_REMEMBERED = 1000;

async function handOverOnce(context: IWebhookFunctions, tap: Tap): Promise<HandedOver> {
	const { nonce, path } = tap;
	const before = handed.get(nonce);
	if (before?.path === path) return before.outcome;
	const outcome = resume(context, tap).catch((error: unknown): HandedOver => {
		context.logger.error(
			`${context.getNode().name} could not hand an answer to the execution that waits for it: ${reasonOf(error)}. This n8n must reach itself under its own address, WEBHOOK_URL.`,
		);
		return 'later';
	});
	if (before === undefined) handed.set(nonce, { path, outcome });
	const [oldest = ''] = handed.keys();
	if (handed.size > MOST_REMEMBERED) handed.delete(oldest);
	if ((await outcome) !== 'taken' && handed.get(nonce)?.outcome === outcome) handed.delete(nonce);
	return outcome;
}

export async function handOver(context: IWebhookFunctions, body: object): Promise<HandedOver> {
	const { taps, hasOthers } = tapsIn(body, context.getInstanceId());
	const outcomes: HandedOver[] = [];
	for (const tap of taps) outcomes.push(await handOverOnce(context, tap));
	if (outcomes.includes('later')) return 'later';
	return hasOthers || taps.length === 0 || outcomes.includes('message') ? 'message' : 'taken';
}
