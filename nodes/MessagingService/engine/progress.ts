import { durationOf } from '../../plain';
import type { Clock } from './clock';

const EACH_MS = 60_000;

const count = (number: number) => number.toLocaleString('en-US');

/** Says once a minute how far a long batch is. Without a timer: whenever a message is settled, if it is time. */
export class Progress {
	private readonly startedAt: number;
	private saidAt: number;
	private accepted = 0;
	private failed = 0;

	/** @param secondsAtLimits how long the remaining messages take at the service's limits */
	constructor(
		private readonly all: number,
		private readonly clock: Clock,
		private readonly secondsAtLimits: () => number,
		private readonly say: (line: string) => void,
	) {
		this.startedAt = clock.now();
		this.saidAt = this.startedAt;
	}

	settled(isAccepted: boolean): void {
		if (isAccepted) this.accepted++;
		else this.failed++;
		const now = this.clock.now();
		if (now < this.saidAt + EACH_MS) return;
		this.saidAt = now;
		const failed = this.failed === 0 ? '' : `, ${count(this.failed)} not`;
		const done = `${count(this.accepted)} of ${count(this.all)} accepted${failed}`;
		this.say(`${done}, ${durationOf(this.secondsLeft(now))} to go`);
	}

	/** The service may be slower than its limits, but never faster. */
	private secondsLeft(now: number): number {
		const settled = this.accepted + this.failed;
		const asUntilNow = ((now - this.startedAt) / settled) * (this.all - settled);
		return Math.max(asUntilNow / 1000, this.secondsAtLimits());
	}
}
