import type { Clock } from '../../clock';
import type { Lineage, RunNames, TrailNames } from './names';
import type { Pass } from './runMarks';
import type { MarkStore } from './store';
import { followTrail, marksOfTrail, unlessTaken } from './trail';
import { chunksOf, marksOfVerdicts, readPass, type List, type Verdict } from './verdicts';

export interface Opening {
	store: MarkStore;
	/** What is known of the lineage. Undefined if this is a retry and n8n has forgotten it. */
	lineage: Lineage | undefined;
	/** The same for this execution by itself. */
	own: Lineage;
	namesOf: (lineage: Lineage) => RunNames;
	/** Undefined if n8n never forgets a lineage: then no trail is left. */
	trail: TrailNames | undefined;
	list: List;
	execution: string;
	/** A person pressed Retry. */
	isRetry: boolean;
	/** Called by another execution, which may be a retry and does not say so. */
	isCalled: boolean;
	/** The nodes before this one run again, so the list may be another one than before. */
	startedOver: boolean;
	/** Each call of a tool is a message of its own, so a second call is no second run. */
	isTool: boolean;
	/** What this process knows of the items from an earlier try of this run, if it had one. */
	remembered: readonly (Verdict | undefined)[] | undefined;
	clock: Clock;
}

/** An opening whose lineage is known. */
type Known = Opening & { lineage: Lineage; names: RunNames };

const withLineage = (opening: Opening, lineage: Lineage): Known => ({
	...opening,
	lineage,
	names: opening.namesOf(lineage),
});

/**
 * n8n reads, changes and writes the marks without a lock, so what one process writes may undo what another has written
 * since the first one read. After so long another process has written; and who took longer has written too late.
 */
const OTHERS_WRITE_MS = 1_000;

/** So many passes over one list mean that something else is wrong. */
const MOST_PASSES = 50;

/** The first pass is that of the run itself. */
const FIRST_RETRY = 2;

const all = (list: List, verdict: Verdict): Verdict[] =>
	Array.from({ length: list.items }, () => verdict);

const allUnknown = ({ list, names, lineage }: Known, number = MOST_PASSES): Pass => ({
	names,
	number,
	lineage,
	verdicts: all(list, 'unknown'),
	begun: [],
	left: [],
	trail: undefined,
});

/** Claims the list for this run, and finds out what earlier passes over it have sent. */
export async function openPass(opening: Opening): Promise<Pass> {
	const { remembered, lineage, isRetry } = opening;
	if (remembered) return await passAfterOurOwn(opening, remembered);
	if (lineage === undefined) return await passOfLostLineage(opening);
	return isRetry
		? await passOfRetry(withLineage(opening, lineage))
		: await firstPass(withLineage(opening, lineage));
}

async function firstPass(opening: Known): Promise<Pass> {
	const { store, names, list, isTool, isRetry, isCalled, trail, lineage } = opening;
	const first = names.pass(1);
	const [chunk] = chunksOf(list);
	const begun = chunk === undefined ? [] : [chunk];
	const ofTrail = trail ? marksOfTrail(trail, lineage) : [];
	const found = await store.record([
		names.execution,
		names.begun,
		first.claimed,
		first.ready,
		first.chunkSize(list.chunkSize),
		...ofTrail,
		...begun.map((one) => first.chunkBegun(one)),
	]);
	// n8n runs this execution a second time by itself, or the one that calls it: a retry that does not say so.
	const isAgain = found.has(names.execution) || (isCalled && found.has(names.begun));
	if (!isRetry && !isTool && isAgain) {
		if (found.has(first.claimed)) return await passOfRetry({ ...opening, startedOver: true });
		const ours = new Set(ofTrail.filter((mark) => !found.has(mark)));
		const earlier =
			trail && found.has(trail.open) ? await followTrail(store, trail, ours) : undefined;
		if (typeof earlier === 'object') {
			return await passOfRetry({ ...withLineage(opening, earlier.lineage), startedOver: true });
		}
		// It had begun with another list, or n8n has forgotten the lineage: nothing says what was sent.
		const verdicts = all(list, 'unknown');
		await store.record(marksOfVerdicts(first, list, verdicts));
		return allUnknown(opening, 1);
	}
	const pass: Omit<Pass, 'number'> = {
		names,
		lineage,
		begun,
		trail: await unlessTaken(store, trail, found),
		verdicts: all(list, 'unsent'),
		left: [],
	};
	if (!found.has(first.claimed)) return { ...pass, number: 1 };
	// Another execution has begun the same list, and n8n does not tell the two apart: both send, and no retry guesses.
	await store.record([names.ambiguous]);
	const { number } = await claim(opening, 2);
	const own = names.pass(number);
	await store.record([
		own.ready,
		own.chunkSize(list.chunkSize),
		...begun.map((one) => own.chunkBegun(one)),
	]);
	return { ...pass, number };
}

