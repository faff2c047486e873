/** Remembers which callbacks came in the last 24 hours, up to a bound. */

const WINDOW_MS = 24 * 60 * 60 * 1000;
const MOST = 50_000;

type Verdict = 'new' | 'pending' | 'known';

interface Seen {
	at: number;
	accepted: boolean;
}

export class Repeats {
	/** Oldest first: a map keeps the order of insertion. */
	private readonly seen = new Map<string, Seen>();

	constructor(
		private readonly now: () => number = () => performance.now(),
		private readonly most = MOST,
		private readonly windowMs = WINDOW_MS,
	) {}

	/** A new callback is pending until it is settled. */
	begin(key: string): Verdict {
		this.forgetOld();
		const known = this.seen.get(key);
		if (known !== undefined) return known.accepted ? 'known' : 'pending';
		this.seen.set(key, { at: this.now(), accepted: false });
		if (this.seen.size > this.most) this.forgetOldest();
		return 'new';
	}

	/** A callback that n8n did not accept is forgotten, so that it may come again. */
	settle(key: string, accepted: boolean): void {
		const known = this.seen.get(key);
		if (known === undefined) return;
		if (accepted) known.accepted = true;
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
