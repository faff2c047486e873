import { z } from 'zod';

import type { Account } from '../account';
import { enveloped, expectedAnswer } from '../answer';
import { systemClock } from '../clock';
import type { Failure, Outcome } from '../outcome';
import { runBatch } from '../pace';
import { exchange } from '../wire';
import type { FactsSource } from './source';

const PATIENCE_MS = 20_000;

const CANCELLED: Failure = {
	what: 'The question to the service was cancelled',
	advice: 'Ask again.',
	sent: 'no',
};

type Asked<Facts> = { ok: true; facts: Facts | undefined } | { ok: false; failure: Failure };

/** Asks the service for something besides the items, at the same pace, repeated as reads are. */
export async function ask<Facts>(
	account: Account,
	{ request, read }: FactsSource<Facts>,
	cancelled?: AbortSignal,
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
		timeoutMs: PATIENCE_MS,
	};
	const job = {
		order: 0,
		limit: undefined,
		tryOnce: () => exchange(account, wire, expected),
		settled: (outcome: Outcome) => {
			if (!outcome.ok) asked = { ok: false, failure: outcome.failure };
		},
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
