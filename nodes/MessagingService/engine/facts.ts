import type { Account } from './accounts';
import { ask } from './ask';
import { systemClock } from './clock';
import type { FactsSource } from './operation';
import type { Pacer } from './pacer';

/** An agent that sends one message after the other need not ask before each. */
const FRESH_MS = 60_000;

interface Known {
	at: number;
	facts: unknown;
}

interface Question {
	/** As old as an answer may be. */
	since: number;
	/** When the run began. */
	startedAt: number;
	cancelled: AbortSignal | undefined;
}

/** What the service said, remembered for a minute for each key: the pacer stands for the key. */
export class Facts {
	private readonly known = new WeakMap<Pacer, Map<FactsSource<unknown>, Known>>();

	/** Nothing where the service cannot be asked or makes no sense: then it judges each request itself. */
	async of(
		account: Account,
		source: FactsSource<unknown>,
		{ since, startedAt, cancelled }: Question,
	): Promise<unknown> {
		const sources = this.known.get(account.pacer) ?? new Map<FactsSource<unknown>, Known>();
		const known = sources.get(source);
		// That nothing could be learned counts for the run that tried, so that it is not tried again for each item.
		const oldest = known?.facts === undefined ? startedAt : since;
		if (known !== undefined && known.at >= oldest) return known.facts;
		const at = systemClock.now();
		const asked = await ask(account, source, cancelled);
		const facts = asked.ok ? asked.facts : undefined;
		// Nobody waited for the answer: what was known stays.
		if (cancelled?.aborted === true) return facts;
		sources.set(source, { at, facts });
		this.known.set(account.pacer, sources);
		return facts;
	}

	/** As old as facts may be that speak for an item; against one, only fresh ones count. */
	static oldest = (): number => systemClock.now() - FRESH_MS;
}
