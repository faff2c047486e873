import { parse } from 'flatted';
import { z } from 'zod';

import type { N8nApi } from '../n8n/api';

/**
 * What executions tell a person about each item, in every form that the node has:
 * - the error of a run that failed lists items by number: '2 may have been sent (item 3, 4)', with ranges ('3 to 7'),
 *   or shortened ('item 3, 4 and 5 more': then only the number of the others is known);
 * - without such a list 'It may have been sent' is about the item that the error begins with, or the only one;
 * - with On Error: Continue each item comes out by itself: `error` with the same words, or `was_sent: 'maybe'`;
 * - an item that comes out without an error is called sent: with its `ref_no`, or as `{ sent: false, already_sent: true }`.
 */
export interface Told {
	/** Items by number that may have been sent. */
	named: Set<number>;
	/** So many others may have been sent, and are not listed. */
	more: number;
	/** Items that are called sent, now or before. */
	calledSent: Set<number>;
}

const pairing = z.object({ item: z.number() });
const outputItem = z.object({
	json: z.record(z.unknown()),
	pairedItem: z.union([pairing, z.array(pairing).transform(([first]) => first)]).optional(),
});
const nodeRun = z.object({
	error: z.object({ message: z.string(), description: z.string().nullish() }).optional(),
	data: z.object({ main: z.array(z.array(outputItem).nullable()) }).optional(),
});
type NodeRun = z.infer<typeof nodeRun>;

const stored = z.object({ data: z.string() });
const result = z.object({
	resultData: z.object({ runData: z.record(z.array(nodeRun)).default({}) }),
});

const LISTED = /may have been sent[^(]*\(items? ([^)]*?)(?: and (\d+) more)?\)/;
const MAYBE = /may have been sent/i;
const PLACE = /\bitem (\d+) of \d+/i;

/** '3, 4, 7 to 9' as 3, 4, 7, 8, 9. */
function numbersIn(list: string): number[] {
	return [...list.matchAll(/(\d+)(?:\s*(?:–|-|to)\s*(\d+))?/g)].flatMap(([, from, to]) => {
		const first = Number(from);
		return Array.from({ length: Number(to ?? first) - first + 1 }, (_, at) => first + at);
	});
}

function fromError(words: string): Told {
	const found = LISTED.exec(words);
	const alone = MAYBE.test(words) ? [Number(PLACE.exec(words)?.[1] ?? 1)] : [];
	return {
		named: new Set(found ? numbersIn(found[1] ?? '') : alone),
		more: Number(found?.[2] ?? 0),
		calledSent: new Set(),
	};
}

function fromOutput(items: readonly z.infer<typeof outputItem>[]): Told {
	const told: Told = { named: new Set(), more: 0, calledSent: new Set() };
	for (const [at, { json, pairedItem }] of items.entries()) {
		const number = (pairedItem?.item ?? at) + 1;
		const words = Object.values(json).filter((value) => typeof value === 'string');
		const failed = json.error !== undefined;
		const isOpen = json.was_sent === 'maybe' || (failed && words.some((one) => MAYBE.test(one)));
		if (isOpen) told.named.add(number);
		else if (!failed) told.calledSent.add(number);
	}
	return told;
}

/** What n8n lists in place of a run that it lost in the crash. */
const isRecovered = ({ data }: NodeRun): boolean =>
	data?.main[0]?.[0]?.json.isArtificialRecoveredEventItem === true;

export function toldByRun({ error, data }: NodeRun): Told {
	if (error) return fromError(`${error.message} ${error.description ?? ''}`);
	return fromOutput((data?.main ?? []).flatMap((items) => items ?? []));
}

/** All together; a loop's rounds each count their items from 1. */
export function together(rounds: readonly Told[], itemsARound: number): Told {
	const numbers = (pick: (told: Told) => Set<number>) =>
		new Set(
			rounds.flatMap((told, round) => [...pick(told)].map((one) => one + round * itemsARound)),
		);
	return {
		named: numbers(({ named }) => named),
		more: rounds.reduce((sum, { more }) => sum + more, 0),
		calledSent: numbers(({ calledSent }) => calledSent),
	};
}

/** What several executions of the same items say. */
export const union = (all: readonly Told[]): Told => ({
	named: new Set(all.flatMap(({ named }) => [...named])),
	more: Math.max(0, ...all.map(({ more }) => more)),
	calledSent: new Set(all.flatMap(({ calledSent }) => [...calledSent])),
});

/** What an execution says by the runs of its node that sends, and how many these are. */
export async function toldByExecution(
	api: N8nApi,
	id: string,
	node: string,
	itemsARound: number,
): Promise<{ told: Told; runs: number }> {
	const { data } = await api.request('GET', `/executions/${id}`, stored);
	const parsed = result.safeParse(data === '' ? undefined : parse(data));
	const runs = parsed.success
		? (parsed.data.resultData.runData[node] ?? []).filter((one) => !isRecovered(one))
		: [];
	return { told: together(runs.map(toldByRun), itemsARound), runs: runs.length };
}
