import { z } from 'zod';

import { excerpt, type Redact } from '../../../plain';
import {
	adviceFor,
	isDocumentedSuccess,
	validationFaults,
	type CredentialName,
} from '../../../service';
import { parseBody, type ExpectedAnswer } from '../answer';
import type { Effect, Failure, Outcome } from '../outcome';
import { AFTER_FAILED_READ, AFTER_NO_CONNECTION, AFTER_RATE_LIMIT, retryAfterMs } from '../pace';
import { LONGEST_ANSWER } from './bodyText';
import type { Breakdown } from './breakdown';
import type { WireAnswer } from './transport';

const failed = (failure: Failure): Outcome => ({ ok: false, failure });

const AGAIN_AFTER_READ = { schedule: AFTER_FAILED_READ, rateLimit: false };

const NOT_DOCUMENTED =
	'The service may have changed. Look for a newer version of this node, or report what it answered.';

const serviceWords = z.object({ message: z.string().min(1) });

/** An envelope without anything a person could read. */
const nothing = z.union([
	z.string().regex(/^\s*$/),
	z.object({}).strict(),
	z.array(z.never()).max(0),
]);
const saysNothing = z
	.object({ error: z.boolean(), message: nothing.nullish(), data: nothing.nullish() })
	.partial()
	.strict();

/** Secrets are removed first: of a secret that was cut off, the rest would stay. */
const quoted = (text: string, redact: Redact) => `: ${excerpt(redact.text(text))}`;

/** The service's own words, if its answer has any that a person can read. */
function wordsOf(text: string | undefined, redact: Redact): string {
	if (text === undefined) return '';
	const body = parseBody(text);
	if (body.form === 'unreadable') {
		return body.isPage || text.trim() === '' ? '' : quoted(text, redact);
	}
	const said = serviceWords.safeParse(body.value);
	if (said.success) return quoted(said.data.message, redact);
	return saysNothing.safeParse(body.value).success ? '' : quoted(text, redact);
}

/** What an HTTP answer means. Pure: everything that the engine does next follows from it. */
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
		return outcome.ok && !isDocumentedSuccess(status)
			? { ...outcome, warning: undocumentedSuccess(status, effect) }
			: outcome;
	}

	const { what, advice } = adviceFor(status, credential);
	const base = { advice, status };
	if (status === 429) {
		const afterMs = retryAfterMs(answer.retryAfter, nowEpochMs);
		return failed({
			...base,
			what: `${what} (429)`,
			sent: 'no',
			again: {
				schedule: AFTER_RATE_LIMIT,
				rateLimit: true,
				...(afterMs !== undefined && { afterMs }),
			},
		});
	}
	if (status === 422) {
		const body = parseBody(text ?? '');
		const faults = body.form === 'unreadable' ? [] : validationFaults(body);
		const named = faults.length > 0 ? quoted(faults.join('; '), redact) : wordsOf(text, redact);
		return failed({ ...base, what: `${what} (422)${named}`, sent: 'no' });
	}
	// A time-out (408) or a server error (5xx) may have happened before or after the message was accepted, and a 303
	// may point to its result.
	const isOpen = status === 408 || status === 303 || status >= 500;
	return failed({
		...base,
		what: `${what} (${status})${wordsOf(text, redact)}`,
		sent: isOpen ? 'unknown' : 'no',
		...(isOpen && effect === 'read' && { again: AGAIN_AFTER_READ }),
	});
}

/** One that is not documented may be any text. */
const shownCode = (code: number | string, redact: Redact): number | string =>
	typeof code === 'string' ? excerpt(redact.text(code)) : code;

const undocumentedSuccess = (status: number, effect: Effect): string =>
	`The service answered with a success code that it does not document (${status}). ${effect === 'send' ? 'The message counts as accepted: check with the recipient whether it arrived.' : 'Check whether the output is complete.'}`;

function meaningOfSuccess(
	{ status, text }: WireAnswer,
	{ items, itemsWithoutBody }: ExpectedAnswer,
	redact: Redact,
): Outcome {
	if (text === undefined) {
		return failed({
			what: `The service’s answer is longer than ${LONGEST_ANSWER / 1_000_000} MB and was not read`,
			advice:
				'No documented answer is that long: something between n8n and the service may have answered. If it was the service, look for a newer version of this node.',
			sent: 'unknown',
			status,
		});
	}
	const body = parseBody(text);
	// A web page comes from something between n8n and the service; anything else is the service's answer.
	if (body.form === 'unreadable' && itemsWithoutBody && !body.isPage) {
		return {
			ok: true,
			output: itemsWithoutBody(text.trim() === '' ? undefined : redact.text(text)),
		};
	}
	if (body.form === 'unreadable') {
		return failed({
			what: `The service answered with ${body.why} instead of data: ${excerpt(redact.text(text))}`,
			advice: body.isPage
				? 'Something between n8n and the service answered (a proxy or a login page), or the Base URL in the credential points at a web page.'
				: NOT_DOCUMENTED,
			sent: 'unknown',
			status,
		});
	}
	const read = items(body, redact);
	switch (read.kind) {
		case 'data':
			return { ok: true, output: read.data };
		case 'refused':
			return failed({
				what: `The service reported an error: ${excerpt(redact.text(read.words))}`,
				advice: read.advice,
				sent: read.sent,
				status,
				...(read.code !== undefined && { code: shownCode(read.code, redact) }),
			});
		case 'undocumented':
			return failed({
				what: `The service answered in a form that it does not document (${read.where}): ${excerpt(redact.text(text))}`,
				advice: NOT_DOCUMENTED,
				sent: read.sent,
				status,
			});
	}
}

/** What it means that a request got no answer. */
export function meaningOfBreakdown(breakdown: Breakdown, effect: Effect): Outcome {
	const { what, advice } = breakdown;
	if (breakdown.reached === 'no') {
		return failed({
			what,
			advice,
			sent: 'no',
			...(breakdown.passing && { again: { schedule: AFTER_NO_CONNECTION, rateLimit: false } }),
		});
	}
	return failed({
		what,
		advice,
		sent: 'unknown',
		...(effect === 'read' && { again: AGAIN_AFTER_READ }),
	});
}
