/** The start times of the last requests that count, or that may still turn out to. */
export class LastStarts {
	private readonly times: Float64Array;
	private at = 0;

	/** @param kept how many start times to keep */
	constructor(private readonly kept: number) {
		this.times = new Float64Array(kept).fill(Number.NEGATIVE_INFINITY);
	}

	/** The start of the nth last request: a window of n requests has room again when it leaves. */
	last(nth: number): number {
		return this.times[(this.at + this.kept - nth) % this.kept] ?? Number.NEGATIVE_INFINITY;
	}

	newest(): number {
		return this.last(1);
	}

	add(now: number): void {
		this.times[this.at] = now;
		this.at = (this.at + 1) % this.kept;
	}

	/** Forgets this start: it did not count. */
	remove(start: number): void {
		const times = this.all();
		const found = times.lastIndexOf(start);
		if (found < 0) return;
		times.splice(found, 1);
		this.times.set([Number.NEGATIVE_INFINITY, ...times]);
		this.at = 0;
	}

	/** How many started after `from`, up to `to`. */
	between(from: number, to: number): number {
		let count = 0;
		for (let nth = 1; nth <= this.kept && this.last(nth) > from; nth++) {
			if (this.last(nth) <= to) count++;
		}
		return count;
	}

	/** The newest one up to `to`. */
	newestUntil(to: number): number {
		let nth = 1;
		while (nth < this.kept && this.last(nth) > to) nth++;
		return this.last(nth) > to ? Number.NEGATIVE_INFINITY : this.last(nth);
	}

	/** From the oldest to the newest. */
	all(): number[] {
		return [...this.times.slice(this.at), ...this.times.slice(0, this.at)];
	}
}
