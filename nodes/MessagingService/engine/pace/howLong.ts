import { MARGIN } from './pace';
import type { SharedLimit } from './sharedLimit';

/** How long requests take at their limits, in seconds, if no one else uses these. */
export function secondsFor(
	limits: readonly (SharedLimit | undefined)[],
	requestsPerSecond: number,
): number {
	const numbers = new Map<string, { limit: SharedLimit; requests: number }>();
	for (const limit of limits) {
		// It is not known which requests share it.
		if (limit === undefined || limit.onceRefused) continue;
		const number = numbers.get(limit.key);
		if (number) number.requests++;
		else numbers.set(limit.key, { limit, requests: 1 });
	}
	// The first of each period go at once; the last of a full one may wait for the place that is kept free.
	const waits = [...numbers.values()].map(({ limit: { limit, periodMs }, requests }) =>
		requests > limit ? (Math.floor(requests / limit) * periodMs) / 1000 : 0,
	);
	return Math.max((limits.length / requestsPerSecond) * (1 + MARGIN), ...waits);
}
