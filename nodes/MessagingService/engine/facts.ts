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

/** What the service said, remembered for a minute for each key: the pacer stands for the key. */
export class Facts {
	private readonly known = new WeakMap<Pacer, Map<FactsSource<unknown>, Known>>();

	/** Nothing where the service cannot be asked or makes no sense: then it judges each request itself. */
	async of(
		account: Account,
		source: FactsSource<unknown>,
		{ since, cancelled }: { since: number; cancelled: AbortSignal | undefined },
	): Promise<unknown> {
		const known = this.known.get(account.pacer)?.get(source);
		if (known !== undefined && known.at >= since) return known.facts;
		const at = systemClock.now();
		const asked = await ask(account, source, cancelled);
		if (!asked.ok || asked.facts === undefined) return undefined;
		const sources = this.known.get(account.pacer) ?? new Map<FactsSource<unknown>, Known>();
		sources.set(source, { at, facts: asked.facts });
		this.known.set(account.pacer, sources);
		return asked.facts;
	}

	/** As old as facts may be that speak for an item; against one, only fresh ones count. */
	static oldest = (): number => systemClock.now() - FRESH_MS;
}
