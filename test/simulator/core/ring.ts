/** Keeps the newest entries, so that what runs for days stays as small as on its first day. */
export class Ring<Entry> {
	private entries: Entry[] = [];

	/** Where the oldest one stands, once the ring is full. */
	private start = 0;

	dropped = 0;

	constructor(private readonly capacity: number) {}

	add(entry: Entry): void {
		if (this.entries.length < this.capacity) {
			this.entries.push(entry);
			return;
		}
		this.dropped++;
		if (this.capacity === 0) return;
		this.entries[this.start] = entry;
		this.start = (this.start + 1) % this.capacity;
	}

	/** The oldest first. */
	list(): Entry[] {
		return [...this.entries.slice(this.start), ...this.entries.slice(0, this.start)];
	}

	clear(): void {
		this.entries = [];
		this.start = 0;
		this.dropped = 0;
	}
}
