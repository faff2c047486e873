import { createHash } from 'node:crypto';
import type { IDataObject } from 'n8n-workflow';
import { z } from 'zod';

import { systemClock } from './clock';
import type { ServiceRequest } from './operation';

/**
 * What became of the sends of a node's runs, so that a second run of the same items never sends one again:
 * n8n runs the whole node anew on Retry On Fail, and when a person retries a failed execution.
 */

const entry = z.discriminatedUnion('state', [
	z.object({ state: z.literal('accepted'), output: z.array(z.record(z.unknown())) }),
	/** It may have been sent, or was sent and its result could not be read: `what` says which to a person. */
	z.object({
		state: z.literal('open'),
		what: z.string(),
		advice: z.string(),
		sent: z.enum(['yes', 'unknown']),
	}),
]);

export type Entry =
	| { state: 'accepted'; output: IDataObject[] }
	| { state: 'open'; what: string; advice: string; sent: 'yes' | 'unknown' };

const UNDER_WAY: Entry = {
	state: 'open',
	what: 'An earlier run of this execution had begun to send it, and its answer is not known',
	advice: 'Check at the recipient, or in the service’s web application, whether it arrived.',
	sent: 'unknown',
};

const lost = (what: string, advice: string): Entry => ({
	state: 'open',
	what,
	advice,
	sent: 'unknown',
});

const BROKEN_OFF = lost(
	'The execution that is retried was broken off, and n8n kept nothing of what it had sent',
	'Find out who got the message. Then start the workflow anew, instead of Retry, for those who did not.',
);

const RETRIED_BEFORE = lost(
	'This execution was retried before, and what that retry had sent is not known any more',
	'If that retry is in the list of executions and failed, retry that one. Else find out who got the message, and start the workflow anew for those who did not.',
);

/** Item and request: a second item with the same request is another message, and so is the same item with another request. */
export type EntryKey = string;

export function entryKey(item: number, url: string, request: ServiceRequest): EntryKey {
	const digest = createHash('sha256')
		.update(JSON.stringify([url, request]))
		.digest('base64url');
	return `${item}:${digest.slice(0, 22)}`;
}

/** Item, node parameters and input: what stays the same where n8n tells nothing of the execution that is retried. */
export type Likeness = string;

export function likenessOf(item: number, template: string, input: unknown): Likeness {
	return createHash('sha256')
		.update(JSON.stringify([item, template, asJson(input)]))
		.digest('base64url')
		.slice(0, 22);
}

/** Some nodes put out what is no JSON, such as an object that holds itself: then the item is known by the rest. */
function asJson(input: unknown): string {
	try {
		return JSON.stringify([input]);
	} catch {
		return '';
	}
}

/** Where a run stands: which node of which workflow, which execution, which of the node's runs in it. */
export interface RunPlace {
	workflow: string;
	node: string;
	execution: string;
	run: number;
}

/** How it is known that an item is the same one again, though what it sends may read otherwise by then. */
export interface RunIdentity {
	/** Stands for the execution as it lives in this process. */
	carried: string;
	/** Digest of the node's parameters, expressions unresolved. */
	template: string;
	/** An agent's calls all come as item 0: there, only the request tells one from the other. */
	isTool: boolean;
	/** What an execution and its retries have in common, where n8n tells it. */
	lineage: string | undefined;
	/** Where n8n does not, a run that had sent nothing yet is known by this. */
	firstItem: Likeness | undefined;
}

/**
 * What a run keeps in n8n's execution data, up to date at any moment, until it ends well. n8n stores that data with an
 * execution that failed or was cancelled, and a retry reads it, on whichever worker it runs. It names the execution
 * in which the run began: all its retries are one and the same to the ledger.
 */
export const snapshot = z.object({
	origin: z.string(),
	run: z.number(),
	template: z.string(),
	entries: z.record(entry),
});
export type Snapshot = z.infer<typeof snapshot>;

interface Kept {
	place: RunPlace;
	identity: RunIdentity;
	/** A plain object, since n8n stores it as it is. */
	entries: Record<EntryKey, Entry>;
	size: number;
	/** The last request of each item. */
	keyOfItem: Map<string, EntryKey>;
	keyOfLikeness: Map<Likeness, EntryKey>;
	/** While it is under way, it must not be forgotten. */
	active: number;
	/** It failed, and no retry of it is known: one whose own data is lost may take it over. */
	failed: boolean;
	/** Its failed execution stays in n8n's list, and may be retried again whatever became of the first retry. */
	retried: boolean;
	/** It retries one of which nothing was kept: what it does not know may have been sent by that one. */
	lost: boolean;
	touched: number;
}

