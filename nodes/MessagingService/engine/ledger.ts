import { createHash } from 'node:crypto';
import type { IDataObject } from 'n8n-workflow';
import { z } from 'zod';

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

/** Item and request: a second item with the same request is another message, and so is the same item with another request. */
export type EntryKey = string;

export function entryKey(item: number, url: string, request: ServiceRequest): EntryKey {
	const digest = createHash('sha256')
		.update(JSON.stringify([request.method, url, request.query, request.json, request.form]))
		.digest('base64url');
	return `${item}:${digest.slice(0, 22)}`;
}

/** Where a run stands: which node of which workflow, which execution, which of the node's runs in it. */
export interface RunPlace {
	workflow: string;
	node: string;
	execution: string;
	run: number;
}

/** What a failed run leaves in n8n's execution data, from where a retry reads it, on whichever worker it runs. */
export const snapshot = z.object({ run: z.number(), entries: z.record(entry) });
export type Snapshot = z.infer<typeof snapshot>;

interface Kept {
	place: RunPlace;
	entries: Map<EntryKey, Entry>;
	/** While it is under way, it must not be forgotten. */
	active: number;
	failed: boolean;
	touched: number;
}

export interface Bounds {
	runs: number;
	entries: number;
	ageMs: number;
}

const BOUNDS: Bounds = { runs: 5_000, entries: 100_000, ageMs: 24 * 60 * 60_000 };

/** One run's view of the ledger. */
export class RunLedger {
	constructor(
		private readonly kept: Kept,
		private readonly inherited: (key: EntryKey) => Entry | undefined,
	) {}

	find(key: EntryKey): Entry | undefined {
		const own = this.kept.entries.get(key);
		if (own) return own;
		const earlier = this.inherited(key);
		if (earlier) this.kept.entries.set(key, earlier);
		return earlier;
	}

	/** Before the request leaves: should nothing be heard of it any more, it counts as open. */
	begin(key: EntryKey): void {
		this.kept.entries.set(key, UNDER_WAY);
	}

	settle(key: EntryKey, result: Entry): void {
		this.kept.entries.set(key, result);
	}

	/** It certainly was not sent. */
	drop(key: EntryKey): void {
		this.kept.entries.delete(key);
	}

	get size(): number {
		return this.kept.entries.size;
	}

	snapshot(): Snapshot {
		return { run: this.kept.place.run, entries: Object.fromEntries(this.kept.entries) };
	}
}

/** The ledger of this process: bounded in entries and in age. */
export class Ledger {
	private readonly runs = new Map<string, Kept>();

	constructor(
		private readonly now: () => number = Date.now,
		private readonly bounds: Bounds = BOUNDS,
	) {}

	/**
	 * @param earlier whether this execution repeats one that failed before (a person pressed Retry): then what such
	 * executions had accepted at this node counts too
	 * @param handedOn what the failed execution left in n8n's own data
	 */
	open(place: RunPlace, earlier: boolean, handedOn?: unknown): RunLedger {
		this.forgetOld();
		const id = JSON.stringify([place.workflow, place.node, place.execution, place.run]);
		const kept = this.runs.get(id) ?? {
			place,
			entries: new Map<EntryKey, Entry>(),
			active: 0,
			failed: false,
			touched: this.now(),
		};
		kept.active++;
		kept.failed = false;
		kept.touched = this.now();
		// Put at the end: the first in the map is the one touched longest ago.
		this.runs.delete(id);
		this.runs.set(id, kept);
		return new RunLedger(kept, earlier ? this.inheritance(kept, handedOn) : () => undefined);
	}

	/**
	 * @param outcome whether the node failed and its items may come again, in this execution or by a person's retry;
	 * what ended well is forgotten at once
	 */
	close(place: RunPlace, outcome: 'done' | 'failed' | 'may come again'): void {
		const id = JSON.stringify([place.workflow, place.node, place.execution, place.run]);
		const kept = this.runs.get(id);
		if (!kept) return;
		kept.active--;
		kept.failed = outcome === 'failed';
		kept.touched = this.now();
		if (outcome === 'done' && kept.active === 0) this.runs.delete(id);
		this.forgetOld();
	}

	get size(): number {
		let entries = 0;
		for (const kept of this.runs.values()) entries += kept.entries.size;
		return entries;
	}

	private inheritance(own: Kept, handedOn: unknown): (key: EntryKey) => Entry | undefined {
		const parsed = snapshot.safeParse(handedOn);
		if (parsed.success) {
			// The very execution that is retried: nothing else may be mistaken for it.
			const entries = new Map(Object.entries(parsed.data.entries));
			const applies = parsed.data.run === own.place.run;
			return (key) => (applies ? (entries.get(key) as Entry | undefined) : undefined);
		}
		const { workflow, node, run } = own.place;
		const failed = [...this.runs.values()].filter(
			({ place, failed }) =>
				failed && place.workflow === workflow && place.node === node && place.run === run,
		);
		return (key) => {
			for (const run of failed) {
				const found = run.entries.get(key);
				// It moves over: it must not count for a third execution with the same message.
				if (found && run.entries.delete(key)) return found;
			}
			return undefined;
		};
	}

	private forgetOld(): void {
		const oldest = this.now() - this.bounds.ageMs;
		let { size } = this;
		for (const [id, kept] of this.runs) {
			const tooMany = size > this.bounds.entries || this.runs.size > this.bounds.runs;
			if (!tooMany && kept.touched >= oldest) break;
			if (kept.active > 0) continue;
			this.runs.delete(id);
			size -= kept.entries.size;
		}
	}
}
