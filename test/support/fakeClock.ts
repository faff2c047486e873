import type { Clock } from '../../nodes/MessagingService/engine/pace';

export { chance as seeded } from '../simulator/core/chance';

/** Events in the order of their times. Events of one time keep the order in which they were added. */
export class Agenda<Event extends { at: number }> {
	private readonly events: Event[] = [];

	add(event: Event): void {
		const last = this.events.findLastIndex(({ at }) => at <= event.at);
		this.events.splice(last + 1, 0, event);
	}

	/** Removes the next event, unless it is due later. */
	next(until = Number.POSITIVE_INFINITY): Event | undefined {
		const [first] = this.events;
		return first === undefined || first.at > until ? undefined : this.events.shift();
	}
}

/** A clock that a test moves: hours pass immediately, and the same way in each run. */
export class FakeClock implements Clock {
	private time = 0;
	private readonly timers = new Agenda<{ at: number; fire: () => void }>();

	/** @param lateness how much later than asked a timer fires, as real ones do */
	constructor(private readonly lateness: (ms: number) => number = () => 0) {}

	now(): number {
		return this.time;
	}

	async sleep(ms: number): Promise<void> {
		await new Promise<void>((fire) => {
			this.timers.add({ at: this.time + ms + this.lateness(ms), fire });
		});
	}

	/** Lets time pass until the promise is settled. Fails if no timer is left that could settle it. */
	async until<T>(promise: Promise<T>): Promise<T> {
		const state = { settled: false };
		const done = () => {
			state.settled = true;
		};
		promise.then(done, done);
		for (;;) {
			// All work that needs no time comes first.
			await new Promise((resolve) => setImmediate(resolve));
			if (state.settled) return await promise;
			const timer = this.timers.next();
			if (!timer) throw new Error('nothing is left to wait for');
			this.time = Math.max(this.time, timer.at);
			timer.fire();
		}
	}
}
