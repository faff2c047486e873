/** How a service may count what it accepts. */
export interface Meter {
	/** Whether one more fits now; if so, it counts. */
	accept(now: number): boolean;
}

/** At most so many in any period: not in each second of the clock, but in any second that one may pick. */
export class Window implements Meter {
	private readonly times: number[] = [];

	private oldest = 0;

	constructor(
		readonly limit: number,
		readonly periodMs: number,
	) {}

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

/** At most so many in each period of the clock. */
class ClockPeriod implements Meter {
	private period = Number.NaN;

	private count = 0;

	constructor(
		private readonly limit: number,
		private readonly periodMs: number,
	) {}

	accept(now: number): boolean {
		const period = Math.floor(now / this.periodMs);
		if (period !== this.period) this.count = 0;
		this.period = period;
		if (this.count >= this.limit) return false;
		this.count++;
		return true;
	}
}

const BUCKET = 10;

/** A bucket of ten that fills evenly. */
class Bucket implements Meter {
	private left = BUCKET;

	private filledAt = Number.NEGATIVE_INFINITY;

	constructor(private readonly eachMs: number) {}

	accept(now: number): boolean {
		this.left = Math.min(BUCKET, this.left + (now - this.filledAt) / this.eachMs);
		this.filledAt = now;
		if (this.left < 1) return false;
		this.left--;
		return true;
	}
}

/** A part of the gap, so that an arrival that is a little early still counts. */
const GAP_TOLERANCE = 0.3;

/** One at a time, with a gap between two. */
class Gap implements Meter {
	private last = Number.NEGATIVE_INFINITY;

	constructor(private readonly gapMs: number) {}

	accept(now: number): boolean {
		if (now - this.last < this.gapMs * (1 - GAP_TOLERANCE)) return false;
		this.last = now;
		return true;
	}
}

/** Four readings of "one request per 10 milliseconds (about 100 per second)". */
export const READINGS = ['any period', 'clock', 'bucket', 'gap'] as const;

export type Reading = (typeof READINGS)[number];

/** @param limit 0 lifts it */
export function meterOf(reading: Reading, limit: number, periodMs: number): Meter {
	if (limit === 0) return { accept: () => true };
	if (reading === 'clock') return new ClockPeriod(limit, periodMs);
	if (reading === 'bucket') return new Bucket(periodMs / limit);
	if (reading === 'gap') return new Gap(periodMs / limit);
	return new Window(limit, periodMs);
}
