import type { Clock } from '../../clock';
import type { Descent, RunIdentity, RunPlace } from '../identity';
import { lineageOfCall } from './calls';
import { chunkSizeOf } from './limits';
import { lineageFrom, namesOfCall, namesOfRun, trailOf, type KeyNames } from './names';
import { openPass } from './openPass';
import { RunMarks } from './runMarks';
import type { MarkStore } from './store';
import type { Verdict } from './verdicts';

/** A run whose list is to be claimed in n8n's database. */
export interface RunToMark {
	store: MarkStore;
	place: RunPlace;
	identity: RunIdentity;
	descent: Descent;
	isRetry: boolean;
	/** The nodes before this one run again, so the list may be another one than before. */
	startedOver: boolean;
	clock: Clock;
	items: number;
	/** Digest of the list. */
	list: string;
	requestsPerSecond: number;
	/** What this process knows of each item. */
	known: readonly (Verdict | undefined)[];
	/** It knows it from an earlier try of this run. */
	isKnown: boolean;
	/** Each with the names of its Send Once Key, if it has one. */
	toSend: ReadonlyMap<number, KeyNames | undefined>;
}

export interface Marked {
	marks: RunMarks;
	/** What is known of each item, by this process or by the marks. */
	verdicts: readonly Verdict[];
}

/** Claims the list, finds out what earlier runs have made of it, and writes down what this one is about to do. */
export async function openMarks(run: RunToMark): Promise<Marked> {
	const { store, place, identity, descent, isRetry, items, known } = run;
	const { lineage, own, isForgetful } = descent;
	const parent = identity.isTool ? undefined : descent.parent;
	const call = parent && {
		parent,
		own,
		isRetry,
		execution: place.execution,
		namesOf: (number: number) => namesOfCall(place, identity, parent.lineage, number),
	};
	const list = { items, chunkSize: chunkSizeOf(items, run.requestsPerSecond) };
	const pass = await openPass({
		store,
		list,
		isRetry,
		clock: run.clock,
		startedOver: run.startedOver,
		lineage:
			lineage === undefined
				? undefined
				: call
					? await lineageOfCall(store, call)
					: lineageFrom(lineage),
		own: lineageFrom(own),
		namesOf: (one) => namesOfRun(place, identity, one, run.list),
		trail: isForgetful ? trailOf(place, identity, run.list) : undefined,
		execution: place.execution,
		isCalled: parent !== undefined,
		isTool: identity.isTool,
		remembered: run.isKnown ? known : undefined,
	});
	const verdicts = pass.verdicts.map((verdict, item) => known[item] ?? verdict);
	const unsent = [...run.toSend].filter(([item]) => verdicts[item] === 'unsent');
	return { marks: new RunMarks(store, list, { ...pass, verdicts }, new Map(unsent)), verdicts };
}
