import { createHash } from 'node:crypto';

import { systemClock, type Clock } from './clock';
import { Pacer } from './pacer';

const KEPT = 200;

/** One pacer for each key, shared by all executions of this process. */
export class Pacers {
	private readonly byKey = new Map<string, Pacer>();

	constructor(private readonly clock: Clock = systemClock) {}

	/** @param identity what the limit belongs to, secret or not: only its digest is kept */
	of(identity: readonly string[], requestsPerSecond: number): Pacer {
		const key = createHash('sha256').update(JSON.stringify(identity)).digest('base64');
		let pacer = this.byKey.get(key);
		if (!pacer) {
			if (this.byKey.size >= KEPT) this.forgetIdle();
			pacer = new Pacer(requestsPerSecond, this.clock);
			this.byKey.set(key, pacer);
		}
		pacer.setRate(requestsPerSecond);
		return pacer;
	}

	/** Whether anybody in this process has requests that are to be started. */
	areSending(): boolean {
		for (const pacer of this.byKey.values()) {
			if (pacer.isSending()) return true;
		}
		return false;
	}

	private forgetIdle(): void {
		for (const [key, pacer] of this.byKey) {
			if (pacer.isIdle()) this.byKey.delete(key);
		}
	}
}

/** Shared by all that this process asks of the service: that is what makes the pace one pace. */
export const pacers = new Pacers();
