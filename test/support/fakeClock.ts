import type { Clock } from '../../nodes/MessagingService/engine/clock';

/** Time that a test moves: hours pass in no time, and the same way each run. */
export class FakeClock implements Clock {
	private time = 0;
	private readonly timers: { at: number; fire: () => void }[] = [];

	/** @param lateness how much later than asked a timer fires, as real ones do */
	constructor(private readonly lateness: (ms: number) => number = () => 0) {}

	now(): number {
		return this.time;
	}

	async sleep(ms: number): Promise<void> {
		await new Promise<void>((resolve) => {
			const at = this.time + ms + this.lateness(ms);
			// Timers due at the same time fire in the order in which they were set.
			let [low, high] = [0, this.timers.length];
			while (low < high) {
				const middle = (low + high) >> 1;
				if ((this.timers[middle]?.at ?? at) <= at) low = middle + 1;
				else high = middle;
			}
			this.timers.splice(low, 0, { at, fire: resolve });
		});
	}

	/** Lets time pass until the promise is settled; fails when nothing is left that could settle it. */
	async until<T>(promise: Promise<T>): Promise<T> {
		const state = { settled: false };
		const done = () => {
			state.settled = true;
		};
		promise.then(done, done);
		for (;;) {
			// Everything that can go on without time passing goes on first.
			await new Promise((resolve) => setImmediate(resolve));
			if (state.settled) return await promise;
			const timer = this.timers.shift();
			if (!timer) throw new Error('nothing is left to wait for');
			this.time = Math.max(this.time, timer.at);
			timer.fire();
		}
	}
}

/** The same numbers between 0 and 1 in every run. */
export function seeded(seed: number): () => number {
	let state = seed >>> 0;
	return () => {
		state = (state + 0x6d2b79f5) >>> 0;
		let mixed = Math.imul(state ^ (state >>> 15), state | 1);
		mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
		return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
	};
}
