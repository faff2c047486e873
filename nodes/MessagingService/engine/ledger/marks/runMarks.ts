import { marksOfClaim, marksToUndo, stateOfClaim, type KeyState } from './keys';
import type { KeyNames, Lineage, PassNames, RunNames, TrailNames } from './names';
import type { MarkStore } from './store';
import { marksOfTrail } from './trail';
import {
	chunkOf,
	chunksOf,
	itemsOfChunk,
	marksOfVerdicts,
	type List,
	type Verdict,
} from './verdicts';

/** A pass that has been claimed, with what was known of each item before it. */
export interface Pass {
	names: RunNames;
	lineage: Lineage;
	number: number;
	verdicts: readonly Verdict[];
	/** Chunks whose mark `begun` is in the database already. */
	begun: readonly number[];
	/** Marks that reading the pass before has left. */
	left: readonly string[];
	/** What leads to this lineage, if it is of no use once the run has ended well. */
	trail: TrailNames | undefined;
}

/** What is found when an item's turn comes: its key's state, or that another run sends its chunk. */
export type Turn = KeyState | 'taken over';

/** Marks of a run that has sent everything, by how long they are worth their room. */
export interface Leftovers {
	/** They say nothing any more. */
	useless: string[];
	/** By these, a retry finds that all was accepted. */
	answers: string[];
	/** By this, a retry still finds that the run had begun. */
	begun: string;
}

/** So many items of one run may be noted by themselves. What is not noted counts as unknown. */
const MOST_EXCEPTIONS = 4_000;

interface Chunk {
	/** Resolves when it is written down that its items are about to be sent. */
	begun: Promise<void> | undefined;
	/** Items that are to be sent and have not settled. */
	open: Set<number>;
	outcomes: Map<number, Verdict>;
}

/** Writes down what a run sends, a chunk of items at a time: before it is sent, and when it has settled. */
export class RunMarks {
	private readonly pass: PassNames;
	private readonly chunks: Chunk[];
	/** What was found when a chunk was begun. */
	private readonly turns = new Map<number, Turn>();
	/** Marks `begun` that this run wrote when it claimed the list. */
	private readonly own = new Set<string>();
	private written: string[] = [];
	private exceptions = 0;
	private writing: Promise<unknown> = Promise.resolve();

	/** @param toSend the items that are to be sent, each with the names of its Send Once Key, if it has one */
	constructor(
		private readonly store: MarkStore,
		private readonly list: List,
		private readonly claimed: Pass,
		private readonly toSend: ReadonlyMap<number, KeyNames | undefined>,
	) {
		this.pass = claimed.names.pass(claimed.number);
		this.chunks = chunksOf(list).map(() => ({
			begun: undefined,
			open: new Set(),
			outcomes: new Map(),
		}));
		for (const item of toSend.keys()) this.chunks[chunkOf(list, item)]?.open.add(item);
		for (const at of claimed.begun) {
			const chunk = this.chunks[at];
			const hasKeys = [...(chunk?.open ?? [])].some((item) => toSend.get(item) !== undefined);
			if (chunk && !hasKeys) chunk.begun = Promise.resolve();
			this.own.add(this.pass.chunkBegun(at));
			this.written.push(this.pass.chunkBegun(at));
		}
	}

	/** Returns when it is written down that this item is about to be sent, with what is known of its key. */
	async begin(item: number): Promise<Turn> {
		const at = chunkOf(this.list, item);
		const begun = this.beginChunk(at);
		// Written ahead, so that the pace does not wait for it. If that fails, it is tried again in its own turn.
		let next = at + 1;
		while (this.chunks[next]?.open.size === 0) next++;
		this.beginChunk(next).catch(() => undefined);
		await begun;
		return this.turns.get(item) ?? 'free';
	}

	private beginChunk(at: number): Promise<void> {
		const chunk = this.chunks[at];
		if (!chunk) return Promise.resolve();
		chunk.begun ??= this.writeBegun(at, chunk).catch((error: unknown) => {
			chunk.begun = undefined;
			throw error;
		});
		return chunk.begun;
	}

	private keysOf(items: Iterable<number>): { item: number; names: KeyNames }[] {
		return [...items].flatMap((item) => {
			const names = this.toSend.get(item);
			return names ? [{ item, names }] : [];
		});
	}

	private async writeBegun(at: number, chunk: Chunk): Promise<void> {
		const keys = this.keysOf(chunk.open);
		const begun = this.pass.chunkBegun(at);
		this.written.push(begun);
		const found = await this.store.record([
			begun,
			...keys.flatMap(({ names }) => marksOfClaim(names)),
		]);
		// Another retry, on another worker, has gone on from here: what it has sent is not known.
		if (found.has(begun) && !this.own.has(begun)) {
			for (const item of chunk.open) this.turns.set(item, 'taken over');
			return;
		}
		const undone: string[] = [];
		for (const { item, names } of keys) {
			const state = stateOfClaim(names, found);
			this.turns.set(item, state);
			undone.push(...marksToUndo(names, state));
		}
		if (undone.length > 0) this.later(this.store.remove(undone));
	}

