import { claim, marksOfKey, type Attempt } from './marks';

/** To remove marks is a write of the row, so those of about 25 messages are removed together, all marks of a key in one write. */
const REMOVED_TOGETHER = 25;

/**
 * `used`: its message was accepted. `open`: no response said whether it was. After an error of n8n's database it is `not
 * stored`, and in a Retry `not asked`.
 */
export type KeyFound = 'free' | 'open' | 'used' | 'not stored' | 'not asked';

/** The Send Once Keys of one node run. A claimed key stays claimed after a crash, so only keys that are needed soon are claimed. */
export class Keys {
	private readonly toRemove: string[] = [];

	constructor(private readonly attempt: Attempt) {}

	/** Claims those that are free. */
	async claim(keys: readonly string[]): Promise<ReadonlyMap<string, KeyFound>> {
		void this.removeMarks();
		const { row, retry } = this.attempt;
		const marks = keys.flatMap((key) => Object.values(marksOfKey(key)));
		const held = await claim(this.attempt, marks).catch(() => undefined);
		const failed = retry ? 'not asked' : 'not stored';
		return new Map(
			keys.map((key): [string, KeyFound] => {
				if (!held) return [key, failed];
				const { taken, open } = marksOfKey(key);
				// A key that is open is taken too, so the open mark is looked at first.
				const found = held.has(open) ? 'open' : held.has(taken) ? 'used' : 'free';
				const added = [taken, open].filter((mark) => !held.has(mark));
				// A mark that was there before may be dropped soon. Written again, it would look young.
				if (found === 'free') row.carry(added);
				else this.toRemove.push(...added);
				return [key, found];
			}),
		);
	}

	/** A claimed key stays open until it is settled. */
	settle(key: string, is: 'free' | 'used'): void {
		const { taken, open } = marksOfKey(key);
		this.toRemove.push(...(is === 'free' ? [taken, open] : [open]));
		if (this.toRemove.length >= REMOVED_TOGETHER) void this.removeMarks();
	}

	/** If n8n's database fails here, the keys stay open, which is safe. */
	async removeMarks(): Promise<void> {
		await this.attempt.row.remove(this.toRemove.splice(0)).catch(() => undefined);
	}
}
