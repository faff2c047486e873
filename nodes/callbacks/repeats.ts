/** The panel and the pages say 24 hours, and privacy.md how many. */
const WINDOW_MS = 24 * 60 * 60 * 1000;
/** n8n accepts a callback within seconds. If there is no result after this time, the caller may try again. */
const PENDING_MS = 60_000;
const MOST = 200_000;

/** The callbacks that came to the triggers of this process. */
export class Repeats {
	/** The oldest comes first. */
	private readonly memory = new Map<string, { at: number; accepted: boolean }>();

	constructor(
		private readonly now: () => number = () => performance.now(),
		private readonly most = MOST,
	) {}

	begin(key: string): 'new' | 'pending' | 'known' {
		const now = this.now();
		for (const [old, { at }] of this.memory) {
			if (at > now - WINDOW_MS) break;
			this.memory.delete(old);
		}
		const known = this.memory.get(key);
		if (known?.accepted === true) return 'known';
		if (known !== undefined && now - known.at < PENDING_MS) return 'pending';
		this.memory.delete(key);
		this.memory.set(key, { at: now, accepted: false });
		const [oldest = ''] = this.memory.keys();
		if (this.memory.size > this.most) this.memory.delete(oldest);
		return 'new';
	}

	/** A callback that n8n did not accept may come again, so it is forgotten. */
	settle(key: string, accepted: boolean): void {
		const known = this.memory.get(key);
		if (known !== undefined && accepted) known.accepted = true;
		else this.memory.delete(key);
	}
}
