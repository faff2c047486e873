/** Which callbacks came already: within a window, and up to a bound. */

const WINDOW_MS = 24 * 60 * 60 * 1000;
const MOST = 50_000;

export type Verdict = 'new' | 'being taken' | 'known';

interface Seen {
	at: number;
	taken: boolean;
}

export class Repeats {
	/** The oldest first: a map keeps the order in which its keys came. */
	private readonly seen = new Map<string, Seen>();

	constructor(
		private readonly now: () => number = () => performance.now(),
		private readonly most = MOST,
		private readonly windowMs = WINDOW_MS,
	) {}

	/** A new one counts as being taken until it is settled. */
	begin(key: string): Verdict {
		this.forgetOld();
		const known = this.seen.get(key);
		if (known !== undefined) return known.taken ? 'known' : 'being taken';
		this.seen.set(key, { at: this.now(), taken: false });
		if (this.seen.size > this.most) this.forgetOldest();
		return 'new';
	}

	/** What n8n could not take may come again. */
	settle(key: string, taken: boolean): void {
		const known = this.seen.get(key);
		if (known === undefined) return;
		if (taken) known.taken = true;
		else this.seen.delete(key);
	}

	get size(): number {
		return this.seen.size;
	}

	private forgetOld(): void {
		const since = this.now() - this.windowMs;
		for (const [key, { at }] of this.seen) {
			if (at > since) return;
			this.seen.delete(key);
		}
	}

	private forgetOldest(): void {
		for (const key of this.seen.keys()) {
			this.seen.delete(key);
			return;
		}
	}
}
