import { itemOfKey, type Entry, type EntryKey } from './entry';
import type { Likeness, RunIdentity, RunPlace } from './identity';
import { asStored, storedOf, type StoredEntry } from './stored';

/** What the ledger keeps of one run. */
export interface KeptRun {
	place: RunPlace;
	identity: RunIdentity;
	entries: Map<EntryKey, Entry>;
	/** The same as n8n stores it: a plain object, always up to date. */
	stored: Record<string, StoredEntry>;
	/** The requests of each item, the last one last. Not of a tool. */
	keysOfItem: Map<string, EntryKey[]>;
	keyOfLikeness: Map<Likeness, EntryKey>;
	/** Which of the runs that use it now has begun which message. */
	users: Map<EntryKey, object>;
	/** How many runs use it now: while there is one, it must not be forgotten. */
	active: number;
	/** It failed, and no retry of it is known: a retry whose own data is lost may inherit from it. */
	failed: boolean;
	/** Its failed execution stays in n8n's list and may be retried again, whatever became of the first retry. */
	retried: boolean;
	/** Set if what is not among the entries may have been sent, with the words for it. */
	lost: Entry | undefined;
	/** The execution for which the entries were cut down to what a retry shows. */
	shownTo: string;
	touched: number;
}

export const newRun = (place: RunPlace, identity: RunIdentity): KeptRun => ({
	place,
	identity,
	entries: new Map(),
	stored: {},
	keysOfItem: new Map(),
	keyOfLikeness: new Map(),
	users: new Map(),
	active: 0,
	failed: false,
	retried: false,
	lost: undefined,
	shownTo: identity.carried,
	touched: 0,
});

/** An item's number identifies it in n8n's data, so its request need not be stored. A tool's number says nothing. */
const storedKey = ({ identity }: KeptRun, key: EntryKey) =>
	identity.isTool ? key : itemOfKey(key);

export const lastKeyOfItem = ({ keysOfItem }: KeptRun, item: string): EntryKey | undefined =>
	keysOfItem.get(item)?.at(-1);

const otherKeysOfItem = ({ keysOfItem }: KeptRun, key: EntryKey): EntryKey[] =>
	keysOfItem.get(itemOfKey(key))?.filter((one) => one !== key) ?? [];

export function put(kept: KeptRun, key: EntryKey, entry: Entry): void {
	kept.entries.set(key, entry);
	kept.stored[storedKey(kept, key)] = storedOf(entry);
	if (!kept.identity.isTool) {
		kept.keysOfItem.set(itemOfKey(key), [...otherKeysOfItem(kept, key), key]);
	}
}

export function take(kept: KeptRun, key: EntryKey): Entry | undefined {
	const found = kept.entries.get(key);
	kept.entries.delete(key);
	Reflect.deleteProperty(kept.stored, storedKey(kept, key));
	const others = otherKeysOfItem(kept, key);
	kept.keysOfItem.set(itemOfKey(key), others);
	const last = others.at(-1);
	const other = last === undefined ? undefined : kept.entries.get(last);
	// Another request of the same item may have been sent all the same.
	if (last !== undefined && other) kept.stored[storedKey(kept, last)] = storedOf(other);
	return found;
}

/** In a person’s retry, messages of before come out the same whether n8n or this process remembers them. */
export function cutDownFor(kept: KeptRun, carried: string): void {
	if (kept.shownTo === carried) return;
	kept.shownTo = carried;
	for (const [key, entry] of kept.entries) kept.entries.set(key, asStored(entry));
}
