import type { Account } from '../account';
import { systemClock } from '../clock';
import type { Pacer } from '../pace';
import { ask, type FactsSource, type Patience } from './ask';

/** An agent that sends one message after another need not ask before each. */
const FRESH_MS = 60_000;

/** A whole run waits for it, and does without if need be. */
const BEFORE_A_RUN: Patience = { timeoutMs: 5_000, again: false };

interface Known {
	at: number;
	facts: unknown;
}

interface Question {
	since: number;
	cancelled: AbortSignal | undefined;
}

/** What the service said, remembered for a minute per key (each key has its own pacer). */
export class Facts {
	private readonly known = new WeakMap<Pacer, Map<FactsSource<unknown>, Known>>();

	/** Undefined if the service did not answer or its answer makes no sense: then it judges each request itself. */
	async of(
		account: Account,
		source: FactsSource<unknown>,
		{ since, cancelled }: Question,
	): Promise<unknown> {
		const sources = this.known.get(account.pacer) ?? new Map<FactsSource<unknown>, Known>();
		const known = sources.get(source);
		// An endpoint that hangs must not hold up each run.
		const oldest = known?.facts === undefined ? Facts.oldest() : since;
		if (known !== undefined && known.at >= oldest) return known.facts;
		const at = systemClock.now();
		const asked = await ask(account, source, cancelled, BEFORE_A_RUN);
		const facts = asked.ok ? asked.facts : undefined;
		// The question was broken off: keep what was known.
		if (cancelled?.aborted === true) return facts;
		sources.set(source, { at, facts });
		this.known.set(account.pacer, sources);
		return facts;
	}

	/** A cached answer may accept an item; before refusing one we ask again. */
	static oldest = (): number => systemClock.now() - FRESH_MS;
}
