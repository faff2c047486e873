import type { IDataObject } from 'n8n-workflow';
import { z } from 'zod';

import { adviceFor, validationFaults } from '../../service';
import { excerpt, type Redact } from '../../plain';
import { parseBody } from './answer';
import type { CredentialName, Operation, Plan } from './operation';
import type { Breakdown, WireAnswer } from './transport';
import {
	AFTER_FAILED_READ,
	AFTER_NO_CONNECTION,
	AFTER_RATE_LIMIT,
	retryAfterMs,
} from './retryTiming';
import type { RetryPlan } from './retryTiming';

/** Whether a message left, as far as can be known. */
export type Sent = 'yes' | 'no' | 'unknown';

export type Effect = 'read' | 'send';

export interface Failure {
	/** What happened. */
	what: string;
	/** What to do about it. */
	advice: string;
	sent: Sent;
	status?: number;
	/** Present when the same request may go out again by itself. */
	again?: { plan: RetryPlan; afterMs?: number; rateLimit: boolean };
}

export type Outcome = { ok: true; output: IDataObject[] } | { ok: false; failure: Failure };

/** What is known of an answer before it comes. */
export interface Understanding
	extends Pick<Operation, 'reader' | 'effect' | 'needsNoAnswer'>, Pick<Plan, 'output'> {}

const failed = (failure: Failure): Outcome => ({ ok: false, failure });

const AGAIN_AFTER_READ = { plan: AFTER_FAILED_READ, rateLimit: false };

const NOT_DOCUMENTED =
	'The service may have changed. Look for a newer version of this node, or report what it answered.';

const serviceWords = z.object({ message: z.string().min(1) });

/** An envelope in which there is nothing to read. */
const nothing = z.union([z.literal(''), z.object({}).strict(), z.array(z.never()).max(0)]);
const saysNothing = z
	.object({ error: z.boolean(), message: nothing.nullish(), data: nothing.nullish() })
	.partial()
	.strict();

/** The service's own words, where its answer has some that a person can read. */
function wordsOf(text: string, redact: Redact): string {
	const body = parseBody(text);
	if (body.form === 'unreadable') {
		return body.page ? '' : text.trim() === '' ? '' : `: ${excerpt(redact.text(text))}`;
	}
	const said = serviceWords.safeParse(body.value);
	if (said.success) return `: ${excerpt(redact.text(said.data.message))}`;
	return saysNothing.safeParse(body.value).success ? '' : `: ${excerpt(redact.text(text))}`;
}

/** What an HTTP answer means. A pure function: everything that the engine does next follows from it. */
export function outcomeOf(
	answer: WireAnswer,
	operation: Understanding,
	redact: Redact,
	nowEpochMs: number,
	credential: CredentialName = 'messagingServiceApi',
): Outcome {
	const { status, text } = answer;
	const { effect } = operation;
	if (status >= 200 && status <= 299) return accepted(answer, operation, redact);

	const { what, advice } = adviceFor(status, credential);
	const base = { advice, status };
	if (status === 429) {
		const afterMs = retryAfterMs(answer.retryAfter, nowEpochMs);
		return failed({
			...base,
			what: `${what} (429)`,
			sent: 'no',
			again: { plan: AFTER_RATE_LIMIT, rateLimit: true, ...(afterMs !== undefined && { afterMs }) },
		});
	}
	if (status === 422) {
		const body = parseBody(text);
		const faults = body.form === 'unreadable' ? [] : validationFaults(body);
		const named = faults.length > 0 ? `: ${redact.text(faults.join('; '))}` : wordsOf(text, redact);
		return failed({ ...base, what: `${what} (422)${named}`, sent: 'no' });
	}
	// A time-out (408) or a server error (5xx) may have struck before or after the message was taken, and a 303 may
	// point to what became of it.
	const open = status === 408 || status === 303 || status >= 500;
	return failed({
		...base,
		what: `${what} (${status})${wordsOf(text, redact)}`,
		sent: open ? 'unknown' : 'no',
		...(open && effect === 'read' && { again: AGAIN_AFTER_READ }),
	});
}

function accepted(
	{ status, text }: WireAnswer,
	{ reader, output, needsNoAnswer }: Understanding,
	redact: Redact,
): Outcome {
	const body = parseBody(text);
	// A web page comes from something in between; anything else was said by the service.
	if (body.form === 'unreadable' && needsNoAnswer === true && !body.page) {
		return { ok: true, output: output(text.trim() === '' ? undefined : redact.text(text)) };
	}
	if (body.form === 'unreadable') {
		return failed({
			what: `The service answered with ${body.why} instead of data: ${excerpt(redact.text(text))}`,
			advice: body.page
				? 'Something between n8n and the service answered (a proxy or a login page), or the Base URL in the credential points at a web page.'
				: NOT_DOCUMENTED,
			sent: 'unknown',
			status,
		});
	}
	const read = reader(body);
	switch (read.kind) {
		case 'data':
			return { ok: true, output: output(redact.data(read.data)) };
		case 'refused':
			return failed({
				what: `The service reported an error: ${excerpt(redact.text(read.words))}`,
				advice: read.advice,
				sent: read.sent,
				status,
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

/** What a request that got no answer means. */
export function outcomeOfBreakdown(breakdown: Breakdown, effect: Effect): Outcome {
	const { what, advice } = breakdown;
	if (breakdown.reached === 'no') {
		return failed({
			what,
			advice,
			sent: 'no',
			...(breakdown.passing && { again: { plan: AFTER_NO_CONNECTION, rateLimit: false } }),
		});
	}
	return failed({
		what,
		advice,
		sent: 'unknown',
		...(effect === 'read' && { again: AGAIN_AFTER_READ }),
	});
}
