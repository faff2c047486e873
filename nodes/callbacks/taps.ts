import { sleep } from 'n8n-workflow';
import type { IWebhookFunctions } from 'n8n-workflow';
import { z } from 'zod';

import { idsIn, TAKEN_HEADER, TAPPED_BY_HEADER } from '../answerButton';
import { LONGEST_ANSWER, reasonOf, RecentlyUsed, textOfBody } from '../plain';
import { businessMessages } from './kinds';
import { type CallResponse, warnSeldom } from './response';

const TAKEN = { status: 200, message: 'Received: it answers a question' };
const OVER = { status: 200, message: 'Already answered: the question is no longer open' };
const LATER: CallResponse = {
	status: 503,
	message: 'The question cannot take its answer yet: send it again later',
	advice: 'If it does not come again, let the recipient tap again.',
};

/** For all taps of a callback, as docs/ask-and-wait.md says. A recipient may tap while the execution that asked still runs. */
const PATIENCE_MS = 10_000;
const LOOK_AGAIN_MS = 1000;
/** Anyone may type IDs, and n8n reads a whole execution for each. */
const MOST_EXECUTIONS = 20;
const MOST_OF_EXECUTION = 3;

const headers = z.object({ [TAKEN_HEADER]: z.enum(['true', 'false']).optional() });
const responseForm = z.object({ statusCode: z.number(), headers, body: z.unknown() });

/** What n8n responds if the execution has ended, or now waits for a form. */
const IS_OVER = /no action required|has finished|redirecting to \/form-waiting/i;

/** The random parts of answered questions. n8n says that they are answered only after their execution has ended. */
const answered = new RecentlyUsed<true>(1000);

interface Tap {
	url: string;
	nonce: string;
	by: string | undefined;
}

/**
 * A button's ID is n8n's own signed link without its address. The page behind it takes the tap with a header that says
 * whether it counted, and checks who tapped. Until its execution waits, n8n itself responds, so we ask again.
 * @returns undefined if n8n has not made the ID or no longer has the execution, or if somebody else was asked
 */
async function answer(context: IWebhookFunctions, { url, nonce, by }: Tap, endsAt: number) {
	while (!answered.get(nonce)) {
		const timeout = Math.max(1, Math.ceil(endsAt - performance.now()));
		const deadline = AbortSignal.timeout(timeout);
		const response: unknown = await context.helpers.httpRequest({
			method: 'POST',
			url,
			headers: by === undefined ? {} : { [TAPPED_BY_HEADER]: by },
			returnFullResponse: true,
			ignoreHttpStatusErrors: true,
			// HTTP clients turn a redirected POST into a GET, which answers nothing.
			disableFollowRedirect: true,
			timeout,
			encoding: 'stream',
		});
		const { statusCode: status, headers, body } = responseForm.parse(response);
		const page = (await textOfBody(body, LONGEST_ANSWER, deadline)) ?? '';
		const isTaken = headers[TAKEN_HEADER] === 'true' && status === 200;
		if (isTaken || headers[TAKEN_HEADER] === 'false' || IS_OVER.test(page)) {
			answered.of(nonce, () => true);
			return isTaken ? TAKEN : OVER;
		}
		if (status === 401 || status === 404) return undefined;
		// n8n responds with 409 while an execution runs, and with 500 if it has just started.
		if (status !== 409 && status !== 500) throw new Error(`status ${status}`);
		if (performance.now() + LOOK_AGAIN_MS >= endsAt) return LATER;
		await sleep(LOOK_AGAIN_MS);
	}
	return OVER;
}

/** @returns undefined if the callback has no tap. isOther: whether a message next to taps is none itself */
export async function takeTaps(context: IWebhookFunctions, payload: object) {
	if (!JSON.stringify(payload).includes('signature=')) return undefined;
	// A trigger has no execution yet, so n8n ends this address with a word instead of its ID.
	const resumeUrl = z.string().parse(context.evaluateExpression('{{ $execution.resumeUrl }}'));
	const ids = idsIn(payload, resumeUrl.replace(/\/[^/]*$/, ''));
	const { origin } = new URL(resumeUrl);
	const messages = businessMessages(payload);
	const tappedBy = (id: string) => {
		const message =
			messages.find(({ buttonId }) => buttonId === id) ??
			messages.find(({ text }) => text?.includes(id));
		return (message ?? (messages.length === 1 ? messages[0] : undefined))?.from;
	};
	const endsAt = performance.now() + PATIENCE_MS;
	const take = async (one: string) => {
		const own = ids.filter(({ execution }) => execution === one);
		for (const { id, nonce } of own.slice(0, MOST_OF_EXECUTION)) {
			const tap = { url: origin + id, nonce, by: tappedBy(id) };
			const response = await answer(context, tap, endsAt).catch((error: unknown) => {
				const problem = `an answer could not be handed to the execution that waits for it: ${reasonOf(error)}. This n8n must reach itself under WEBHOOK_URL, without a redirect.`;
				warnSeldom(context, 'hand over', problem);
				return LATER;
			});
			if (response !== undefined) return { id, response };
		}
		return undefined;
	};
	const executions = [...new Set(ids.map(({ execution }) => execution))];
	const outcomes = await Promise.all(executions.slice(0, MOST_EXECUTIONS).map(take));
	const taps = outcomes.filter((tap) => tap !== undefined);
	const response = [LATER, TAKEN, OVER].find((one) => taps.some((tap) => tap.response === one));
	const isTap = (message: string) => taps.some(({ id }) => message.includes(id));
	const isOther = (one: object) => !isTap(JSON.stringify({ ...one, data: undefined }));
	return response && { response, isOther };
}
