import { createHash } from 'node:crypto';

import { systemClock, type Clock } from '../clock';
import { Pacer } from './pacer';

const KEPT = 200;

/** One pacer per key, shared by all executions of this process. */
export class Pacers {
	private readonly byKey = new Map<string, Pacer>();

	constructor(private readonly clock: Clock = systemClock) {}

	/** @param identity whom the limit belongs to. It may be secret: only its digest is kept */
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

	/** Whether any execution of this process has requests waiting to start. */
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

/** All requests of this process go through these: that makes it one pace. */
export const pacers = new Pacers();
