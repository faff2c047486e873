import type { IDataObject, IWebhookFunctions } from 'n8n-workflow';

import { TAPPED_BY_HEADER } from '../../nodes/answerButton';
import { answer } from '../../nodes/MessagingService/sendAndWait/answer';
import { asked, form, FREE_TEXT } from '../support/asked';

const MINUTE_MS = 60_000;

let nonces = 0;

interface Posted {
	query?: IDataObject;
	body?: Record<string, string>;
	/** Fields of the question. */
	given?: Readonly<Record<string, unknown>>;
	until?: number | null;
	/** The number that tapped, as the trigger hands it over. */
	by?: string;
}

/** Posts to a link of a question, whose signature n8n has checked. */
function posted({ query = {}, body = {}, given = {}, until = null, by }: Posted) {
	const nonce = `nonce ${++nonces}`;
	const kept = {
		version: 1,
		nonce,
		execution: '1',
		run: 0,
		question: asked(given),
		asked: '62812000001',
		until,
	};
	const shown = { statusCode: 200, html: '' };
	const response = Object.assign(shown, {
		setHeader: () => response,
		end: (html = '') => Object.assign(shown, { html }),
	});
	const headers = {
		'content-type': 'application/x-www-form-urlencoded',
		...(by !== undefined && { [TAPPED_BY_HEADER]: by }),
	};
	const context = {
		evaluateExpression: () => JSON.stringify(kept),
		getNode: () => ({ name: 'Ask' }),
		getQueryData: () => ({ nonce, ...query }),
		getBodyData: () => body,
		getRequestObject: () => ({ method: 'POST', headers, rawBody: Buffer.alloc(0) }),
		getResponseObject: () => response,
		// Only these of its methods are called.
	} as unknown as IWebhookFunctions;
	const data = answer(context).workflowData?.[0]?.[0]?.json.data;
	return { status: data === undefined ? shown.statusCode : 200, html: shown.html, data };
}

describe('Answer to a question', () => {
	const respondedAt = expect.any(String) as string;
	const YES = { query: { approved: 'true' } };

	it.each<[string, Posted, boolean]>([
		['a tap on the button that approves', YES, true],
		['a tap on the button that declines', { query: { approved: 'false' } }, false],
		['the page', { body: { approved: 'true' } }, true],
		['the page at the link of a button', { ...YES, body: { approved: 'false' } }, false],
	])('An answer counts if it comes from %s', (_, given, approved) => {
		expect(posted(given).data).toEqual({
			outcome: approved ? 'approved' : 'declined',
			approved,
			asked: '62812000001',
			respondedAt,
			timed_out: false,
		});
	});

	it.each<[string, Posted]>([
		['a text', { given: FREE_TEXT, body: { text: 'Monday' } }],
		['a form', { given: form({ fieldLabel: 'Day' }), body: { 'field-0': 'Monday' } }],
	])('The outcome of %s is answered', (_, given) => {
		expect(posted(given).data).toMatchObject({ outcome: 'answered', asked: '62812000001' });
	});

	it('A tap tells the number that tapped, and a tap by another number answers nothing', () => {
		expect(posted({ ...YES, by: '62812000001' }).data).toMatchObject({
			answered_by: '62812000001',
		});
		expect(posted({ ...YES, by: '62812000002' })).toMatchObject({ status: 404, data: undefined });
		expect(posted(YES).data).not.toHaveProperty('answered_by');
	});

	it('A tap counts if its number is written without the country code', () => {
		expect(posted({ ...YES, by: '0812000001' }).data).toMatchObject({
			answered_by: '62812000001',
		});
		for (const by of ['0812000002', '812000001']) {
			expect(posted({ ...YES, by })).toMatchObject({ status: 404, data: undefined });
		}
	});

	it('A post without an answer is refused', () => {
		expect(posted({})).toMatchObject({ status: 422, data: undefined });
	});

	it('An answer after the end of the wait is refused, and the page says so', () => {
		expect(posted({ ...YES, until: Date.now() + MINUTE_MS }).data).toMatchObject({
			approved: true,
		});
		expect(posted({ ...YES, until: Date.now() - MINUTE_MS })).toMatchObject({
			status: 410,
			data: undefined,
			html: expect.stringContaining('This question is no longer open') as string,
		});
	});
});
