import type { Fate, Outcome } from '../outcome';
import { claim, foundIn, marksOfKey, shownOfKey, type Attempt, type Row } from './marks';
import { alreadySent, KEY_NOT_CONFIRMED, KEY_UNCERTAIN } from './words';

/** To remove marks is a write of the row, so those of about 25 messages are removed together, all marks of a key in one write. */
const REMOVED_TOGETHER = 50;

const openMarks = (key: string) => [marksOfKey(key).open, shownOfKey(key).open];
const allMarks = (key: string) => [marksOfKey(key).taken, shownOfKey(key).taken, ...openMarks(key)];

/** The Send Once Keys of one node run. A claimed key stays claimed after a crash, so only keys that are needed soon are claimed. */
export class Keys {
	private readonly claims: Promise<unknown>[] = [];
	private readonly claimed = new Map<number, string>();
	private readonly toRemove: string[] = [];

	constructor(private readonly attempt: Attempt) {}

	/** Claims the keys of these items. Resolves to what becomes of those that must not leave. */
	claim(keys: ReadonlyMap<number, string>): Promise<ReadonlyMap<number, Outcome>> {
		const claiming = this.claimAll(keys);
		this.claims.push(claiming);
		return claiming;
	}

	ended(item: number, fate: Fate): void {
		const key = this.claimed.get(item);
		this.claimed.delete(item);
		if (key === undefined) return;
		const goes: Record<Fate, string[]> = {
			accepted: openMarks(key),
			notSent: allMarks(key),
			uncertain: [],
			unreadable: [],
		};
		this.toRemove.push(...goes[fate]);
		if (this.toRemove.length >= REMOVED_TOGETHER) void this.removeMarks();
	}

	/** Frees the keys of messages that never left, so that a later execution can send them. */
	async end(): Promise<void> {
		await Promise.all(this.claims);
		for (const item of [...this.claimed.keys()]) this.ended(item, 'notSent');
		await this.removeMarks();
	}

	/** If n8n's database fails here, the keys stay uncertain, which is safe. */
	private async removeMarks(): Promise<void> {
		await this.attempt.row.remove(this.toRemove.splice(0)).catch(() => undefined);
	}

	private async claimAll(keys: ReadonlyMap<number, string>) {
		void this.removeMarks();
		const marks = [...keys.values()].flatMap(allMarks);
		const found = await claim(this.attempt, marks).catch(() => undefined);
		const outcomes = new Map<number, Outcome>();
		for (const [item, key] of keys) {
			const { taken, open } = marksOfKey(key);
			const added = (marks: string[]) => marks.filter((mark) => found?.has(mark) === false);
			// A key that is open is taken too, so the open mark is looked at first.
			if (!found) outcomes.set(item, KEY_NOT_CONFIRMED);
			else if (found.has(open)) outcomes.set(item, KEY_UNCERTAIN);
			else if (found.has(taken)) outcomes.set(item, alreadySent(undefined, key));
			else this.claimed.set(item, key);
			if (outcomes.has(item)) this.toRemove.push(...added(allMarks(key)));
			// A mark that was there before may be dropped soon. Written again, it would look young.
			else this.attempt.row.carry(added([taken, open]));
		}
		return outcomes;
	}
}

/** Asking for a mark adds it for a moment, and many added marks would make n8n drop old ones. */
const ASKED_TOGETHER = 100;

let lastQuestion: Promise<unknown> = Promise.resolve();

export type UsedKey = 'free' | 'accepted' | 'uncertain';

/** Neither a message that was accepted nor one that may have been sent leaves again. */
export const mayLeave = (used: UsedKey = 'free'): boolean => used === 'free';

/** Only one question is asked at a time, because each one adds marks for a moment. */
export function usedAmong(row: Row, keys: readonly string[]): Promise<Map<string, UsedKey>> {
	const used = lastQuestion.then(() => findUsed(row, keys));
	lastQuestion = used.catch(() => undefined);
	return used;
}

async function findUsed(row: Row, keys: readonly string[]): Promise<Map<string, UsedKey>> {
	const used = new Map<string, UsedKey>();
	for (let at = 0; at < keys.length; at += ASKED_TOGETHER) {
		const shown = keys.slice(at, at + ASKED_TOGETHER).map((key) => ({ key, ...shownOfKey(key) }));
		const marks = shown.flatMap(({ taken, open }) => [taken, open]);
		const found = await foundIn(row, marks);
		for (const { key, taken, open } of shown) {
			used.set(key, found.has(open) ? 'uncertain' : found.has(taken) ? 'accepted' : 'free');
		}
	}
	return used;
}
