/** At most so many in any period: not in each second of the clock, but in any second that one may pick. */
export class Window {
	private readonly times: number[] = [];

	private oldest = 0;

	constructor(
		readonly limit: number,
		readonly periodMs: number,
	) {}

	/** Whether one more fits now; if so, it counts. */
	accept(now: number): boolean {
		if (this.limit === 0) return true;
		if (this.times.length < this.limit) {
			this.times.push(now);
			return true;
		}
		const oldest = this.times[this.oldest] ?? now;
		if (now - oldest < this.periodMs) return false;
		this.times[this.oldest] = now;
		this.oldest = (this.oldest + 1) % this.limit;
		return true;
	}
}
