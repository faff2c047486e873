import type { Finished, MarkStore } from './ledger';

/** Runs that did everything and whose marks are kept, in case n8n dies later in the same execution. */
const RUNS_KEPT = 1_000;
/** After that, only this is kept of a run for a while: that it had begun. Then a retry names all instead of sending. */
const BEGUN_KEPT = 5_000;
/** Removing costs a write, so many are removed at once. */
const REMOVED_AT_ONCE = 100;

interface Old {
	/** The oldest first. */
	runs: Finished[];
	begun: string[];
	useless: string[];
}

/** Removes marks that say nothing any more, so that a node's row in n8n's database stays small. */
export class OldMarks {
	private readonly byStore = new WeakMap<MarkStore, Old>();

	add(store: MarkStore, finished: Finished): void {
		const old = this.byStore.get(store) ?? { runs: [], begun: [], useless: [] };
		this.byStore.set(store, old);
		old.useless = old.useless.concat(finished.useless);
		old.runs.push({ ...finished, useless: [] });
		if (old.runs.length > RUNS_KEPT) {
			const oldest = old.runs.shift();
			if (oldest) {
				old.useless.push(...oldest.lasting);
				old.begun.push(oldest.begun);
			}
		}
		if (old.begun.length > BEGUN_KEPT) old.useless.push(...old.begun.splice(0, 1));
		if (old.useless.length < REMOVED_AT_ONCE) return;
		// Nothing waits for it, and a mark too many does no harm.
		void store.remove(old.useless.splice(0)).catch(() => undefined);
	}
}
