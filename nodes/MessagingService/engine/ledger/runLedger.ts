import { itemOfKey, UNDER_WAY, type Entry, type EntryKey } from './entry';
import type { Likeness } from './identity';
import { put, take, type KeptRun } from './keptRun';
import { toStored } from './stored';

/** One run's view of the ledger. */
export class RunLedger {
	/**
	 * @param byItem whether the number alone identifies an item that comes again: a text with the time or a random code
	 * in it reads differently on the second try, and is still the same message
	 */
	constructor(
		readonly kept: KeptRun,
		private readonly byItem: boolean,
		private readonly inherited: (key: EntryKey, likeness: Likeness) => Entry | undefined,
	) {}

	find(key: EntryKey, likeness: Likeness): Entry | undefined {
		const { entries, keyOfItem } = this.kept;
		const same = this.byItem ? (keyOfItem.get(itemOfKey(key)) ?? key) : key;
		const own = entries[key] ?? entries[same];
		if (own) return own;
		const earlier = this.inherited(key, likeness);
		if (earlier) this.note(key, likeness, earlier);
		return earlier;
	}

	/**
	 * Called before the request leaves. If nothing more is heard of it, it counts as open.
	 * @returns what another retry has made of the item in the meantime; then the request must not leave
	 */
	begin(key: EntryKey, likeness: Likeness): Entry | undefined {
		const known = this.find(key, likeness);
		if (known) return known;
		this.note(key, likeness, UNDER_WAY);
		return undefined;
	}

	private note(key: EntryKey, likeness: Likeness, entry: Entry): void {
		put(this.kept, key, entry);
		this.kept.keyOfLikeness.set(likeness, key);
	}

	settle(key: EntryKey, entry: Entry): void {
		put(this.kept, key, entry);
	}

	/** It certainly was not sent. */
	drop(key: EntryKey): void {
		take(this.kept, key);
	}

	/** What to store with the execution. It stays up to date. */
	stored(): ReturnType<typeof toStored> {
		const { place, identity, entries } = this.kept;
		const { parameters } = identity;
		return toStored({ origin: place.execution, run: place.run, parameters, entries });
	}
}
