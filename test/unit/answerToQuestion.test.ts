import type { IDataObject, IWebhookFunctions } from 'n8n-workflow';

import { answer } from '../../nodes/MessagingService/sendAndWait/answer';
import { asked } from '../support/asked';

const AYU = '628123456789';
const BUDI = '628123456700';
const MINUTE_MS = 60_000;

let nonces = 0;

interface Posted {
	query?: IDataObject;
	body?: Record<string, string>;
	until?: number | null;
}

/** Posts to the link of a question in the chat, whose signature n8n has checked. */
function posted({ query = {}, body = {}, until = null }: Posted) {
	const nonce = `nonce ${++nonces}`;
	const question = asked({ askedInChat: AYU });
	const kept = { version: 1, nonce, execution: '1', run: 0, question, until };
	const shown = { statusCode: 200, html: '' };
	const response = Object.assign(shown, {
		setHeader: () => response,
		end: (html = '') => Object.assign(shown, { html }),
	});
	const headers = { 'content-type': 'application/x-www-form-urlencoded' };
	const context = {
		evaluateExpression: () => JSON.stringify(kept),
		getNode: () => ({ name: 'Ask' }),
		getQueryData: () => ({ approved: 'true', nonce, ...query }),
		getBodyData: () => body,
		getRequestObject: () => ({ method: 'POST', headers, rawBody: Buffer.alloc(0) }),
		getResponseObject: () => response,
		// Only these of its methods are called.
	} as unknown as IWebhookFunctions;
	const data = answer(context).workflowData?.[0]?.[0]?.json.data;
	return { status: data === undefined ? shown.statusCode : 200, html: shown.html, data };
}

describe('Answer to a question in the chat', () => {
	const ANSWER = { approved: true, respondedAt: expect.any(String) as string };

	it.each<[string, Posted, object]>([
		['signed as that of the person', { query: { from: AYU } }, { ...ANSWER, answered_by: AYU }],
		[
			'signed in two forms',
			{ query: { from: `${AYU},0${AYU.slice(2)}` } },
			{ ...ANSWER, answered_by: AYU },
		],
		['not named', {}, ANSWER],
		['not signed', { body: { from: AYU } }, ANSWER],
	])('An answer counts, and only a signed sender is output, if the sender is %s', (...row) => {
		const [, given, data] = row;
		expect(posted(given).data).toEqual(data);
	});

	it.each<[string, Posted]>([
		['signed as that of another', { query: { from: BUDI } }],
		['signed with another', { query: { from: `${AYU},${BUDI}` } }],
		['another, and not signed', { body: { from: BUDI } }],
	])('An answer is refused if its sender is %s', (_, given) => {
		expect(posted(given)).toMatchObject({ status: 403, data: undefined });
	});

	it('An answer after the end of the wait is refused, and the page says so', () => {
		expect(posted({ until: Date.now() + MINUTE_MS })).toMatchObject({ data: ANSWER });
		expect(posted({ until: Date.now() - MINUTE_MS })).toMatchObject({
			...{ status: 410, data: undefined },
			html: expect.stringContaining('This question is no longer open') as string,
		});
	});
});
