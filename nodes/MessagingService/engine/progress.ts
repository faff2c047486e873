import { durationOf } from '../../plain';
import type { Clock } from './clock';
import { isAccepted, type Fate } from './outcome';

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
		if (isAccepted(fate)) accepted++;
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
