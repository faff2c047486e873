/** The start times of the last requests. The nth last one says when a window of n requests has room again. */
export class LastStarts {
	private readonly times: Float64Array;
	private at = 0;

	/** @param kept how many start times to keep: the limit, or more */
	constructor(
		private readonly limit: number,
		private readonly kept = limit,
	) {
		this.times = new Float64Array(kept).fill(Number.NEGATIVE_INFINITY);
	}

	private last(nth: number): number {
		return this.times[(this.at + this.kept - nth) % this.kept] ?? Number.NEGATIVE_INFINITY;
	}

	/** The start that must leave the window before another request may start. */
	oldest(): number {
		return this.last(this.limit);
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

	/** From the oldest to the newest. */
	all(): number[] {
		return [...this.times.slice(this.at), ...this.times.slice(0, this.at)];
	}
}
