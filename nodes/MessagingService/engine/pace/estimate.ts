import { durationOf } from '../../../plain';
import { COUNTED_AS, type Fate } from '../outcome';
import type { Clock, PauseBetween } from './pacer';
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
		// An assumed limit may not exist, so it is left out of the estimate.
		if (sharedLimit === undefined || sharedLimit.onceRefused) continue;
		const { key, limit, periodMs } = sharedLimit;
		count(key, (periodMs + SHARED_MARGIN_MS) / limit);
	}
	return Math.max((requests.length / requestsPerSecond) * (1 + MARGIN), ...seconds.values());
}

const EACH_MS = 60_000;

const count = (number: number) => number.toLocaleString('en-US');

/** Says about once a minute how far a long batch is. It needs no timer, because it runs whenever a message settles. */
export function progressOf(
	all: number,
	clock: Clock,
	secondsAtLimits: () => number,
	say: (line: string) => void,
): (fate: Fate) => void {
	const startedAt = clock.now();
	let saidAt = startedAt;
	let accepted = 0;
	let failed = 0;
	return (fate) => {
		if (COUNTED_AS[fate] === 'accepted') accepted++;
		else failed++;
		const now = clock.now();
		if (now < saidAt + EACH_MS) return;
		saidAt = now;
		const settled = accepted + failed;
		const asUntilNow = ((now - startedAt) / settled) * (all - settled);
		const secondsLeft = Math.max(asUntilNow / 1000, secondsAtLimits());
		const notAccepted = failed === 0 ? '' : `, ${count(failed)} not`;
		const done = `${count(accepted)} of ${count(all)} accepted${notAccepted}`;
		say(`${done}, ${durationOf(secondsLeft)} to go`);
	};
}
