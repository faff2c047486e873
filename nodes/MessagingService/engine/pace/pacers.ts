import { createHash } from 'node:crypto';

import { systemClock, type Clock } from '../clock';
import { MARGIN } from './limit';
import { Pacer, type PauseBetween } from './pacer';
import { SHARED_MARGIN_MS, type SharedLimit } from './sharedLimit';

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

/** How many seconds these requests take if no other worker uses their limits. A random pause counts as its average. */
export function secondsFor(
	requests: readonly { sharedLimit?: SharedLimit | undefined; pause?: PauseBetween | undefined }[],
	requestsPerSecond: number,
): number {
	const seconds = new Map<string, number>();
	const count = (key: string, eachMs: number) => {
		const before = seconds.get(key);
		seconds.set(key, before === undefined ? 0 : before + eachMs / 1000);
	};
	for (const { sharedLimit, pause } of requests) {
		if (pause) count(`pause ${pause.sender}`, (pause.fromMs + pause.toMs) / 2);
		// An assumed limit may not exist, so it is left out of the estimate.
		if (sharedLimit === undefined || sharedLimit.onceRefused) continue;
		const { key, limit, periodMs } = sharedLimit;
		count(key, (periodMs + SHARED_MARGIN_MS) / limit);
	}
	return Math.max((requests.length / requestsPerSecond) * (1 + MARGIN), ...seconds.values());
}
