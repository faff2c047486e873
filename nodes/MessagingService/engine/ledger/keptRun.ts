import { itemOfKey, type Entry, type EntryKey } from './entry';
import type { Likeness, RunIdentity, RunPlace } from './identity';

/** What the ledger keeps of one run. */
export interface KeptRun {
	place: RunPlace;
	identity: RunIdentity;
	/** A plain object, because n8n stores it as it is. */
	entries: Record<EntryKey, Entry>;
	size: number;
	/** The last request of each item. */
	keyOfItem: Map<string, EntryKey>;
	keyOfLikeness: Map<Likeness, EntryKey>;
	/** Which of the runs that use it now has begun which message. */
	users: Map<EntryKey, object>;
	/** How many runs use it now: while there is one, it must not be forgotten. */
	active: number;
	/** It failed, and no retry of it is known: a retry whose own data is lost may inherit from it. */
	failed: boolean;
	/** Its failed execution stays in n8n's list and may be retried again, whatever became of the first retry. */
	retried: boolean;
	/** n8n kept nothing of the execution that it retries: anything unknown may have been sent. */
	lost: boolean;
	touched: number;
}

export const newRun = (place: RunPlace, identity: RunIdentity): KeptRun => ({
	place,
	identity,
	entries: {},
	size: 0,
	keyOfItem: new Map(),
	keyOfLikeness: new Map(),
	users: new Map(),
	active: 0,
	failed: false,
	retried: false,
	lost: false,
	touched: 0,
});

export function put(kept: KeptRun, key: EntryKey, entry: Entry): void {
	if (!Object.hasOwn(kept.entries, key)) kept.size++;
	kept.entries[key] = entry;
	kept.keyOfItem.set(itemOfKey(key), key);
}

export function take(kept: KeptRun, key: EntryKey): Entry | undefined {
	const found = kept.entries[key];
	if (Reflect.deleteProperty(kept.entries, key) && found) kept.size--;
	kept.keyOfItem.delete(itemOfKey(key));
	return found;
}
