import type { IDataObject, IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';
import { timingSafeEqual } from 'node:crypto';

import { reasonOf } from '../../plain';
import { keptThere, type Kept } from './kept';
import { closedPage, questionPage, thanksPage, type Page } from './page';
import { bodyOf } from './body';
import { takeOnce } from './once';
import { readAnswer } from './readAnswer';

/** Handles one call of the address by which a waiting execution goes on. */

function show(context: IWebhookFunctions, status: number, page: Page): IWebhookResponseData {
	const response = context.getResponseObject();
	response.statusCode = status;
	for (const [name, value] of Object.entries(page.headers)) response.setHeader(name, value);
	response.end(context.getRequestObject().method === 'HEAD' ? undefined : page.html);
	// Without data, the execution goes on waiting.
	return { noWebhookResponse: true };
}

const isSame = (given: unknown, expected: string): boolean => {
	if (typeof given !== 'string') return false;
	const [one, other] = [Buffer.from(given), Buffer.from(expected)];
	return one.length === other.length && timingSafeEqual(one, other);
};

function goOn(
	context: IWebhookFunctions,
	{ question, nonce }: Kept,
	data: IDataObject,
): IWebhookResponseData {
	if (!takeOnce(context, nonce)) return show(context, 409, closedPage(question));
	const page = thanksPage(question);
	const response = context.getResponseObject();
	for (const [name, value] of Object.entries(page.headers)) response.setHeader(name, value);
	const answered = { data: { ...data, respondedAt: new Date().toISOString() } };
	// n8n answers once it has taken the execution up, so that only one of two answers at once is thanked for.
	return { webhookResponse: page.html, workflowData: [[{ json: answered }]] };
}

function receive(context: IWebhookFunctions): IWebhookResponseData {
	const kept = keptThere(context);
	const query = context.getQueryData() as Readonly<Record<string, unknown>>;
	if (kept === undefined || !isSame(query.nonce, kept.nonce)) {
		return show(context, 410, closedPage(kept?.question));
	}
	const { question } = kept;
	if (context.getRequestObject().method !== 'POST') {
		return show(context, 200, questionPage(question));
	}
	// A button in the chat says it in the signed link itself, which the page never does.
	if (query.approved !== undefined) {
		const chosen = readAnswer(question, { approved: query.approved });
		return chosen.ok
			? goOn(context, kept, chosen.data)
			: show(context, 422, questionPage(question));
	}
	const body = bodyOf(context);
	if (body === undefined) return show(context, 413, questionPage(question));
	const read = readAnswer(question, body);
	if (read.ok) return goOn(context, kept, read.data);
	return show(context, 422, questionPage(question, { given: body, wrong: read.wrong }));
}

/** An exception would make n8n go on with an error: no caller may bring that about. */
export function answer(context: IWebhookFunctions): IWebhookResponseData {
	try {
		return receive(context);
	} catch (error) {
		context.logger.error(`${context.getNode().name} could not take an answer: ${reasonOf(error)}`);
		const response = context.getResponseObject();
		if (!response.headersSent) response.statusCode = 503;
		response.end();
		return { noWebhookResponse: true };
	}
}
