import type { Parent } from '../identity';
import { lineageFrom, type CallNames, type Lineage } from './names';
import type { MarkStore } from './store';

/** Of which call a run is a part. */
export interface Call {
	parent: Parent;
	execution: string;
	/** What this execution has in common with its own retries. */
	own: number;
	/** A person retries the called execution itself, and not the one that calls it. */
	isRetry: boolean;
	namesOf: (call: number) => CallNames;
}

/** Far more calls than one execution makes of a node that sends. */
const MOST_CALLS = 36 ** 4 - 1;

/** The last call that was seen of each parent: asking for each one before it would take long. */
const lastCalls = new Map<string, number>();
const MOST_PARENTS = 1_000;

function remember(parent: string, call: number): void {
	lastCalls.delete(parent);
	lastCalls.set(parent, call);
	for (const oldest of lastCalls.keys()) {
		if (lastCalls.size <= MOST_PARENTS) return;
		lastCalls.delete(oldest);
	}
}

/**
 * Which call of its parent this execution is. n8n does not tell a sub-workflow that its parent is a retry; but the
 * first call of the retry is the first call again, and so on.
 */
export async function lineageOfCall(store: MarkStore, call: Call): Promise<Lineage> {
	const { parent, execution, own, isRetry, namesOf } = call;
	const ofNone = namesOf(0);
	const parentKey = ofNone.madeBy(parent.execution);
	const before = await store.record([ofNone.ranIn(execution)]);
	const isKnown = isRetry || before.has(ofNone.ranIn(execution));
	for (let number = isKnown ? 1 : (lastCalls.get(parentKey) ?? 1); number < MOST_CALLS; number++) {
		const names = namesOf(number);
		const [madeBy, began, ranIn] = [
			names.madeBy(parent.execution),
			names.began(own),
			names.ranIn(execution),
		];
		const found = await store.record([madeBy, began, ranIn]);
		if (!found.has(madeBy) || found.has(isRetry ? began : ranIn)) {
			remember(parentKey, Math.max(number, lastCalls.get(parentKey) ?? 1));
			return lineageFrom(parent.lineage, number);
		}
		await store.remove([began, ranIn].filter((mark) => !found.has(mark)));
	}
	return lineageFrom(parent.lineage, MOST_CALLS);
}
