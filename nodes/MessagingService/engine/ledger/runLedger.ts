import { isOfNumberAlone, itemOfKey, UNDER_WAY, type Entry, type EntryKey } from './entry';
import type { Likeness } from './identity';
import { lastKeyOfItem, put, take, type KeptRun } from './keptRun';
import { toStored } from './stored';

export interface View {
	/**
	 * Whether the number alone identifies an item that comes again: a text with the time or a random code in it reads
	 * differently on the second try, and is still the same message.
	 */
	byItem: boolean;
	/** What runs before it did, as far as it counts for this one. */
	inherited: (key: EntryKey, likeness: Likeness) => Entry | undefined;
	/** This process knows the run from an earlier try. */
	isKnown: boolean;
	/** The node was edited since that try. */
	wasEdited?: boolean;
}

/** One run's view of the ledger. */
export class RunLedger {
	/** Messages of this run whose key another run of the same tool is using right now. */
	private readonly ownKeys = new Map<EntryKey, EntryKey>();

	constructor(
		readonly kept: KeptRun,
		readonly view: View,
	) {}

	/** Whether n8n stores the keys of its entries: then they must not tell what was sent. */
	get storesKeys(): boolean {
		return this.kept.identity.isTool;
	}

	/** Two calls of a tool at the same time are two messages, even if they read the same. */
	private ownKey(key: EntryKey): EntryKey {
		const own = this.ownKeys.get(key) ?? key;
		const user = this.kept.users.get(own);
		if (!this.kept.identity.isTool || user === undefined || user === this) return own;
		let number = 2;
		while (this.kept.users.has(`${key}#${number}`)) number++;
		this.ownKeys.set(key, `${key}#${number}`);
		return `${key}#${number}`;
	}

	find(message: EntryKey, likeness: Likeness): Entry | undefined {
		const key = this.ownKey(message);
		const { kept } = this;
		const exact = kept.entries.get(key);
		if (exact) return exact;
		const same = this.view.byItem ? lastKeyOfItem(kept, itemOfKey(key)) : undefined;
		const own = same === undefined ? undefined : kept.entries.get(same);
		if (same !== undefined && own) {
			if (isOfNumberAlone(same)) {
				take(kept, same);
				this.note(key, likeness, own);
			}
			return own;
		}
		const earlier = this.view.inherited(key, likeness);
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
		const own = this.ownKey(key);
		this.kept.users.set(own, this);
		this.note(own, likeness, UNDER_WAY);
		return undefined;
	}

	private note(key: EntryKey, likeness: Likeness, entry: Entry): void {
		put(this.kept, key, entry);
		this.kept.keyOfLikeness.set(likeness, key);
	}

	settle(key: EntryKey, entry: Entry): void {
		put(this.kept, this.ownKey(key), entry);
	}

	/**
	 * What n8n's database says of an item: a second try of this run asks here and not there. What is in doubt is not noted
	 * if another run of this process may be the one that sends it: that one notes it itself.
	 */
	noteOfMarks(key: EntryKey, likeness: Likeness, entry: Entry): void {
		if (entry.state === 'open' && this.kept.active > 1) return;
		if (this.find(key, likeness) === undefined) this.note(this.ownKey(key), likeness, entry);
	}

	/** It certainly was not sent. */
	drop(key: EntryKey): void {
		take(this.kept, this.ownKey(key));
	}

	/** The run has ended: a later call with the same request is a repeat of it. */
	leave(): void {
		for (const [key, user] of this.kept.users) {
			if (user === this) this.kept.users.delete(key);
		}
	}

	/** What to store with the execution. It stays up to date. */
	stored(): ReturnType<typeof toStored> {
		const { place, identity, stored: entries, lost } = this.kept;
		const { parameters } = identity;
		const isLost = lost !== undefined;
		return toStored({ origin: place.execution, run: place.run, parameters, isLost, entries });
	}
}