export interface Bounds {
	runs: number;
	entries: number;
	ageMs: number;
	/** So long after a run n8n may be about to run it again: then it is kept, whatever the other bounds say. */
	sparedMs: number;
}

const BOUNDS: Bounds = {
	runs: 5_000,
	entries: 100_000,
	ageMs: 24 * 60 * 60_000,
	sparedMs: 5 * 60_000,
};

const idOf = ({ workflow, node, execution, run }: RunPlace) =>
	JSON.stringify([workflow, node, execution, run]);

const itemOf = (key: EntryKey) => key.slice(0, key.indexOf(':'));

function put(kept: Kept, key: EntryKey, result: Entry): void {
	if (!Object.hasOwn(kept.entries, key)) kept.size++;
	kept.entries[key] = result;
	kept.keyOfItem.set(itemOf(key), key);
}

function take(kept: Kept, key: EntryKey): Entry | undefined {
	const found = kept.entries[key];
	if (Reflect.deleteProperty(kept.entries, key) && found) kept.size--;
	kept.keyOfItem.delete(itemOf(key));
	return found;
}

/** One run's view of the ledger. */
export class RunLedger {
	/**
	 * @param byItem whether an item that comes again is known by its number alone: a text with the time or a random
	 * code in it reads otherwise on the second try, and is still the same message
	 */
	constructor(
		readonly kept: Kept,
		private readonly byItem: boolean,
		private readonly inherited: (key: EntryKey, likeness: Likeness) => Entry | undefined,
	) {}

	find(key: EntryKey, likeness: Likeness): Entry | undefined {
		const { entries, keyOfItem } = this.kept;
		const same = this.byItem ? (keyOfItem.get(itemOf(key)) ?? key) : key;
		const own = entries[key] ?? entries[same];
		if (own) return own;
		const earlier = this.inherited(key, likeness);
		if (earlier) this.note(key, likeness, earlier);
		return earlier;
	}

	/**
	 * Before the request leaves: should nothing be heard of it any more, it counts as open.
	 * @returns what another retry has made of it in the meantime; then it must not leave
	 */
	begin(key: EntryKey, likeness: Likeness): Entry | undefined {
		const known = this.find(key, likeness);
		if (known) return known;
		this.note(key, likeness, UNDER_WAY);
		return undefined;
	}

	private note(key: EntryKey, likeness: Likeness, result: Entry): void {
		put(this.kept, key, result);
		this.kept.keyOfLikeness.set(likeness, key);
	}

	settle(key: EntryKey, result: Entry): void {
		put(this.kept, key, result);
	}

	/** It certainly was not sent. */
	drop(key: EntryKey): void {
		take(this.kept, key);
	}

	/** Goes on with the run: what is settled later stands in it too. */
	snapshot(): Snapshot {
		const { place, identity, entries } = this.kept;
		return { origin: place.execution, run: place.run, template: identity.template, entries };
	}
}

/** What n8n tells of the execution that a person retries. */
export interface Retry {
	/** What the run that failed left in n8n's own data, where there is any. */
	left: unknown;
	/** It runs from its start again, since n8n kept nothing of it. */
	startedOver: boolean;
	/** An earlier retry has gone on from what was left. */
	takenUp: boolean;
	/** Of all items. */
	likenesses: readonly Likeness[];
}

/** Whether some of the items that are retried had a part in this run. */
const hasSome = ({ identity, keyOfLikeness }: Kept, { likenesses }: Retry) =>
	identity.firstItem === likenesses[0] || likenesses.some((one) => keyOfLikeness.has(one));

/** Where nothing tells which execution is retried, what any of these had done counts. */
const inheritance = (earlier: readonly Kept[]) => (key: EntryKey, likeness: Likeness) => {
	for (const kept of earlier) {
		const same = Object.hasOwn(kept.entries, key) ? key : kept.keyOfLikeness.get(likeness);
		// It moves over: it must not count for a third execution with the same message.
		const found = same === undefined ? undefined : take(kept, same);
		if (found) return found;
	}
	return undefined;
};

/** The ledger of this process: bounded in entries and in age. */
export class Ledger {
	private readonly runs = new Map<string, Kept>();

	constructor(
		private readonly now: () => number = () => systemClock.now(),
		private readonly bounds: Bounds = BOUNDS,
	) {}

