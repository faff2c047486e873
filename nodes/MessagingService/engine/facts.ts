import type { IExecuteFunctions } from 'n8n-workflow';
import type { z } from 'zod';

import { reasonOf, type Result } from '../../plain';
import type { CredentialName } from '../../service';
import { hasChosen, openAccount, type Account } from './account';
import { enveloped, expectedAnswer } from './answer';
import { isFailure, type Failure, type Outcome } from './outcome';
import { runBatch, systemClock, type Pacer } from './pace';
import { exchange, type ServiceRequest, type Transport, type WireRequest } from './wire';

/** A request for data of the account, such as its templates. It checks items and fills the editor's lists. */
export interface FactsSource<Facts> {
	request: ServiceRequest;
	answer: z.ZodType<Facts, z.ZodTypeDef, unknown>;
}

/** What came of one question of a survey. */
export type Surveyed<Facts> = Result<{ facts: Facts }, { what: string; advice: string }> & {
	/** The response, whatever its form, with the service's clock and this machine's. */
	reply?: { status: number; text: string; date: string; at: number };
	isNotChosen?: true;
};

/** Lets one operation ask several things. A question that fails does not stop the others. */
export interface Survey {
	ask: <Facts>(source: FactsSource<Facts>, credential?: CredentialName) => Promise<Surveyed<Facts>>;
	/** The address that n8n gives to others, if it says one. */
	n8nAddress: string | undefined;
}

const CANCELLED: Failure = {
	what: 'The request to the service was cancelled',
	advice: 'Ask again.',
	fate: 'notSent',
};

/** A 429 passes quickly, so only a 429 is worth another request for facts that can be missing. */
const onlyAfterRateLimit = (outcome: Outcome): Outcome =>
	isFailure(outcome) && outcome.again?.rateLimit === false
		? { ...outcome, again: undefined }
		: outcome;

/** @param isBrief whether to give up early, because the facts can be missing */
export async function ask<Facts>(
	account: Account,
	{ request, answer }: FactsSource<Facts>,
	cancelled?: AbortSignal,
	isBrief = false,
): Promise<Result<{ facts: Facts }, Failure>> {
	let result: Result<{ facts: Facts }, Failure> = { ok: false, ...CANCELLED };
	const expected = expectedAnswer('read', enveloped(answer), (facts) => {
		result = { ok: true, facts };
		return [];
	});
	const wire = { request, accept: 'application/json', timeoutMs: isBrief ? 5_000 : 20_000 };
	const job = {
		...{ order: 0, limit: undefined },
		tryOnce: async () => {
			const outcome = await exchange(account, wire, expected);
			return isBrief ? onlyAfterRateLimit(outcome) : outcome;
		},
		ended: (outcome: Outcome) => {
			if (isFailure(outcome)) result = { ok: false, ...outcome };
		},
	};
	await runBatch(account.pacer, [job], { stopOnFailure: true, cancelled });
	return result;
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
		const known = this.known.get(account.pacer) ?? none;
		this.known.set(account.pacer, known);
		const askedSince = async (since: number): Promise<unknown> => {
			const before = known.get(source);
			if (before !== undefined && before.at >= since) return before.facts;
			const at = systemClock.now();
			const result = await ask(account, source, cancelled, true);
			const facts = result.ok ? result.facts : undefined;
			// A cancelled request says nothing of the facts, so the remembered ones stay.
			if (cancelled?.aborted !== true) known.set(source, { at, facts });
			return facts;
		};
		const facts = await askedSince(systemClock.now() - FRESH_MS);
		const verdict = judge(facts);
		return verdict.ok || facts === undefined ? verdict : judge(await askedSince(startedAt));
	}
}

const fault = (what: string, advice: string) => ({ ok: false, what, advice }) as const;

export const surveyOf = (
	context: IExecuteFunctions,
	own: Account,
	{ accept, timeoutMs }: Pick<WireRequest, 'accept' | 'timeoutMs'>,
	{ n8nAddress, cancelled }: { n8nAddress: string | undefined; cancelled: AbortSignal | undefined },
): Survey => ({
	n8nAddress,
	ask: async (source, name = own.credential) => {
		if (!hasChosen(context, name)) {
			const none = fault('No such credential is chosen', 'If you use it, choose one in this node.');
			return { ...none, isNotChosen: true };
		}
		let reply: Surveyed<unknown>['reply'];
		try {
			const account = name === own.credential ? own : await openAccount(context, name);
			const transport: Transport = async (wire) => {
				const came = await account.transport({ ...wire, accept, timeoutMs });
				if ('reached' in came) return came;
				const { status, text = '', date = '' } = came;
				reply = { status, text, date, at: Date.now() };
				return came;
			};
			const result = await ask({ ...account, transport }, source, cancelled);
			return { ...result, ...(reply && { reply }) };
		} catch (error) {
			return fault(`It cannot be used: ${reasonOf(error)}`, 'Correct the credential.');
		}
	},
});
