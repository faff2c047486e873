import { systemClock, type Clock } from '../clock';
import { NoRow } from '../register';

const ATTEMPTS = 3;
const PAUSE_MS = 100;

const ANSWERS_WITHIN_MS = 30_000;
const AFTER_STOP_MS = 2_000;

class NoAnswer extends Error {}

export interface Timers extends Pick<Clock, 'now' | 'sleep'> {
	/** Unlike `sleep`, this does not keep the process from ending. */
	after: (ms: number, then: () => void) => void;
}

export const systemTimers: Timers = {
	...systemClock,
	after: (ms, then) => {
		AbortSignal.timeout(ms).addEventListener('abort', then);
	},
};

/** n8n throws these errors if it is too old to keep marks, or if the workflow is not saved. */
const isUnavailable = (error: unknown): boolean =>
	/initialized before use|FOREIGN KEY|violates foreign key|workflow\.id/i.test(String(error));

/** Calls of n8n's database can fail or never end, and a node run must not hang with them. */
export class Calls {
	/** The number of calls that were given up. They may still write what they read long ago, so no other call is made. */
	private hanging = 0;

	constructor(private readonly timers: Timers) {}

	/** Rejects if the call takes too long, or soon after the user pressed Stop. The call itself goes on. */
	inTime<T>(call: Promise<T>, cancelled?: AbortSignal): Promise<T> {
		return new Promise((done, failed) => {
			const giveUp = () => {
				failed(new NoAnswer('n8n’s database does not answer'));
			};
			const stop = () => {
				this.timers.after(AFTER_STOP_MS, giveUp);
			};
			this.timers.after(ANSWERS_WITHIN_MS, giveUp);
			if (cancelled?.aborted === true) stop();
			else cancelled?.addEventListener('abort', stop, { once: true });
			call.then(done, failed);
		});
	}

	/** @param undo takes back what a call did if the call was given up and ended later */
	async make<T>(call: () => Promise<T>, undo?: (result: T) => void) {
		for (let attempt = 1; ; attempt++) {
			if (this.hanging > 0) throw new NoAnswer('n8n’s database still hangs');
			const called = call();
			const made = await this.inTime(called).then(
				(result) => ({ result, isUnsure: attempt > 1 }),
				(error: unknown) => ({ error }),
			);
			if ('result' in made) return made;
			const { error } = made;
			if (isUnavailable(error)) throw new NoRow();
			const isHanging = error instanceof NoAnswer;
			if (isHanging) void this.undoWhenEnded(called, undo);
			if (isHanging || attempt === ATTEMPTS) throw error;
			await this.timers.sleep(PAUSE_MS * attempt);
		}
	}

	private async undoWhenEnded<T>(called: Promise<T>, undo?: (result: T) => void): Promise<void> {
		this.hanging++;
		const result = await called.catch(() => undefined);
		this.hanging--;
		if (result !== undefined) undo?.(result);
	}
}
