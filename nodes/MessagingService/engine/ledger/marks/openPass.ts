import type { RunNames } from './names';
import type { Pass } from './runMarks';
import type { MarkStore } from './store';
import { chunksOf, marksOfVerdicts, verdictsOf, type List, type Verdict } from './verdicts';

export interface Opening {
	store: MarkStore;
	names: RunNames;
	list: List;
	execution: string;
	/** A person pressed Retry. */
	isRetry: boolean;
	/** The nodes before this one run again, so the list may be another one than before. */
	startedOver: boolean;
	/** Each call of a tool is a message of its own, so a second call is no second run. */
	isTool: boolean;
	/** What this process knows of the items from an earlier try of this run, if it had one. */
	remembered: readonly (Verdict | undefined)[] | undefined;
	sleep: (ms: number) => Promise<void>;
}

/** Longer than another process takes to read, change and write the marks. */
const OTHERS_WRITE_MS = 300;

/** So many passes over one list mean that something else is wrong. */
const MOST_PASSES = 50;

const all = (list: List, verdict: Verdict): Verdict[] =>
	Array.from({ length: list.items }, () => verdict);

/** Claims the list for this run, and finds out what earlier passes over it have sent. */
export async function openPass(opening: Opening): Promise<Pass> {
	if (opening.remembered) return await passAfterOurOwn(opening, opening.remembered);
	return opening.isRetry ? await passOfRetry(opening) : await firstPass(opening);
}

async function firstPass(opening: Opening): Promise<Pass> {
	const { store, names, list, isTool, isRetry } = opening;
	const first = names.pass(1);
	const [chunk] = chunksOf(list);
	const begun = chunk === undefined ? [] : [chunk];
	const found = await store.record([
		names.execution,
		names.begun,
		first.claimed,
		first.ready,
		first.chunkSize(list.chunkSize),
		...begun.map((one) => first.chunkBegun(one)),
	]);
	// n8n runs this execution a second time by itself: a retry that does not say so.
	if (!isRetry && !isTool && found.has(names.execution)) {
		if (found.has(first.claimed)) return await passOfRetry({ ...opening, startedOver: true });
		// It had begun with another list, or n8n has forgotten the lineage: nothing says what was sent.
		const verdicts = all(list, 'unknown');
		await store.record(marksOfVerdicts(first, list, verdicts));
		return { names, number: 1, verdicts, begun: [] };
	}
	if (!found.has(first.claimed)) {
		return { names, number: 1, verdicts: all(list, 'unsent'), begun };
	}
	// Another execution has begun the same list, and n8n does not tell the two apart: both send, and no retry guesses.
	await store.record([names.ambiguous]);
	const { number } = await claim(opening, 2);
	const own = names.pass(number);
	await store.record([
		own.ready,
		own.chunkSize(list.chunkSize),
		...begun.map((one) => own.chunkBegun(one)),
	]);
	return { names, number, verdicts: all(list, 'unsent'), begun };
}

/** A second try in this process: it knows more than the marks. */
async function passAfterOurOwn(
	opening: Opening,
	remembered: readonly (Verdict | undefined)[],
): Promise<Pass> {
	const { store, names, list, isRetry } = opening;
	const earlier = isRetry ? await passOfRetry(opening) : undefined;
	const number = earlier?.number ?? (await claim(opening, 1)).number;
	const verdicts = remembered.map((known, item) => known ?? earlier?.verdicts[item] ?? 'unsent');
	const own = names.pass(number);
	await store.record([own.ready, ...marksOfVerdicts(own, list, verdicts)]);
	return { names, number, verdicts, begun: [] };
}

/** The first pass from this number on that no one has claimed; not new if there are too many. */
async function claim(
	{ store, names, execution }: Opening,
	from: number,
): Promise<{ number: number; isNew: boolean }> {
	for (let number = from; number < MOST_PASSES; number++) {
		const { claimed, claimedBy } = names.pass(number);
		const found = await store.record([claimed, claimedBy(execution)]);
		if (!found.has(claimed)) return { number, isNew: true };
	}
	return { number: MOST_PASSES, isNew: false };
}

async function passOfRetry(opening: Opening): Promise<Pass> {
	const { store, names, list, execution, startedOver, sleep } = opening;
	let { number, isNew } = await claim(opening, 1);
	if (isNew) {
		await sleep(OTHERS_WRITE_MS);
		// If the mark is gone, another process claimed the pass at the same moment, and wrote last.
		const ours = names.pass(number).claimedBy(execution);
		const found = await store.record([ours]);
		if (!found.has(ours)) ({ number, isNew } = await claim(opening, number + 1));
	}
	const own = names.pass(number);
	if (isNew && number === 1) {
		const found = await store.record([names.begun, names.execution]);
		// Somewhere in this lineage, or in this very execution, it had begun: then the list is not the same.
		const hadBegun = found.has(names.begun) || found.has(names.execution);
		const listMayHaveChanged = startedOver && hadBegun;
		const verdicts = all(list, listMayHaveChanged ? 'unknown' : 'unsent');
		await store.record([own.ready, ...marksOfVerdicts(own, list, verdicts)]);
		return { names, number, verdicts, begun: [] };
	}
	const unknown: Pass = { names, number, verdicts: all(list, 'unknown'), begun: [] };
	if (!isNew) return unknown;
	const found = await store.record([names.ambiguous]);
	if (found.has(names.ambiguous)) return unknown;
	await store.remove([names.ambiguous]);
	const verdicts = await verdictsOf(store, names.pass(number - 1), list.items);
	await store.record([own.ready, ...marksOfVerdicts(own, list, verdicts)]);
	return { names, number, verdicts, begun: [] };
}
