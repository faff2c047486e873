import { createHash } from 'node:crypto';

import { systemClock, type Clock } from '../clock';
import { Pacer } from './pacer';

const KEPT = 200;

/** Executions of this process that use the same API key share one pacer, since they share its limit. */
export class Pacers {
	private readonly byKey = new Map<string, Pacer>();

	constructor(private readonly clock: Clock = systemClock) {}

	/** @param identity address and login of the account. They are secret, so only a digest is kept */
	of(identity: readonly string[], requestsPerSecond: number): Pacer {
		const key = createHash('sha256').update(JSON.stringify(identity)).digest('base64');
		const known = this.byKey.get(key);
		known?.setRate(requestsPerSecond);
		if (known) return known;
		for (const [other, pacer] of this.byKey.size < KEPT ? [] : this.byKey) {
			if (pacer.isIdle()) this.byKey.delete(other);
		}
		const pacer = new Pacer(requestsPerSecond, this.clock);
		this.byKey.set(key, pacer);
		return pacer;
	}

	areSending(): boolean {
		return [...this.byKey.values()].some((pacer) => pacer.isSending);
	}
}

export const pacers = new Pacers();