	/** @param retry set when a person pressed Retry on an execution that had failed: then what that one had accepted counts */
	open(place: RunPlace, identity: RunIdentity, retry?: Retry): RunLedger {
		const left = retry && snapshot.safeParse(retry.left).data;
		if (left?.run === place.run) return this.goOn(left, place, identity, retry?.takenUp === true);
		const earlier = retry ? this.brokenOff(place, identity) : [];
		const [known] = earlier;
		if (known && identity.lineage !== undefined) {
			// Its nodes before this one have run again: an item's number alone does not make it the same one.
			const kept = this.keep(known.place, identity);
			kept.retried = true;
			return new RunLedger(kept, false, (_, likeness) => {
				const like = kept.keyOfLikeness.get(likeness);
				const same = like === undefined ? undefined : kept.entries[like];
				return same ?? (kept.lost ? BROKEN_OFF : undefined);
			});
		}
		const kept = this.keep(place, identity);
		// The execution that is retried stays in n8n's list: whoever retries it again must find what this one sends.
		if (retry && identity.lineage !== undefined) kept.retried = true;
		kept.lost ||= retry?.startedOver === true && !earlier.some((one) => hasSome(one, retry));
		const byItem = !identity.isTool && kept.identity.carried === identity.carried;
		return new RunLedger(kept, byItem, kept.lost ? () => BROKEN_OFF : inheritance(earlier));
	}

	/** Goes on with a run that n8n has kept. */
	private goOn(
		left: Snapshot,
		place: RunPlace,
		identity: RunIdentity,
		takenUp: boolean,
	): RunLedger {
		const origin = { ...place, execution: left.origin };
		// What an earlier retry did after that stands in this process or, where that has ended since, nowhere.
		const unknown = takenUp && !this.runs.has(idOf(origin));
		const kept = this.keep(origin, identity);
		kept.retried = true;
		for (const [key, known] of Object.entries(left.entries)) {
			// What this process knows is newer: another retry may be under way.
			// An output was JSON when it was stored: what its schema calls unknown is just that.
			if (!Object.hasOwn(kept.entries, key)) put(kept, key, known as Entry);
		}
		// Where the person changed the node before the retry, only the very same request is the same message.
		const byItem = !identity.isTool && left.template === identity.template;
		return new RunLedger(kept, byItem, () => (unknown ? RETRIED_BEFORE : undefined));
	}

	/** The execution was cancelled: from now on a retry may ask what became of its sends, those under way included. */
	abandon({ kept }: RunLedger): void {
		kept.failed = true;
	}

	/**
	 * Whether this is the only run of its kind under way: an agent may call its tool several times at once.
	 */
	isAlone({ kept }: RunLedger): boolean {
		return kept.active === 1;
	}

	/**
	 * @param outcome whether the node failed and its items may come again, in this execution or by a person's retry;
	 * what ended well is forgotten at once
	 */
	close(run: RunLedger, outcome: 'done' | 'failed' | 'may come again'): void {
		const { kept } = run;
		kept.active--;
		kept.failed = outcome === 'failed';
		this.touch(kept);
		if (outcome === 'done') this.forgetWhatEnded(kept);
		this.forgetOld();
	}

	private forgetWhatEnded(kept: Kept): void {
		if (kept.identity.isTool) {
			// The next call is another message, though one that may have been sent stays so for all calls.
			for (const [key, { state }] of Object.entries(kept.entries)) {
				if (state === 'accepted') take(kept, key);
			}
			if (kept.size > 0) return;
		}
		if (kept.active === 0 && !kept.retried) this.runs.delete(idOf(kept.place));
	}

	private keep(place: RunPlace, identity: RunIdentity): Kept {
		this.forgetOld();
		const id = idOf(place);
		const kept = this.runs.get(id) ?? {
			place,
			identity,
			entries: {},
			size: 0,
			keyOfItem: new Map<string, EntryKey>(),
			keyOfLikeness: new Map<Likeness, EntryKey>(),
			active: 0,
			failed: false,
			retried: false,
			lost: false,
			touched: 0,
		};
		kept.active++;
		kept.failed = false;
		this.touch(kept);
		return kept;
	}

	/** The first in the map is the one touched longest ago. */
	private touch(kept: Kept): void {
		const id = idOf(kept.place);
		kept.touched = this.now();
		this.runs.delete(id);
		this.runs.set(id, kept);
	}

	get size(): number {
		let entries = 0;
		for (const { size } of this.runs.values()) entries += size;
		return entries;
	}

	/**
	 * Runs of the same node that failed or were cancelled, for a retry whose own data says nothing: n8n keeps nothing of
	 * an execution that was cancelled.
	 */
	private brokenOff({ workflow, node, run }: RunPlace, { lineage }: RunIdentity): Kept[] {
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
			size -= kept.size;
		}
	}
}
