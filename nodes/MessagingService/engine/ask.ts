import { z } from 'zod';

import type { Account } from './accounts';
import { enveloped } from './answer';
import { attempt } from './attempt';
import { runBatch } from './batch';
import { systemClock } from './clock';
import type { FactsSource } from './operation';
import type { Failure, Outcome } from './outcome';

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
	account: Account,
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
		url: `${account.url}${request.path}`,
		accept: 'application/json',
		timeoutMs: PATIENCE_MS,
	};
	const settled = (outcome: Outcome) => {
		if (!outcome.ok) asked = { ok: false, failure: outcome.failure };
	};
	const job = {
		order: 0,
		limit: undefined,
		attempt: () => attempt(account, wire, understanding),
		settled,
	};
	await runBatch([job], account.pacer, {
		clock: systemClock,
		random: Math.random,
		stopOnFailure: true,
		cancelled,
		mostInFlight: 1,
	});
	return asked;
}
