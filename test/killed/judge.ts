import type { Run } from './plan';
import type { Told } from './told';
import type { Seen } from './witness';

/** What the service saw, held against what a person was told. Pure. */

/** The node marks so many items at a time before it sends them: half a second of its pace. */
const MOST_IN_CHUNK = 50;
const chunkOf = ({ requestsPerSecond }: Run) =>
	Math.min(MOST_IN_CHUNK, Math.max(1, Math.ceil(requestsPerSecond / 2)));

/** So many items at most may stay unsent and named: two chunks, and what was in flight. */
export const mostLeft = (run: Run) =>
	2 * chunkOf(run) + Math.ceil((run.requestsPerSecond * run.latencyMs) / 1000);

export interface Verdict {
	accepted: number;
	twice: number;
	/** Named as 'may have been sent', whether or not they were. */
	named: number;
	/** Of these, never sent. */
	left: number;
	/** Never sent, and named nowhere. */
	unnamed: number;
	ranAgain: boolean;
	broken: string[];
}

/** @param ranAgain whether the node ran until its own end at last: if n8n refused, nobody could finish the job */
export function verdictOn(
	run: Run,
	{ times, strangers }: Seen,
	{ named, more, calledSent }: Told,
	ranAgain: boolean,
): Verdict {
	const numbers = Array.from({ length: run.items }, (_, at) => at + 1);
	const twice = [...times.values()].filter((count) => count > 1).length;
	const lost = numbers.filter((number) => !times.has(number));
	// A key is kept if its message may have been sent: its item comes out as sent before, which names it.
	const keyed = (number: number) => run.after === 'new-start' && calledSent.has(number);
	const leftByName = lost.filter((number) => named.has(number) || keyed(number)).length;
	const listed = Math.min(more, lost.length - leftByName);
	const left = leftByName + listed;
	const unnamed = lost.length - left;
	const untrue = lost.filter((number) => calledSent.has(number) && !keyed(number)).length;
	return {
		accepted: times.size,
		twice,
		named: named.size + more,
		left,
		unnamed,
		ranAgain,
		broken: [
			...(twice > 0 ? [`${twice} sent twice`] : []),
			...(ranAgain && unnamed > 0 ? [`${unnamed} never sent and not named`] : []),
			...(ranAgain && left > mostLeft(run)
				? [`${left} left unsent, though at most ${mostLeft(run)} had begun`]
				: []),
			...(untrue > 0 ? [`${untrue} called sent that never were`] : []),
			...(strangers.length > 0 ? [`${strangers.length} sent for an earlier run`] : []),
		],
	};
}
