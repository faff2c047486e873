import type { NodeRun } from '../../n8n/api';

/** What a person is told, by the numbers of the items from 1. */
export interface Told {
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
