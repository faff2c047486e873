import type { PauseBetween } from './pacer';
import { MARGIN, SHARED_MARGIN_MS, type SharedLimit } from './limit';

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
		if (sharedLimit === undefined) continue;
		const { key, limit, periodMs } = sharedLimit;
		count(key, (periodMs + SHARED_MARGIN_MS) / limit);
	}
	return Math.max((requests.length / requestsPerSecond) * (1 + MARGIN), ...seconds.values());
}
