import type { NodeRun } from '../../n8n/api';
import type { Run } from './plan';
import { doubledOf } from '../frame/witness';

/** What the service saw, held against what a person was told. */

/** What a person is told, by the numbers of the items from 1. */
interface Told {
	/** Reported as "may have been sent". */
	named: Set<number>;
	/** How many others may have been sent, and are not listed. */
	more: number;
	/** Items that are called sent, now or before. */
	calledSent: Set<number>;
}

const TALLY = /(\d+) may have been sent \(items? ([^)]+)\)/;

/** Such as '1 to 3, 5 and 9', or '1, 4 and 7 more'. */
const listed = (text: string): number[] =>
	[...text.matchAll(/(\d+)(?: to (\d+))?(?! more|\d)/g)].flatMap(([, from, to = from]) =>
		Array.from({ length: Number(to) - Number(from) + 1 }, (_, at) => Number(from) + at),
	);

/** What an error says of a batch, or of its only item. */
function byError(description: string, items: number): Told {
	const [, count, list] = TALLY.exec(description) ?? [];
	const isAlone = list === undefined && items === 1;
	const alone = (words: string) =>
		new Set(isAlone && description.includes(words) ? [1] : ([] as number[]));
	const named = list === undefined ? alone('may have been sent') : new Set(listed(list));
	const more = count === undefined ? 0 : Number(count) - named.size;
	return { named, more, calledSent: alone('The message was accepted') };
}

function byItems(items: NodeRun['items']): Told {
	const those = (isWanted: (json: object, wasSent: unknown) => boolean) =>
		new Set(
			items.flatMap(({ item, json }) =>
				item !== undefined && isWanted(json, json.was_sent) ? [item + 1] : [],
			),
		);
	return {
		named: those((json, wasSent) => 'error' in json && wasSent === 'maybe'),
		more: 0,
		calledSent: those((json, wasSent) => !('error' in json) || wasSent === 'yes'),
	};
}

/** The rounds of a loop each count their items from 1. */
export const toldByRounds = (rounds: readonly NodeRun[], itemsARound: number): Told[] =>
	rounds.map(({ items, error }, round) => {
		const told = error ? byError(error.description, itemsARound) : byItems(items);
		const inAll = (numbers: Set<number>) =>
			new Set([...numbers].map((number) => number + round * itemsARound));
		return { ...told, named: inAll(told.named), calledSent: inAll(told.calledSent) };
	});

/** What several rounds or executions say together. @param more of one execution the sum, of several the most */
export const together = (all: readonly Told[], more: (counts: number[]) => number): Told => ({
	named: new Set(all.flatMap(({ named }) => [...named])),
	more: more(all.map((one) => one.more)),
	calledSent: new Set(all.flatMap(({ calledSent }) => [...calledSent])),
});

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
	// Two Retries of the same execution do not know what the other one sends, so the later one names all.
	const isTwice = run.after === 'two-retries' || run.againOf === 'original';
	const open = isTwice ? left : inDoubt;
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
