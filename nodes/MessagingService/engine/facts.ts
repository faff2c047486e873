import { z } from 'zod';

import type { Account } from './account';
import { enveloped, expectedAnswer } from './answer';
import { isFailure, type Failure, type Outcome } from './outcome';
import { runBatch, systemClock, type Pacer } from './pace';
import { exchange, type ServiceRequest } from './wire';

/** A request for data of the account, such as its templates. It checks items and fills the editor's lists. */
export interface FactsSource<Facts> {
	request: ServiceRequest;
	read: (data: unknown) => Facts | undefined;
}

type Asked<Facts> = { facts: Facts | undefined } | Failure;

const CANCELLED: Failure = {
	what: 'The request to the service was cancelled',
	advice: 'Ask again.',
	fate: 'notSent',
};

/** A 429 passes quickly, so only a 429 is worth another request for facts that can be missing. */
function onlyAfterRateLimit(outcome: Outcome): Outcome {
	if (!isFailure(outcome) || outcome.again?.rateLimit === true) return outcome;
	const failure = { ...outcome };
	delete failure.again;
	return failure;
}

/** @param isBrief whether to give up early, because the facts can be missing */
export async function ask<Facts>(
	account: Account,
	{ request, read }: FactsSource<Facts>,
	cancelled?: AbortSignal,
	isBrief = false,
): Promise<Asked<Facts>> {
	let asked: Asked<Facts> = CANCELLED;
	const expected = expectedAnswer('read', enveloped(z.unknown()), (data) => {
		asked = { facts: read(data) };
		return [];
	});
	const wire = { request, accept: 'application/json', timeoutMs: isBrief ? 5_000 : 20_000 };
	const job = {
		order: 0,
		limit: undefined,
		tryOnce: async () => {
			const outcome = await exchange(account, wire, expected);
			return isBrief ? onlyAfterRateLimit(outcome) : outcome;
		},
		ended: (outcome: Outcome) => {
			if (isFailure(outcome)) asked = outcome;
		},
	};
	await runBatch(account.pacer, [job], { stopOnFailure: true, cancelled });
	return asked;
}

/** An agent may send many messages, and must not ask for the same facts before each of them. */
const FRESH_MS = 60_000;

type KnownFacts = Map<FactsSource<unknown>, { at: number; facts: unknown }>;

/** Remembers the facts of each API key, which has a pacer of its own, for a minute. */
export class Facts {
	private readonly known = new WeakMap<Pacer, KnownFacts>();

	/** Remembered facts may be old, so only fresh facts may refuse an item. Without facts, the service itself decides. */
	async judge<Verdict extends { ok: boolean }>(
		account: Account,
		source: FactsSource<unknown>,
		judge: (facts: unknown) => Verdict,
		{ startedAt, cancelled }: { startedAt: number; cancelled: AbortSignal | undefined },
	): Promise<Verdict> {
		const none: KnownFacts = new Map();
		const sources = this.known.get(account.pacer) ?? none;
		this.known.set(account.pacer, sources);
		const askedSince = async (since: number): Promise<unknown> => {
			const before = sources.get(source);
			if (before !== undefined && before.at >= since) return before.facts;
			const at = systemClock.now();
			const asked = await ask(account, source, cancelled, true);
			const facts = 'facts' in asked ? asked.facts : undefined;
			// A cancelled request says nothing of the facts, so the remembered ones stay.
			if (cancelled?.aborted !== true) sources.set(source, { at, facts });
			return facts;
		};
		const known = await askedSince(systemClock.now() - FRESH_MS);
		const verdict = judge(known);
		if (verdict.ok || known === undefined) return verdict;
		const now = await askedSince(startedAt);
		return now === known ? verdict : judge(now);
	}
}
