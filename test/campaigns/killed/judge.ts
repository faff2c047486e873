import type { Run } from './plan';
import { doubledOf } from '../frame/witness';
import type { Told } from '../frame/told';

/** What the service saw, held against what a person was told. */

export interface Seen {
	times: ReadonlyMap<number, number>;
	/** Accepted messages that belong to none of the run's items: an earlier run's, sent again. */
	strangers: string[];
}

/** With keys, at most this many items may be named: two portions of keys, and what was in flight. */
const MOST_NAMED = 150;

interface Ending {
	/** Whether the node ran until its own end at last: if n8n refused, nobody could finish the job. */
	ranAgain: boolean;
	/** How many messages the service had accepted when n8n was killed. */
	atKill: number;
	/** n8n kept nothing of what the node did. */
	isForgotten: boolean;
}

export function verdictOn(
	run: Run,
	{ times, strangers }: Seen,
	{ named, more, calledSent }: Told,
	{ ranAgain, atKill, isForgotten }: Ending,
) {
	const numbers = Array.from({ length: run.items }, (_, at) => at + 1);
	const twice = doubledOf(times);
	const lost = numbers.filter((number) => !times.has(number));
	const leftByName = lost.filter((number) => named.has(number)).length;
	const listed = Math.min(more, lost.length - leftByName);
	const left = leftByName + listed;
	const unnamed = lost.length - left;
	const untrue = lost.filter((number) => calledSent.has(number)).length;
	const later = times.size - atKill;
	// Without keys a list that n8n interrupted is over, unless it comes in rounds.
	const isInterrupted = isForgotten && atKill > 0 && !run.hasKeys && run.before !== 'loop';
	const inDoubt = [...named].filter((number) => !calledSent.has(number)).length + more;
	// Each of two simultaneous retries names what the other one sends.
	const open = run.after === 'two-retries' ? left : inDoubt;
	const isUnfinished = ranAgain && run.hasKeys && open > MOST_NAMED;
	return {
		accepted: times.size,
		twice,
		/** Named as 'may have been sent', whether or not they were, and called sent nowhere. */
		named: inDoubt,
		left,
		unnamed,
		ranAgain,
		broken: [
			twice > 0 && `${twice} sent twice`,
			ranAgain && unnamed > 0 && `${unnamed} never sent and not named`,
			isUnfinished && `${open} named in spite of their keys`,
			isInterrupted && later > 0 && `${later} sent of a list that was interrupted, without keys`,
			untrue > 0 && `${untrue} called sent that never were`,
			strangers.length > 0 && `${strangers.length} sent for an earlier run`,
		].filter((what) => what !== false),
	};
}
