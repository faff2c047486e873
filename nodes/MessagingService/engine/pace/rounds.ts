/** A place is left free for this part of the period. */
const LEFT_FREE = 0.1;
const ROUNDS_IN_A_PERIOD = 2;

/** A round by the clock: in its last moments, those who fill a limit leave a place free. */
interface Round {
	begins: number;
	leaves: number;
	ends: number;
}

/**
 * All processes have the same rounds, for they follow from the time of day. A place that is used again as a round ends is
 * free once more just before the end of the second round after it: leaving it until then costs a tenth of a period.
 */
export class Rounds {
	readonly inPeriod = ROUNDS_IN_A_PERIOD;
	readonly lengthMs: number;
	private readonly leftFreeMs: number;

	/** @param epoch the time of day at which the clock was at 0 */
	constructor(
		periodMs: number,
		private readonly epoch: number,
	) {
		this.leftFreeMs = periodMs * LEFT_FREE;
		this.lengthMs = (periodMs + this.leftFreeMs) / ROUNDS_IN_A_PERIOD;
	}

	/** For so long after a round has ended, what was left free is used again. */
	get settlesMs(): number {
		return this.leftFreeMs / 2;
	}

	at(now: number): Round {
		const begins = Math.floor((now + this.epoch) / this.lengthMs) * this.lengthMs - this.epoch;
		const ends = begins + this.lengthMs;
		return { begins, leaves: ends - this.leftFreeMs, ends };
	}

	/** The end of the round whose places are free again before this one ends. */
	sameBefore(ends: number): number {
		return ends - ROUNDS_IN_A_PERIOD * this.lengthMs;
	}

	/**
	 * When a newcomer looks, from then on: so that clocks which differ by a second or two do no harm.
	 * @param random between 0 and 1: newcomers do not all look at once
	 */
	whenLeft(from: number, random: number): number {
		const looks = this.at(from).leaves + this.leftFreeMs * (0.15 + random * 0.2);
		return looks < from ? looks + this.lengthMs : looks;
	}

	/** That time, or the first after it at which no place is left for newcomers. */
	whenNotLeft(at: number): number {
		const { begins, leaves } = this.at(at);
		if (at < begins + this.settlesMs) return begins + this.settlesMs;
		return at < leaves ? at : begins + this.lengthMs + this.settlesMs;
	}
}
