/** Keeps the newest entries, so that a simulator that runs for days stays small. */
export class Ring<Entry> {
	private entries: Entry[] = [];

	dropped = 0;

	constructor(private readonly capacity: number) {}

	add(entry: Entry): void {
		if (this.entries.push(entry) <= this.capacity) return;
		this.entries.shift();
		this.dropped++;
	}

	/** The oldest first. */
	list(): Entry[] {
		return [...this.entries];
	}

	clear(): void {
		this.entries = [];
		this.dropped = 0;
	}
}
