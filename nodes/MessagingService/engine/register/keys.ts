import type { Fate, Outcome } from '../outcome';
import { claim, marksOfKey, type Attempt } from './marks';
import { alreadySent, KEY_NOT_CONFIRMED, KEY_UNCERTAIN } from './words';

/** To remove marks is a write of the row, so those of about 25 messages are removed together, all marks of a key in one write. */
const REMOVED_TOGETHER = 25;

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
		const { taken, open } = marksOfKey(key);
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
		const marks = [...keys.values()].flatMap((key) => Object.values(marksOfKey(key)));
		const found = await claim(this.attempt, marks).catch(() => undefined);
		const outcomes = new Map<number, Outcome>();
		for (const [item, key] of keys) {
			const { taken, open } = marksOfKey(key);
			const added = [taken, open].filter((mark) => found?.has(mark) === false);
			// A key that is open is taken too, so the open mark is looked at first.
			if (!found) outcomes.set(item, KEY_NOT_CONFIRMED);
			else if (found.has(open)) outcomes.set(item, KEY_UNCERTAIN);
			else if (found.has(taken)) outcomes.set(item, alreadySent(undefined, key));
			else this.claimed.set(item, key);
			if (outcomes.has(item)) this.toRemove.push(...added);
			// A mark that was there before may be dropped soon. Written again, it would look young.
			else this.attempt.row.carry(added);
		}
		return outcomes;
	}
}
