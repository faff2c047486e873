import { systemClock } from '../clock';
import {
	INTERRUPTED,
	isSameSecret,
	keyOfNumber,
	OTHER_LOGIN,
	UNREADABLE,
	type EntryKey,
} from './entry';
import { idOfPlace, type Likeness, type RunIdentity, type RunPlace } from './identity';
import { cutDownFor, lastKeyOfItem, newRun, put, take, type KeptRun } from './keptRun';
import { RunLedger } from './runLedger';
import { asStored, entryOfStored, fromStored, type Snapshot } from './stored';

export interface Bounds {
	runs: number;
	entries: number;
	ageMs: number;
	/** For this long after a run, n8n may be about to run it again: it is kept, whatever the other bounds say. */
	sparedMs: number;
}

const BOUNDS: Bounds = {
	runs: 5_000,
	entries: 100_000,
	ageMs: 24 * 60 * 60_000,
	sparedMs: 5 * 60_000,
};

/** What n8n says about the execution that a person retries. */
export interface Retry {
	/** What the failed run left in n8n's execution data, if anything. */
	left: unknown;
	/** It starts over, because n8n kept nothing of it. */
	startedOver: boolean;
	/** n8n's database has marks of what was sent: they answer what this process does not know. */
	hasMarks: boolean;
	/** Of all items. */
	likenesses: readonly Likeness[];
}

/** Whether this run had some of the items that are retried. */
const hasSome = ({ identity, keyOfLikeness }: KeptRun, { likenesses }: Retry) =>
	identity.firstItem === likenesses[0] || likenesses.some((one) => keyOfLikeness.has(one));

/** If nothing says which execution is retried, whatever any of these runs did counts. */
const inheritance = (earlier: readonly KeptRun[]) => (key: EntryKey, likeness: Likeness) => {
	for (const kept of earlier) {
		const same = kept.entries.has(key) ? key : kept.keyOfLikeness.get(likeness);
		// It moves here, so that it does not count for a third execution with the same message.
		const found = same === undefined ? undefined : take(kept, same);
		if (found) return asStored(found);
	}
	return undefined;
};

/**
 * What became of the sends of this process, so that a second run of the same items never sends one again: n8n runs
 * the whole node anew on Retry On Fail, and when a person retries a failed execution. Bounded in entries and age.
 */
export class Ledger {
	private readonly runs = new Map<string, KeptRun>();

	constructor(
		private readonly now: () => number = () => systemClock.now(),
		private readonly bounds: Bounds = BOUNDS,
	) {}

	/** @param retry set if a person pressed Retry on a failed execution: then what that one sent counts */
	open(place: RunPlace, identity: RunIdentity, retry?: Retry): RunLedger {
		const left = retry && fromStored(retry.left);
		if (left === 'unreadable') return this.takeForSent(place, identity);
		if (left?.run === place.run) return this.goOn(left, place, identity);
		const earlier = retry ? this.interrupted(place, identity) : [];
		const [known] = earlier;
		if (known && identity.lineage !== undefined) {
			// The nodes before this one ran again, so an item's number alone does not identify it.
			const kept = this.keep(known.place, identity);
			kept.retried = true;
			cutDownFor(kept, identity.carried);
			return new RunLedger(kept, {
				byItem: false,
				isKnown: true,
				inherited: (_, likeness) => {
					const like = kept.keyOfLikeness.get(likeness);
					const same = like === undefined ? undefined : kept.entries.get(like);
					return same ?? kept.lost;
				},
			});
		}
		const isKnown = earlier.length > 0 || this.runs.has(idOfPlace(place));
		const kept = this.keep(place, identity);
		// The retried execution stays in n8n's list: a second retry of it must find what this one sends.
		if (retry && identity.lineage !== undefined) kept.retried = true;
		if (retry?.startedOver === true && !retry.hasMarks) {
			if (!earlier.some((one) => hasSome(one, retry))) kept.lost ??= INTERRUPTED;
		}
		const byItem = !identity.isTool && kept.identity.carried === identity.carried;
		const inherited = kept.lost ? () => kept.lost : inheritance(earlier);
		return new RunLedger(kept, { byItem, isKnown, inherited });
	}