/** A second try in this process: it knows more than the marks. */
async function passAfterOurOwn(
	opening: Opening,
	remembered: readonly (Verdict | undefined)[],
): Promise<Pass> {
	const { store, list, lineage, own } = opening;
	const earlier = await passBeforeOurOwn(opening);
	const known = withLineage(opening, earlier?.lineage ?? lineage ?? own);
	const { names } = known;
	const number = earlier?.number ?? (await claim(known, 1)).number;
	const verdicts = remembered.map((one, item) => one ?? earlier?.verdicts[item] ?? 'unsent');
	const pass = names.pass(number);
	await store.record([pass.ready, ...marksOfVerdicts(pass, list, verdicts)]);
	return {
		names,
		number,
		verdicts,
		lineage: known.lineage,
		begun: earlier?.begun ?? [],
		left: earlier?.left ?? [],
		trail: opening.isRetry ? undefined : opening.trail,
	};
}

async function passBeforeOurOwn(opening: Opening): Promise<Pass | undefined> {
	const { lineage, isRetry, startedOver, trail } = opening;
	if (lineage !== undefined) {
		return isRetry ? await passOfRetry(withLineage(opening, lineage)) : undefined;
	}
	// Of the items that this process had before, it knows all.
	return startedOver && trail === undefined ? undefined : await passOfLostLineage(opening);
}

interface Claim {
	number: number;
	/** No one had claimed it. */
	isNew: boolean;
	/** Writing it took so long that this may be wrong. */
	isLate: boolean;
}

/** The first pass from this number on that no one has claimed; not new if there are too many. */
async function claim({ store, names, execution, clock }: Known, from: number): Promise<Claim> {
	for (let number = from; number < MOST_PASSES; number++) {
		const { claimed, claimedBy } = names.pass(number);
		const startedAt = clock.now();
		const found = await store.record([claimed, claimedBy(execution)]);
		const isLate = clock.now() - startedAt >= OTHERS_WRITE_MS;
		if (!found.has(claimed)) return { number, isNew: true, isLate };
	}
	return { number: MOST_PASSES, isNew: false, isLate: false };
}

/** The same, for one that may have begun at the same moment as another process. */
async function claimAlone(opening: Known, from = 1): Promise<Claim> {
	const { store, names, execution, clock } = opening;
	const claimed = await claim(opening, from);
	if (!claimed.isNew) return claimed;
	// It may have undone what another one has written and found there already.
	if (claimed.isLate) return { ...claimed, isNew: false };
	await clock.sleep(OTHERS_WRITE_MS);
	// If the mark is gone, another process claimed the pass at the same moment, and wrote last.
	const ours = names.pass(claimed.number).claimedBy(execution);
	const found = await store.record([ours]);
	return found.has(ours) ? claimed : await claimAlone(opening, claimed.number + 1);
}

/** A retry of an execution that was killed, of which n8n says nothing: the list itself leads to what was sent. */
async function passOfLostLineage(opening: Opening): Promise<Pass> {
	const { store, trail, own, startedOver } = opening;
	const nothing = withLineage(opening, own);
	if (trail === undefined) return allUnknown(nothing);
	const end = await followTrail(store, trail);
	if (typeof end === 'object') {
		const pass = await passOfRetry(withLineage(opening, end.lineage));
		if (pass.number <= FIRST_RETRY) return pass;
		// It may be the first retry of another execution with the same list, for which nothing was sent.
		const verdicts = pass.verdicts.map((one) => (one === 'accepted' ? 'unknown' : one));
		return { ...pass, verdicts };
	}
	// If the nodes before this one run again, the list may be another one than the one that was begun.
	if (end === 'unclear' || startedOver) return allUnknown(nothing);
	const pass = await firstPass(nothing);
	// The next retry may be of another execution.
	await store.record([trail.crossed]);
	return { ...pass, trail: undefined };
}

async function passOfRetry(opening: Known): Promise<Pass> {
	const { store, names, list, startedOver, isTool, clock, trail, lineage } = opening;
	const { number, isNew } = await claimAlone(opening);
	const own = names.pass(number);
	// The execution stays in n8n's list and may be retried again: then the trail must still lead here.
	const pass = { names, number, lineage, begun: [], left: [], trail: undefined };
	if (isNew && number === 1) {
		const marks = [names.begun, names.execution, ...(trail ? marksOfTrail(trail, lineage) : [])];
		const found = await store.record(marks);
		// Somewhere in this lineage, or in this very execution, it had begun: then the list is not the same, or its marks
		// are gone.
		const hadBegun = found.has(names.begun) || found.has(names.execution);
		// But an agent asks its tool for something else in the same run.
		const mayBeAgain = hadBegun && (startedOver || !isTool);
		if (trail) await unlessTaken(store, trail, found);
		const verdicts = all(list, mayBeAgain ? 'unknown' : 'unsent');
		await store.record([own.ready, ...marksOfVerdicts(own, list, verdicts)]);
		return { ...pass, verdicts };
	}
	const unknown = allUnknown(opening, number);
	if (!isNew) return unknown;
	const found = await store.record([names.ambiguous]);
	if (found.has(names.ambiguous)) return unknown;
	await store.remove([names.ambiguous]);
	const { verdicts, left } = await readPass(store, names.pass(number - 1), list.items, () =>
		clock.sleep(OTHERS_WRITE_MS),
	);
	await store.record([own.ready, ...marksOfVerdicts(own, list, verdicts)]);
	return { ...pass, verdicts, left };
}
