import type { IDataObject } from 'n8n-workflow';

import { bareText, quoted, saidIn, valuesIn, type Redact } from '../../../plain';
import {
	adviceFor,
	isOfAllItems,
	isRefusal,
	isSuccess,
	mayPass,
	validationFaults,
	whereCalled,
	type Breakdown,
	type CredentialName,
} from '../../../service';
import { parseBody, type ExpectedAnswer } from '../answer';
import { isFailure, type Effect, type Failure, type Outcome } from '../outcome';
import { AFTER_FAILED_READ, AFTER_NO_CONNECTION, AFTER_RATE_LIMIT, retryAfterMs } from '../pace';
import type { Transport, WireAnswer, WireRequest } from './transport';

interface Caller {
	credential: CredentialName;
	url: string;
	transport: Transport;
	redact: Redact;
}

/**
 * Sends a request and says what its response means. Only the test of a credential sends requests by itself.
 * @param seen called with the response, whatever its form
 */
export async function exchange(
	{ credential, url, transport, redact }: Caller,
	wire: Omit<WireRequest, 'url'>,
	expected: ExpectedAnswer,
	seen?: (reply: WireAnswer) => void,
): Promise<Outcome> {
	const called = `${url}${wire.request.path}`;
	const reply = await transport({ ...wire, url: called });
	if ('reached' in reply) return meaningOfBreakdown(reply, expected.effect);
	seen?.(reply);
	const outcome = meaningOfAnswer(reply, expected, redact, Date.now(), credential);
	return isFailure(outcome) ? { ...outcome, advice: whereCalled(outcome.advice, called) } : outcome;
}

const AGAIN_AFTER_READ = { schedule: AFTER_FAILED_READ, rateLimit: false };

const NOT_DOCUMENTED =
	'The service may have changed. Look for a newer version of this node, or report what it answered.';

const FROM_BETWEEN =
	'Something between n8n and the service answered (a proxy or a login page), or the Base URL in the credential points at a web page.';

const cited = (words: string, redact: Redact): string =>
	words === '' ? '' : `: ${quoted(redact.excerpt(words))}`;

/** What the service says about a failure, such as what it refused. A web page would tell a user nothing. */
function wordsOf(status: number, text: string): string {
	const body = parseBody(text);
	if (body.form === 'text') return body.isPage ? '' : bareText(text);
	const faults = status === 422 ? validationFaults(body.form, body.value).join('; ') : '';
	return faults || saidIn(body.value) || valuesIn(body.value);
}

export function meaningOfAnswer(
	answer: WireAnswer,
	expected: ExpectedAnswer,
	redact: Redact,
	nowEpochMs: number,
	credential: CredentialName,
): Outcome {
	const { status, text = '' } = answer;
	const { effect } = expected;
	if (isSuccess(status)) {
		const output = status === 204 && text === '' ? expected.withoutContent : undefined;
		return output ? { fate: 'accepted', output } : meaningOfSuccess(answer, expected, redact);
	}

	const [what, advice] = adviceFor(status, credential);
	const said = status === 429 ? '' : wordsOf(status, text);
	const failure: Failure = {
		fate: isRefusal(status) ? 'notSent' : 'uncertain',
		// Check Setup reads the status from these brackets.
		what: `${what} (${status})${cited(said, redact)}`,
		advice,
		status,
		isOfAll: isOfAllItems(status),
	};
	if (status === 429) {
		const afterMs = retryAfterMs(answer.retryAfter, nowEpochMs);
		return { ...failure, again: { schedule: AFTER_RATE_LIMIT, rateLimit: true, afterMs } };
	}
	return mayPass(status) && effect === 'read' ? { ...failure, again: AGAIN_AFTER_READ } : failure;
}

function meaningOfSuccess(
	{ status, text }: WireAnswer,
	{ items }: ExpectedAnswer,
	redact: Redact,
): Outcome {
	const unreadable = (
		what: string,
		advice = NOT_DOCUMENTED,
		fate: Failure['fate'] = 'uncertain',
	): Failure => ({ fate, what, advice, status });
	if (text === undefined) {
		return unreadable(
			'The service’s answer is too long and was not read to its end',
			'No documented answer is that long: something between n8n and the service may have answered. If it was the service, look for a newer version of this node.',
		);
	}
	const body = parseBody(text);
	const content = () => (body.form === 'text' ? bareText(text) : valuesIn(body.value));
	const isPage = body.form === 'text' && body.isPage;
	// A web page comes from a proxy between n8n and the service. Any other text comes from the service.
	const read = isPage ? ({ kind: 'unreadable' } as const) : items(body, redact);
	switch (read.kind) {
		case 'data':
			return { fate: 'accepted', output: read.data };
		case 'unreadable':
			return unreadable(
				`The service answered with ${'why' in body ? body.why : 'a text'} instead of data${cited(content(), redact)}`,
				isPage ? FROM_BETWEEN : NOT_DOCUMENTED,
			);
		case 'refused': {
			const { fate, meaning, words, advice, code, isOfAll, fields } = read;
			return {
				fate,
				advice,
				status,
				isOfAll,
				what: `The service reported an error: ${meaning ?? (words === '' ? 'it gave no reason' : quoted(redact.excerpt(words)))}`,
				// An undocumented code can be any text, so it may hold a secret.
				code: typeof code === 'string' ? redact.excerpt(code) : code,
				// Redaction replaces texts only, so the fields keep their type.
				fields: fields && (redact.fields(fields) as IDataObject),
			};
		}
		case 'undocumented':
			return unreadable(
				`The service answered in a form that it does not document (${read.where})${cited(content(), redact)}`,
				NOT_DOCUMENTED,
				read.fate,
			);
	}
}

export function meaningOfBreakdown(breakdown: Breakdown, effect: Effect): Outcome {
	const { what, advice, ofItem = false, reached, passing } = breakdown;
	const base = { what, advice, isOfAll: !ofItem };
	if (reached === 'no') {
		const again = { schedule: AFTER_NO_CONNECTION, rateLimit: false };
		return { ...base, fate: 'notSent', ...(passing && { again }) };
	}
	return { ...base, fate: 'uncertain', ...(effect === 'read' && { again: AGAIN_AFTER_READ }) };
}
