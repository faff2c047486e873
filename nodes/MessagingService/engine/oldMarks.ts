import type { MarkStore } from './ledger';

/** Marks of ended runs that are kept, in case n8n dies later in the same execution. */
const ENDED_RUNS_KEPT = 200;
/** Each removal is a write to the database, so marks are removed in groups. */
const REMOVED_AT_ONCE = 100;

interface Old {
	/** Of ended runs, the oldest first. */
	lasting: string[][];
	useless: string[];
}

/** Removes marks that say nothing any more, so that a node's row in n8n's database stays small. */
export class OldMarks {
	private readonly byStore = new WeakMap<MarkStore, Old>();

	/**
	 * @param lasting what a run leaves behind for now
	 * @param useless what it leaves behind that says nothing
	 */
	add(store: MarkStore, lasting: string[], useless: readonly string[]): void {
		const old = this.byStore.get(store) ?? { lasting: [], useless: [] };
		this.byStore.set(store, old);
		old.useless.push(...useless);
		old.lasting.push(lasting);
		if (old.lasting.length > ENDED_RUNS_KEPT) old.useless.push(...(old.lasting.shift() ?? []));
		if (old.useless.length < REMOVED_AT_ONCE) return;
		// Nothing waits for it, and a mark too many does no harm.
		void store.remove(old.useless.splice(0)).catch(() => undefined);
	}
}
