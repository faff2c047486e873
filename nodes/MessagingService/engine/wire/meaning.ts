import type { IDataObject } from 'n8n-workflow';

import { bareText, saidIn, valuesIn, type Redact } from '../../../plain';
import {
	adviceFor,
	type Breakdown,
	isOfAllItems,
	isRefusal,
	mayPass,
	serviceWords,
	validationFaults,
	warningOfSuccess,
	type CredentialName,
} from '../../../service';
import { parseBody, type ExpectedAnswer } from '../answer';
import { isFailure, type Effect, type Failure, type Outcome } from '../outcome';
import { AFTER_FAILED_READ, AFTER_NO_CONNECTION, AFTER_RATE_LIMIT, retryAfterMs } from '../pace';
import type { WireAnswer } from './transport';

const AGAIN_AFTER_READ = { schedule: AFTER_FAILED_READ, rateLimit: false };

const NOT_DOCUMENTED =
	'The service may have changed. Look for a newer version of this node, or report what it answered.';

const quoted = (text: string, redact: Redact) => `: ${redact.excerpt(text)}`;

/** The service's own words. A web page would tell a user nothing. */
function wordsOf(text: string | undefined, redact: Redact): string {
	const body = parseBody(text ?? '');
	if (body.form === 'unreadable') {
		const bare = body.isPage ? '' : bareText(text ?? '');
		return bare === '' ? '' : quoted(bare, redact);
	}
	const words = serviceWords(body.value) ?? (saidIn(body.value) || valuesIn(body.value));
	return words === '' ? '' : quoted(words, redact);
}

/** A response that cannot be read, in words. */
function told(text: string, redact: Redact): string {
	const body = parseBody(text);
	const words = body.form === 'unreadable' ? bareText(text) : valuesIn(body.value);
	return words === '' ? '' : quoted(words, redact);
}

export function meaningOfAnswer(
	answer: WireAnswer,
	expected: ExpectedAnswer,
	redact: Redact,
	nowEpochMs: number,
	credential: CredentialName = 'messagingServiceApi',
): Outcome {
	const { status, text } = answer;
	const { effect } = expected;
	if (status >= 200 && status <= 299) {
		const outcome = meaningOfSuccess(answer, expected, redact);
		const warning = warningOfSuccess(status, effect);
		return isFailure(outcome) || warning === undefined ? outcome : { ...outcome, warning };
	}

	const [what, advice] = adviceFor(status, credential);
	const base = { advice, status, ...(isOfAllItems(status) && { isOfAll: true as const }) };
	if (status === 429) {
		const afterMs = retryAfterMs(answer.retryAfter, nowEpochMs);
		const again = {
			schedule: AFTER_RATE_LIMIT,
			rateLimit: true,
			...(afterMs !== undefined && { afterMs }),
		};
		return { ...base, what: `${what} (429)`, fate: 'notSent', again };
	}
	if (status === 422) {
		const body = parseBody(text ?? '');
		const faults = body.form === 'unreadable' ? [] : validationFaults(body.form, body.value);
		const named = faults.length > 0 ? quoted(faults.join('; '), redact) : wordsOf(text, redact);
		return { ...base, what: `${what} (422)${named}`, fate: 'notSent' };
	}
	return {
		...base,
		what: `${what} (${status})${wordsOf(text, redact)}`,
		fate: isRefusal(status) ? 'notSent' : 'uncertain',
		...(mayPass(status) && effect === 'read' && { again: AGAIN_AFTER_READ }),
	};
}

/** An undocumented code can be any text, so it may hold a secret. */
const shownCode = (code: number | string, redact: Redact): number | string =>
	typeof code === 'string' ? redact.excerpt(code) : code;

/** The envelope without an error, or the first SMS result with the status 0, at the beginning of an answer. */
const BEGINS_ACCEPTED =
	/^\s*(?:<\?[^>]*>\s*)?(?:\{\s*"error"\s*:\s*false|<\w+>\s*<error>\s*false|\{\s*"results"\s*:\s*\[\s*\{\s*"status"\s*:\s*"?0|<results>\s*<result>\s*<status>\s*0)\b/;

function meaningOfSuccess(
	{ status, text, beginning = '' }: WireAnswer,
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
			BEGINS_ACCEPTED.test(beginning) ? 'unreadable' : 'uncertain',
		);
	}
	const body = parseBody(text);
	const instead = (why: string) =>
		`The service answered with ${why} instead of data${told(text, redact)}`;
	// A web page comes from a proxy between n8n and the service. Any other text comes from the service.
	if (body.form === 'unreadable' && body.isPage) {
		return unreadable(
			instead(body.why),
			'Something between n8n and the service answered (a proxy or a login page), or the Base URL in the credential points at a web page.',
		);
	}
	const whole = { form: 'text', value: text.trim() } as const;
	const read = items(body.form === 'unreadable' ? whole : body, redact);
	switch (read.kind) {
		case 'data':
			return { fate: 'accepted', output: read.data };
		case 'unreadable':
			return unreadable(instead(body.form === 'unreadable' ? body.why : 'a text'));
		case 'refused':
			return {
				what: `The service reported an error: ${redact.excerpt(read.words)}`,
				advice: read.advice,
				fate: read.fate,
				status,
				...(read.isOfAll && { isOfAll: true }),
				...(read.code !== undefined && { code: shownCode(read.code, redact) }),
				// Redaction replaces texts only, so the fields keep their type.
				...(read.fields && { fields: redact.data(read.fields) as IDataObject }),
			};
		case 'undocumented':
			return unreadable(
				`The service answered in a form that it does not document (${read.where})${told(text, redact)}`,
				NOT_DOCUMENTED,
				read.fate,
			);
	}
}

export function meaningOfBreakdown(breakdown: Breakdown, effect: Effect): Outcome {
	const { what, advice, ofItem } = breakdown;
	const base = { what, advice, ...(ofItem !== true && { isOfAll: true as const }) };
	if (breakdown.reached === 'no') {
		const again = { schedule: AFTER_NO_CONNECTION, rateLimit: false };
		return { ...base, fate: 'notSent', ...(breakdown.passing && { again }) };
	}
	return {
		...base,
		fate: 'uncertain',
		...(effect === 'read' && { again: AGAIN_AFTER_READ }),
	};
}
