import { z } from 'zod';

import type { Account } from '../account';
import { enveloped, expectedAnswer } from '../answer';
import { systemClock } from '../clock';
import type { Failure, Outcome } from '../outcome';
import { runBatch } from '../pace';
import { exchange, type ServiceRequest } from '../wire';

/** Something to ask the service besides the items. */
export interface FactsSource<Facts> {
	request: ServiceRequest;
	read: (data: unknown) => Facts | undefined;
}

/** How much a question may cost whoever waits for its answer. */
export interface Patience {
	timeoutMs: number;
	/** Whether a question that failed is asked again, as reads are. */
	again: boolean;
}

const IN_THE_EDITOR: Patience = { timeoutMs: 20_000, again: true };

/** A 429 is answered at once, and passes by itself. */
function onlyAfterRateLimit(outcome: Outcome): Outcome {
	if (outcome.ok || outcome.failure.again?.rateLimit === true) return outcome;
	const failure = { ...outcome.failure };
	delete failure.again;
	return { ok: false, failure };
}

const CANCELLED: Failure = {
	what: 'The request to the service was cancelled',
	advice: 'Ask again.',
	sent: 'no',
};

type Asked<Facts> = { ok: true; facts: Facts | undefined } | { ok: false; failure: Failure };

export async function ask<Facts>(
	account: Account,
	{ request, read }: FactsSource<Facts>,
	cancelled?: AbortSignal,
	{ timeoutMs, again } = IN_THE_EDITOR,
): Promise<Asked<Facts>> {
	let asked: Asked<Facts> = { ok: false, failure: CANCELLED };
	const expected = expectedAnswer({
		effect: 'read',
		reader: enveloped(z.unknown()),
		output: (data) => {
			asked = { ok: true, facts: read(data) };
			return [];
		},
	});
	const wire = {
		request,
		url: `${account.url}${request.path}`,
		accept: 'application/json',
		timeoutMs,
	};
	const job = {
		order: 0,
		limit: undefined,
		tryOnce: async () => {
			const outcome = await exchange(account, wire, expected);
			return again ? outcome : onlyAfterRateLimit(outcome);
		},
		settled: (outcome: Outcome) => {
			if (!outcome.ok) asked = { ok: false, failure: outcome.failure };
		},
	};
	await runBatch(new Map([[account.pacer, [job]]]), {
		clock: systemClock,
		random: Math.random,
		stopOnFailure: true,
		cancelled,
		mostInFlight: 1,
	});
	return asked;
}
