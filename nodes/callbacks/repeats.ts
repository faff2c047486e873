/** Remembers which callbacks came in the last 24 hours, up to a bound. */

const WINDOW_MS = 24 * 60 * 60 * 1000;
/** n8n accepts a callback within seconds. If it never says whether it did, the sender may try again after this time. */
const PENDING_MS = 60_000;
const MOST_PER_TRIGGER = 50_000;
const MOST_IN_ALL = 200_000;

type Verdict = 'new' | 'pending' | 'known';

interface Seen {
	at: number;
	accepted: boolean;
}

/** Oldest first: a map keeps the order of insertion. */
type Memory = Map<string, Seen>;

function forgetOldest(memory: Memory): void {
	for (const key of memory.keys()) {
		memory.delete(key);
		return;
	}
}

export class Repeats {
	/** Each trigger has its own, so that a flood of calls to one cannot push out what another remembers. */
	private readonly memories = new Map<string, Memory>();

	private total = 0;

	constructor(
		private readonly now: () => number = () => performance.now(),
		private readonly mostPerTrigger = MOST_PER_TRIGGER,
		private readonly mostInAll = MOST_IN_ALL,
		private readonly windowMs = WINDOW_MS,
		private readonly pendingMs = PENDING_MS,
	) {}

	/** A new callback is pending until it is settled. */
	begin(trigger: string, key: string): Verdict {
		const memory = this.memoryOf(trigger);
		this.forgetOld(memory);
		const known = memory.get(key);
		if (known?.accepted === true) return 'known';
		if (known !== undefined) {
			if (this.now() - known.at < this.pendingMs) return 'pending';
			this.change(memory, () => memory.delete(key));
		}
		this.change(memory, () => memory.set(key, { at: this.now(), accepted: false }));
		this.keepWithinBounds(memory);
		return 'new';
	}

	/** A callback that n8n did not accept is forgotten, so that it may come again. */
	settle(trigger: string, key: string, accepted: boolean): void {
		const memory = this.memories.get(trigger);
		const known = memory?.get(key);
		if (memory === undefined || known === undefined) return;
		if (accepted) known.accepted = true;
		else this.change(memory, () => memory.delete(key));
	}

	get size(): number {
		return this.total;
	}

	private memoryOf(trigger: string): Memory {
		const found = this.memories.get(trigger);
		if (found !== undefined) return found;
		const memory: Memory = new Map();
		this.memories.set(trigger, memory);
		return memory;
	}

	private change(memory: Memory, change: () => void): void {
		const before = memory.size;
		change();
		this.total += memory.size - before;
	}

	private forgetOld(memory: Memory): void {
		const since = this.now() - this.windowMs;
		this.change(memory, () => {
			for (const [key, { at }] of memory) {
				if (at > since) return;
				memory.delete(key);
			}
		});
	}

	private keepWithinBounds(memory: Memory): void {
		if (memory.size > this.mostPerTrigger) {
			this.change(memory, () => {
				forgetOldest(memory);
			});
		}
		if (this.total <= this.mostInAll) return;
		let largest = memory;
		for (const [trigger, other] of this.memories) {
			if (other.size === 0) this.memories.delete(trigger);
			if (other.size > largest.size) largest = other;
		}
		this.change(largest, () => {
			forgetOldest(largest);
		});
	}
}
