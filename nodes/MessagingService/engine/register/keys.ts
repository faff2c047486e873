import type { Fate, Outcome } from '../outcome';
import { claim, foundIn, lostName, marksOfKey, turnName, type Attempt, type Row } from './marks';
import { alreadySent, KEY_NOT_CONFIRMED, KEY_UNCERTAIN, KEY_UNPROVED } from './words';

/** To remove marks is a write of the row, so those of many messages are removed together. */
const REMOVED_TOGETHER = 25;

/** A claimed key stays claimed after a crash. So the batch asks only for the keys of the messages that leave soon. */
export class Keys {
	private asked = new Map<number, string>();
	private answer: Promise<ReadonlyMap<number, Outcome>> | undefined;
	private answered: Promise<unknown> = Promise.resolve();
	private readonly claimed = new Map<number, string>();
	private readonly toRemove: string[] = [];

	constructor(private readonly attempt: Attempt) {}

	/** If this resolves to an outcome, the message must not leave. Keys of the same moment are claimed together. */
	async claim(item: number, key: string): Promise<Outcome | undefined> {
		this.asked.set(item, key);
		this.answer ??= this.claimAsked();
		this.answered = this.answer;
		return (await this.answer).get(item);
	}

	ended(item: number, fate: Fate): void {
		const key = this.claimed.get(item);
		this.claimed.delete(item);
		if (key === undefined) return;
		const [taken, open] = marksOfKey(key);
		const goes: Record<Fate, string[]> = {
			accepted: [open],
			notSent: [taken, open],
			uncertain: [],
			unreadable: [],
		};
		this.toRemove.push(...goes[fate]);
		if (this.toRemove.length >= REMOVED_TOGETHER) void this.removeMarks();
	}

	/** Frees the keys of messages that never left, so that a later execution can send them. */
	async end(): Promise<void> {
		await this.answered;
		for (const item of [...this.claimed.keys()]) this.ended(item, 'notSent');
		await this.removeMarks();
	}

	/** If n8n's database fails here, the keys stay uncertain, which is safe. */
	private async removeMarks(): Promise<void> {
		await this.attempt.row.remove(this.toRemove.splice(0)).catch(() => undefined);
	}

	private async claimAsked(): Promise<ReadonlyMap<number, Outcome>> {
		// The marks that an earlier question adds for a moment would prove that this one is lost.
		await this.answered;
		void this.removeMarks();
		const { asked } = this;
		this.asked = new Map();
		this.answer = undefined;
		const unknown = () => new Map([...asked.keys()].map((item) => [item, KEY_NOT_CONFIRMED]));
		return await this.write(asked).catch(unknown);
	}

	/** Resolves to the outcomes of those whose key is not free. */
	private async write(asked: ReadonlyMap<number, string>): Promise<Map<number, Outcome>> {
		const { row, note, isRetry } = this.attempt;
		// While the oldest mark of the lineage is there, n8n has dropped no key that the lineage has used.
		const [first, lost] = [turnName(note.lineage, 0), lostName(note.lineage)];
		const needsProof = isRetry && !(await row.isWhole());
		const own = [...asked.values()].flatMap(marksOfKey);
		const marks = needsProof ? [first, lost, ...own] : own;
		const { outcomes, free } = await claim(this.attempt, marks, (found) => {
			const isProved = !needsProof || (found.has(first) && !found.has(lost));
			const outcomes = new Map<number, Outcome>();
			for (const [item, key] of asked) {
				const [taken, open] = marksOfKey(key);
				if (found.has(open)) outcomes.set(item, KEY_UNCERTAIN);
				else if (found.has(taken)) outcomes.set(item, alreadySent(undefined, key));
				else if (!isProved) outcomes.set(item, KEY_UNPROVED);
			}
			const free = [...asked].filter(([item]) => !outcomes.has(item));
			const kept = isProved ? free.flatMap(([, key]) => marksOfKey(key)) : [lost];
			return { outcomes, free, isFree: free.length > 0, kept };
		});
		for (const [item, key] of free) this.claimed.set(item, key);
		return outcomes;
	}
}

/** Asking for a mark adds it for a moment, and many added marks would make n8n drop old ones. */
const ASKED_TOGETHER = 100;

let lastQuestion: Promise<unknown> = Promise.resolve();

/** The keys that are not free. Only one question is asked at a time, because each one adds marks for a moment. */
export function usedAmong(row: Row, keys: readonly string[]): Promise<Set<string>> {
	const used = lastQuestion.then(() => findUsed(row, keys));
	lastQuestion = used.catch(() => undefined);
	return used;
}

async function findUsed(row: Row, keys: readonly string[]): Promise<Set<string>> {
	const used = new Set<string>();
	for (let at = 0; at < keys.length; at += ASKED_TOGETHER) {
		const portion = keys.slice(at, at + ASKED_TOGETHER);
		const found = await foundIn(row, portion.flatMap(marksOfKey));
		for (const key of portion) if (marksOfKey(key).some((mark) => found.has(mark))) used.add(key);
	}
	return used;
}
