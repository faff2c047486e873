import { runBatch } from './batch';
import type { Account } from './accounts';
import { enveloped } from './answer';
import { systemClock } from './clock';
import type { FactsSource } from './operation';
import { outcomeOf, outcomeOfBreakdown, type Failure, type Outcome } from './outcome';
import { z } from 'zod';

const PATIENCE_MS = 20_000;

/** Nobody waited for the answer any longer. */
const CANCELLED: Failure = {
	what: 'The question to the service was cancelled',
	advice: 'Ask again.',
	sent: 'no',
};

export type Asked<Facts> = { ok: true; facts: Facts | undefined } | { ok: false; failure: Failure };

/** Asks the service for something besides the items: at the pace of all, repeated where a read may be. */
export async function ask<Facts>(
	{ pacer, transport, url, redact }: Account,
	{ request, read }: FactsSource<Facts>,
	cancelled?: AbortSignal,
): Promise<Asked<Facts>> {
	let asked: Asked<Facts> = { ok: false, failure: CANCELLED };
	const understanding = {
		effect: 'read' as const,
		reader: enveloped(z.unknown()),
		output: (data: unknown) => {
			asked = { ok: true, facts: read(data) };
			return [];
		},
	};
	const wire = {
		request,
		url: `${url}${request.path}`,
		accept: 'application/json',
		timeoutMs: PATIENCE_MS,
	};
	const attempt = async (): Promise<Outcome> => {
		const reply = await transport(wire);
		return reply.answered
			? outcomeOf(reply.answer, understanding, redact, Date.now())
			: outcomeOfBreakdown(reply.breakdown, 'read');
	};
	const settled = (outcome: Outcome) => {
		if (!outcome.ok) asked = { ok: false, failure: outcome.failure };
	};
	await runBatch([{ order: 0, limit: undefined, attempt, settled }], pacer, {
		clock: systemClock,
		random: Math.random,
		stopOnFailure: true,
		cancelled,
		mostInFlight: 1,
	});
	return asked;
}
