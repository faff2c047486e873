import type { IDataObject, IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';

import { TAKEN_HEADER, TAPPED_BY_HEADER } from '../../answerButton';
import {
	faultOfData,
	isPlainRecord,
	isSameSecret,
	isUpload,
	isUrlencoded,
	reasonOf,
	sentBody,
} from '../../plain';
import { withoutOldPrefix } from '../../service';
import { readKeptInWebhook, type Kept } from './kept';
import { closedPage, questionPage, thanksPage, type Page } from './page';
import { readAnswer, type Fields } from './readAnswer';

const LARGEST = 512 * 1024;

function bodyOf(context: IWebhookFunctions): Fields | undefined {
	const { type, length } = sentBody(context);
	if (length > LARGEST) return undefined;
	const parsed: unknown = context.getBodyData();
	// n8n puts the fields of a multipart form under `data`. It also parses JSON and XML, which the page never sends.
	const inside: unknown = isUpload(type) && isPlainRecord(parsed) ? parsed.data : undefined;
	const fields: unknown = isUrlencoded(type) ? parsed : inside;
	if (!isPlainRecord(fields)) return {};
	return faultOfData(fields) === undefined ? fields : undefined;
}

/** The header tells the trigger whether this node took the answer. */
function setHeaders(context: IWebhookFunctions, page: Page, isTaken: boolean): void {
	const response = context.getResponseObject();
	for (const [name, value] of Object.entries(page.headers)) response.setHeader(name, value);
	response.setHeader(TAKEN_HEADER, String(isTaken));
}

function show(context: IWebhookFunctions, status: number, page: Page): IWebhookResponseData {
	const response = context.getResponseObject();
	response.statusCode = status;
	setHeaders(context, page, false);
	response.end(context.getRequestObject().method === 'HEAD' ? undefined : page.html);
	// Without `workflowData`, n8n keeps the execution waiting.
	return { noWebhookResponse: true };
}

const outcomeOf = ({ approved }: IDataObject, { responseType }: Kept['question']) =>
	responseType !== 'approval' ? 'answered' : approved === true ? 'approved' : 'declined';

function continueWith(
	context: IWebhookFunctions,
	{ question, asked }: Kept,
	data: IDataObject,
	tappedBy: string | undefined,
): IWebhookResponseData {
	const page = thanksPage(question);
	setHeaders(context, page, true);
	const respondedAt = new Date().toISOString();
	// TAKEN in question.ts keeps these names from the fields of a form.
	const answered = {
		data: {
			...data,
			outcome: outcomeOf(data, question),
			asked,
			...(tappedBy !== undefined && { answered_by: tappedBy }),
			respondedAt,
			timed_out: false,
		},
	};
	// n8n sends this page only after it has taken the answer. It takes one of several answers, and fails the others.
	return { webhookResponse: page.html, workflowData: [[{ json: answered }]] };
}

/** A button in the chat says whose it is. Whoever opens a link is not known. */
function tapperOf(context: IWebhookFunctions, asked: string | null): string | undefined {
	const by = context.getRequestObject().headers[TAPPED_BY_HEADER];
	if (typeof by !== 'string' || !/^\d{7,15}$/.test(by)) return undefined;
	// A gateway may write a number as its own country does.
	const isLocal = by.startsWith('0') && new RegExp(`^\\d{1,3}${by.slice(1)}$`).test(asked ?? '');
	return isLocal && asked !== null ? asked : by;
}

const digitsOf = (number: string) => withoutOldPrefix(number.replace(/\D/g, ''));

function receive(context: IWebhookFunctions): IWebhookResponseData {
	const kept = readKeptInWebhook(context);
	const query = context.getQueryData() as Readonly<Record<string, unknown>>;
	const nonce = typeof query.nonce === 'string' ? query.nonce : '';
	const isOther = kept === undefined || !isSameSecret(nonce, kept.nonce);
	// n8n ends a wait some time after its limit, and an answer in between would count.
	if (isOther || (kept.until !== null && kept.until < Date.now())) {
		return show(context, 410, closedPage(kept?.question.pageLanguage));
	}
	const { question, until, asked } = kept;
	const tappedBy = tapperOf(context, asked);
	if (tappedBy !== undefined && asked !== null && digitsOf(tappedBy) !== digitsOf(asked)) {
		// callbacks/taps.ts goes by this 404 without TAKEN_HEADER: for the trigger, this tap is then a message.
		const response = context.getResponseObject();
		response.statusCode = 404;
		response.end();
		return { noWebhookResponse: true };
	}
	const again = (status: number, before?: Parameters<typeof questionPage>[1]) => {
		const deadline = until === null ? undefined : { at: until, timeZone: context.getTimezone() };
		return show(context, status, questionPage(question, before, deadline));
	};
	if (context.getRequestObject().method !== 'POST') return again(200);
	const body = bodyOf(context);
	if (body === undefined) return again(413);
	// The link of a button in the chat says what its tap means.
	const given = { approved: query.approved, ...body };
	const read = readAnswer(question, given);
	if (!read.ok) return again(422, { given, wrong: read.wrong });
	return continueWith(context, kept, read.data, tappedBy);
}

/** An exception here would make n8n continue the execution with an error. */
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
