import { sleep } from 'n8n-workflow';
import type { IWebhookFunctions } from 'n8n-workflow';
import { z } from 'zod';

import { linkOfAnswer, TAKEN_HEADER } from '../answerButton';
import { parsedUrl, reasonOf } from '../plain';
import { type CallResponse, warnSeldom } from './response';
import { tapsIn } from './tapsIn';

/** `message` starts the workflow. `later` asks the service to send the callback again. */
type Outcome = 'taken' | 'message' | 'later';

const TAKEN: CallResponse = { status: 200, message: 'Received: it answers a question' };

const LATER: CallResponse = {
	status: 503,
	message: 'The question cannot take its answer yet: send it again later',
	advice: 'If it does not come again, let the recipient tap again.',
};

const MOST_REDIRECTS = 3;

/** For all taps of a callback. A recipient may tap while the execution that asked is still running. */
const PATIENCE_MS = 10_000;
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

/** Follows a redirect only to the same path and query, so that the answer goes nowhere else. */
function redirectOf({ statusCode, headers }: Response, from: string): string | undefined {
	if (!isRedirect(statusCode)) return undefined;
	const { origin, pathname, search } = new URL(from);
	const location = String(headers.location);
	const to = parsedUrl(location.startsWith('/') ? `${origin}${location}` : location);
	return to?.pathname === pathname && to.search === search ? to.href : undefined;
}

/** n8n sends such a redirect if the execution now waits for a form. */
const leadsToForm = ({ headers }: Response, link: string) =>
	/^\/(?!\/)/.test(String(headers.location)) &&
	String(headers.location).endsWith(link.split('/').slice(-2).join('/'));

/** HTTP clients turn a redirected POST into a GET, which answers nothing. So this function follows redirects itself. */
async function post(context: IWebhookFunctions, link: string, endsAt: number): Promise<Response> {
	let url = link;
	for (let redirects = 0; ; redirects++) {
		const response = responseForm.parse(
			await context.helpers.httpRequest({
				method: 'POST',
				url,
				headers: { 'content-type': 'application/x-www-form-urlencoded' },
				body: '',
				returnFullResponse: true,
				ignoreHttpStatusErrors: true,
				disableFollowRedirect: true,
				timeout: Math.max(1, Math.ceil(endsAt - performance.now())),
				encoding: 'text',
			}),
		);
		const next = redirectOf(response, url);
		if (next === undefined || redirects >= MOST_REDIRECTS) return response;
		url = next;
	}
}

async function resume(context: IWebhookFunctions, link: string, endsAt: number): Promise<Outcome> {
	for (;;) {
		const response = await post(context, link, endsAt);
		const { statusCode, headers, body } = response;
		if (headers[TAKEN_HEADER] === 'false') return 'message';
		if (headers[TAKEN_HEADER] === 'true' && statusCode === 200) return 'taken';
		if (mayPass(statusCode) || (isRedirect(statusCode) && !leadsToForm(response, link))) {
			throw new Error(`n8n responded with status ${statusCode}`);
		}
		// n8n responds with 409 while an execution runs or has finished, and with 500 if it has just started.
		const mayRun = (statusCode === 409 && !/finished/i.test(body)) || statusCode === 500;
		if (!mayRun) return 'message';
		const isOver = performance.now() + LOOK_AGAIN_MS >= endsAt;
		if (isOver || looking >= MOST_LOOKING) return 'later';
		looking++;
		await sleep(LOOK_AGAIN_MS).finally(() => looking--);
	}
}

/** The service may repeat a callback, so the trigger remembers the taps that it has handed over. */
const handed = new Map<string, Promise<Outcome>>();
const MOST_REMEMBERED = 1000;

async function resumeOnce(context: IWebhookFunctions, link: string, endsAt: number) {
	const before = handed.get(link);
	if (before !== undefined) return await before;
	const outcome = resume(context, link, endsAt).catch((error: unknown): Outcome => {
		const text = `an answer could not be handed to the execution that waits for it: ${reasonOf(error)}. This n8n must reach itself under its own address, WEBHOOK_URL.`;
		warnSeldom(context, 'hand over', text);
		return 'later';
	});
	handed.set(link, outcome);
	const [oldest = ''] = handed.keys();
	if (handed.size > MOST_REMEMBERED) handed.delete(oldest);
	if ((await outcome) !== 'taken') handed.delete(link);
	return outcome;
}

function tapsOf(context: IWebhookFunctions, body: object): ReturnType<typeof tapsIn> {
	try {
		return tapsIn(body, (id, senders) => linkOfAnswer(context, id, senders));
	} catch (error) {
		warnSeldom(context, 'signature', `an answer could not be checked: ${reasonOf(error)}`);
		return { taps: [], hasOthers: true };
	}
}

/**
 * @returns taken: the messages that answered a question. They start no workflow. Without a response, the rest of the
 * callback starts it.
 */
export async function handOver(context: IWebhookFunctions, body: object) {
	const endsAt = performance.now() + PATIENCE_MS;
	const { taps, hasOthers } = tapsOf(context, body);
	const outcomes = await Promise.all(taps.map(({ link }) => resumeOnce(context, link, endsAt)));
	const taken = new Set(
		taps.filter((_, at) => outcomes[at] === 'taken').map(({ message }) => message),
	);
	// A message next to a tap starts the workflow, even if the tap must come again.
	if (hasOthers || taps.length === 0 || outcomes.includes('message')) {
		return { taken, response: undefined };
	}
	return { taken, response: outcomes.includes('later') ? LATER : TAKEN };
}