	/** The write overlaps with sending. What is not written counts as unknown later, which is safe. */
	private later(write: Promise<unknown>): void {
		const safe = write.catch(() => undefined);
		this.writing = Promise.all([this.writing, safe]);
	}

	settle(item: number, outcome: Verdict): void {
		const at = chunkOf(this.list, item);
		const chunk = this.chunks[at];
		if (!chunk) return;
		chunk.outcomes.set(item, outcome);
		chunk.open.delete(item);
		if (chunk.open.size === 0) this.settleChunk(at, chunk);
	}

	private settleChunk(at: number, chunk: Chunk): void {
		const { itemUnknown, itemUnsent, chunkAccepted, chunkSettled } = this.pass;
		const exceptions = itemsOfChunk(this.list, at).flatMap((item) => {
			const outcome = this.outcomeOf(item);
			if (outcome === 'unknown') return [itemUnknown(item)];
			return outcome === 'unsent' ? [itemUnsent(item)] : [];
		});
		this.releaseKeys(chunk);
		this.exceptions += exceptions.length;
		// The mark that all is done says the same in one.
		if (this.isComplete() && this.isFinished()) return;
		// n8n drops the oldest marks if there are too many, and without those a retry would send everything again.
		if (exceptions.length > 0 && this.exceptions > MOST_EXCEPTIONS) return;
		const marks = exceptions.length === 0 ? [chunkAccepted(at)] : [chunkSettled(at), ...exceptions];
		this.written.push(...marks);
		this.later(this.store.record(marks));
	}

	/** A key stays claimed if its message was accepted or may have been; it is free again if it was not sent. */
	private releaseKeys(chunk: Chunk): void {
		const marks = this.keysOf(chunk.outcomes.keys()).flatMap(({ item, names }) => {
			if (this.turns.get(item) !== 'free') return [];
			const outcome = chunk.outcomes.get(item);
			if (outcome === 'accepted') return [names.open];
			return outcome === 'unsent' ? [names.claimed, names.open] : [];
		});
		if (marks.length > 0) this.later(this.store.remove(marks));
	}

	private outcomeOf(item: number): Verdict {
		const chunk = this.chunks[chunkOf(this.list, item)];
		return chunk?.outcomes.get(item) ?? this.claimed.verdicts[item] ?? 'unsent';
	}

	private isFinished(): boolean {
		const items = Array.from({ length: this.list.items }, (_, item) => item);
		return items.every((item) => this.outcomeOf(item) === 'accepted');
	}

	private isComplete(): boolean {
		return this.chunks.every(({ open }) => open.size === 0);
	}

	/**
	 * The run has ended: writes down the rest of what it did.
	 * @param hasOthers another run of this process shares the items: it may have begun what this one has not
	 * @returns undefined if something is left that a retry would ask for
	 */
	async end(hasOthers: boolean): Promise<Leftovers | undefined> {
		for (const [at, chunk] of this.chunks.entries()) {
			if (chunk.open.size === 0) continue;
			if (!chunk.begun && chunk.outcomes.size === 0 && !hasOthers) continue;
			await chunk.begun?.catch(() => undefined);
			// What was begun here and never tried certainly was not sent.
			for (const item of chunk.open) chunk.outcomes.set(item, hasOthers ? 'unknown' : 'unsent');
			chunk.open.clear();
			this.settleChunk(at, chunk);
		}
		await this.writing;
		if (!this.isComplete() || !this.isFinished()) return undefined;
		const { names, verdicts, left, trail, lineage } = this.claimed;
		const asked = [this.pass.finished, ...(trail ? [trail.crossed] : [])];
		const found = await this.store.record(asked).catch(() => undefined);
		if (!found) return undefined;
		// Another lineage may have come upon the trail: then it must still find it.
		const trailIsOurs = trail !== undefined && !found.has(trail.crossed);
		return {
			useless: [
				// First: without it, nothing is read from the others.
				...marksOfVerdicts(this.pass, this.list, verdicts),
				...this.written,
				...(trailIsOurs ? [...marksOfTrail(trail, lineage), trail.crossed] : []),
			],
			// By those that were left, the run whose pass was read finds for as long as it lives that it must stop.
			answers: [names.execution, ...left, ...this.marksOfPasses()],
			begun: names.begun,
		};
	}

	private marksOfPasses(): string[] {
		const { names, number } = this.claimed;
		const passes = Array.from({ length: number }, (_, at) => names.pass(at + 1));
		return passes.flatMap(({ claimed, ready, finished }) => [claimed, ready, finished]);
	}
}
