const WINDOW_MS = 24 * 60 * 60 * 1000;
/** n8n accepts a callback within seconds. If there is no result after this time, the caller may try again. */
const PENDING_MS = 60_000;
const MOST_PER_TRIGGER = 50_000;
const MOST_IN_ALL = 200_000;

/** A Map keeps the order of insertion, so the oldest entry comes first. */
type Memory = Map<string, { at: number; accepted: boolean }>;

function forgetOldest(memory: Memory): void {
	const [oldest] = memory.keys();
	if (oldest !== undefined) memory.delete(oldest);
}

export class Repeats {
	/** Each trigger has its own memory, so that a flood to one cannot make another one forget. */
	private readonly memories = new Map<string, Memory>();

	constructor(
		private readonly now: () => number = () => performance.now(),
		private readonly mostPerTrigger = MOST_PER_TRIGGER,
		private readonly mostInAll = MOST_IN_ALL,
		private readonly windowMs = WINDOW_MS,
		private readonly pendingMs = PENDING_MS,
	) {}

	begin(trigger: string, key: string): 'new' | 'pending' | 'known' {
		const memory = this.memories.get(trigger) ?? (new Map() as Memory);
		this.memories.set(trigger, memory);
		const now = this.now();
		for (const [old, { at }] of memory) {
			if (at > now - this.windowMs) break;
			memory.delete(old);
		}
		const known = memory.get(key);
		if (known?.accepted === true) return 'known';
		if (known !== undefined && now - known.at < this.pendingMs) return 'pending';
		memory.delete(key);
		memory.set(key, { at: now, accepted: false });
		if (memory.size > this.mostPerTrigger) forgetOldest(memory);
		if (this.size > this.mostInAll) {
			const all = [...this.memories.values()];
			forgetOldest(all.reduce((one, other) => (other.size > one.size ? other : one), memory));
		}
		return 'new';
	}

	/** A callback that n8n did not accept may come again, so it is forgotten. */
	settle(trigger: string, key: string, accepted: boolean): void {
		const memory = this.memories.get(trigger);
		const known = memory?.get(key);
		if (known !== undefined && accepted) known.accepted = true;
		else memory?.delete(key);
	}

	get size(): number {
		return [...this.memories.values()].reduce((size, memory) => size + memory.size, 0);
	}
}