	/** Something was left, and nobody knows what it says. */
	private takeForSent(place: RunPlace, identity: RunIdentity): RunLedger {
		const isKnown = this.runs.has(idOfPlace(place));
		const kept = this.keep(place, identity);
		kept.retried = true;
		kept.lost ??= UNREADABLE;
		return new RunLedger(kept, { byItem: false, isKnown, inherited: () => kept.lost });
	}

	/** Continues a run of which n8n kept the entries. */
	private goOn(left: Snapshot, place: RunPlace, identity: RunIdentity): RunLedger {
		const origin = { ...place, execution: left.origin };
		const isKnown = this.runs.has(idOfPlace(origin));
		const kept = this.keep(origin, identity);
		kept.retried = true;
		if (left.isLost) kept.lost ??= INTERRUPTED;
		cutDownFor(kept, identity.carried);
		const stored = Object.entries(left.entries);
		for (const [at, entry] of stored) {
			const known = identity.isTool ? at : lastKeyOfItem(kept, at);
			// What this process knows is newer: another retry may be under way.
			if (known !== undefined && kept.entries.has(known)) continue;
			put(kept, identity.isTool ? at : keyOfNumber(at), entryOfStored(entry));
		}
		const hasOtherLogin = (key: EntryKey) =>
			identity.isTool && stored.some(([at]) => !isSameSecret(at, key));
		return new RunLedger(kept, {
			// n8n kept the items, so an item is known by its number, whatever was edited in the node since.
			byItem: !identity.isTool,
			inherited: (key) => (hasOtherLogin(key) ? OTHER_LOGIN : kept.lost),
			isKnown,
			wasEdited: left.parameters !== identity.parameters,
		});
	}

	/** The execution was cancelled: from now on a retry may ask what became of its sends. */
	abandon({ kept }: RunLedger): void {
		kept.failed = true;
	}

	/** Whether no other run shares these entries: an agent may call its tool several times at once. */
	isAlone({ kept }: RunLedger): boolean {
		return kept.active === 1;
	}

	/**
	 * @param outcome whether the items may come again, in this execution or by a person's retry. What ended well is
	 * forgotten at once
	 */
	close(run: RunLedger, outcome: 'done' | 'failed' | 'may come again'): void {
		const { kept } = run;
		run.leave();
		kept.active--;
		kept.failed = outcome === 'failed';
		this.touch(kept);
		if (outcome === 'done') this.forgetWhatEnded(kept);
		this.forgetOld();
	}

	private forgetWhatEnded(kept: KeptRun): void {
		if (kept.identity.isTool) {
			// The next call is another message; but one that may have been sent stays so for all calls.
			for (const [key, { state }] of [...kept.entries]) {
				if (state === 'accepted') take(kept, key);
			}
			if (kept.entries.size > 0) return;
		}
		if (kept.active === 0 && !kept.retried) this.runs.delete(idOfPlace(kept.place));
	}

	private keep(place: RunPlace, identity: RunIdentity): KeptRun {
		this.forgetOld();
		const kept = this.runs.get(idOfPlace(place)) ?? newRun(place, identity);
		kept.active++;
		kept.failed = false;
		this.touch(kept);
		return kept;
	}

	/** Moves it to the end of the map: the first one is the one touched longest ago. */
	private touch(kept: KeptRun): void {
		const id = idOfPlace(kept.place);
		kept.touched = this.now();
		this.runs.delete(id);
		this.runs.set(id, kept);
	}

	get size(): number {
		let entries = 0;
		for (const kept of this.runs.values()) entries += kept.entries.size;
		return entries;
	}

	/** Runs of the same node that failed or were cancelled: n8n keeps nothing of a cancelled execution. */
	private interrupted({ workflow, node, run }: RunPlace, { lineage }: RunIdentity): KeptRun[] {
		return [...this.runs.values()].filter(
			({ place, failed, retried, identity }) =>
				place.workflow === workflow &&
				place.node === node &&
				place.run === run &&
				(lineage === undefined ? failed : (failed || retried) && identity.lineage === lineage),
		);
	}

	private forgetOld(): void {
		const now = this.now();
		const oldest = now - this.bounds.ageMs;
		let { size } = this;
		for (const [id, kept] of this.runs) {
			const tooMany = size > this.bounds.entries || this.runs.size > this.bounds.runs;
			if (!tooMany && kept.touched >= oldest) break;
			if (kept.active > 0) continue;
			if (kept.touched > now - this.bounds.sparedMs) break;
			this.runs.delete(id);
			size -= kept.entries.size;
		}
	}
}
