import type { Leftovers, MarkStore } from './ledger';

/** Runs whose answers are kept, in case n8n dies later in the same execution. */
const ANSWERS_KEPT = 1_000;
/** Of runs before these it is kept that they had begun: then a retry names all instead of sending. */
const BEGUN_KEPT = 5_000;
/** Removing costs a write, so many are removed at once. */
const REMOVED_AT_ONCE = 100;

interface Swept {
	/** The oldest first. */
	answers: Leftovers[];
	begun: string[];
	useless: string[];
	/** Of runs that have ended since the last removal. */
	newAnswers: string[];
}

/** Removes marks of runs that ended well, so that a node's row in n8n's database stays small. */
export class MarkSweeper {
	private readonly byStore = new WeakMap<MarkStore, Swept>();

	add(store: MarkStore, { useless, answers, begun }: Leftovers): void {
		const nothing: Swept = { answers: [], begun: [], useless: [], newAnswers: [] };
		const swept = this.byStore.get(store) ?? nothing;
		this.byStore.set(store, swept);
		swept.useless = swept.useless.concat(useless);
		swept.answers.push({ useless: [], answers, begun });
		swept.newAnswers.push(...answers, begun);
		if (swept.answers.length > ANSWERS_KEPT) {
			const oldest = swept.answers.shift();
			if (oldest) {
				swept.useless.push(...oldest.answers);
				swept.begun.push(oldest.begun);
			}
		}
		if (swept.begun.length > BEGUN_KEPT) swept.useless.push(...swept.begun.splice(0, 1));
		if (swept.useless.length < REMOVED_AT_ONCE) return;
		// Nothing waits for it, and a mark too many does no harm.
		void remove(store, swept.newAnswers.splice(0), swept.useless.splice(0)).catch(() => undefined);
	}
}

/** Another process may have undone an answer, and then the others are not useless yet: so it is written again first. */
async function remove(store: MarkStore, answers: string[], useless: string[]): Promise<void> {
	await store.record(answers);
	await store.remove(useless);
}
