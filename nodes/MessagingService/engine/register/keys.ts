import type { Outcome } from '../outcome';
import { claim, firstOf, type Claimed, type Life } from './life';
import { marksOfKey, type KeyMarks } from './names';
import type { Entry } from './note';
import type { Row } from './row';
import {
	alreadySent,
	KEY_NOT_CONFIRMED,
	KEY_UNCERTAIN,
	KEY_UNPROVED,
	KEY_UNSURE,
	TOO_SLOW,
} from './words';

function stateOfKey([taken, open]: KeyMarks, found: ReadonlySet<string>) {
	if (found.has(open)) return 'uncertain';
	return found.has(taken) ? 'accepted' : 'free';
}

/** Claimed keys stay claimed after a crash. So a portion is claimed only when the portion before it begins to leave. */
export class Keys {
	private readonly portions: Portion[] = [];
	readonly portionOf = new Map<number, Portion>();
	private hasEnded = false;

	constructor(
		private readonly life: Life,
		keys: ReadonlyMap<number, string>,
		portionSize: number,
	) {
		const all = [...keys].map(([item, key]) => ({ item, key, marks: marksOfKey(key) }));
		for (let at = 0; at < all.length; at += portionSize) {
			const next = this.portions.length + 1;
			const portion = new Portion(life, all.slice(at, at + portionSize), () => {
				const isNext = ({ mayLeave }: Portion, nth: number) => nth >= next && mayLeave.size > 0;
				const following = this.hasEnded ? undefined : this.portions.find(isNext);
				if (following?.isClaimed === true) return;
				// One slow message must not leave all keys of its portion uncertain. The previous portion is still under way.
				const earlier = this.portions.slice(0, Math.max(0, next - 2));
				for (const portion of earlier) portion.removeSettled();
				following?.claim();
			});
			for (const { item } of portion.keys) this.portionOf.set(item, portion);
			this.portions.push(portion);
		}
	}

	start(): void {
		this.portions[0]?.claim();
	}

	async end(): Promise<void> {
		this.hasEnded = true;
		await Promise.all(this.portions.map((portion) => portion.end()));
		if (this.portions[0]?.isClaimed) await this.life.row.confirm().catch(() => undefined);
	}
}

class Portion {
	isClaimed = false;
	/** The items whose message may still leave. The first one that leaves claims the next portion. */
	readonly mayLeave: Set<number>;
	private resolve: (outcomes: Promise<ReadonlyMap<number, Outcome>>) => void = () => undefined;
	private readonly outcomes = new Promise<ReadonlyMap<number, Outcome>>((resolve) => {
		this.resolve = resolve;
	});
	private removed = Promise.resolve();
	private readonly unsettled = new Map<number, KeyMarks>();
	private readonly toRemove: string[] = [];

	constructor(
		private readonly life: Life,
		readonly keys: readonly { item: number; key: string; marks: KeyMarks }[],
		readonly claimNext: () => void,
	) {
		this.mayLeave = new Set(keys.map(({ item }) => item));
	}

	claim(): void {
		if (this.isClaimed) return;
		this.isClaimed = true;
		this.resolve(this.claimAll());
	}

	/** Messages that must not leave cannot claim the next portion. The last of them does it here. */
	withdraw(items: Iterable<number>): void {
		for (const item of items) this.mayLeave.delete(item);
		if (this.isClaimed && this.mayLeave.size === 0) this.claimNext();
	}

	/** Resolves when the key of this item is claimed. If it resolves to an outcome, the message must not leave. */
	async claimed(item: number): Promise<Outcome | undefined> {
		return (await this.outcomes).get(item);
	}

	/** @param state undefined if the message was certainly not sent */
	settled(item: number, state: Entry['state'] | undefined): void {
		const marks = this.unsettled.get(item);
		if (!marks) return;
		this.unsettled.delete(item);
		const [taken, open] = marks;
		if (state === undefined) this.toRemove.push(taken, open);
		if (state === 'accepted') {
			this.toRemove.push(open);
			this.life.row.carry([taken]);
		}
		if (this.unsettled.size === 0) this.removeSettled();
	}

	removeSettled(): void {
		if (this.toRemove.length === 0) return;
		// If n8n's database fails here, the keys stay uncertain, which is safe.
		this.removed = this.life.row.remove(this.toRemove.splice(0)).catch(() => undefined);
	}

	/** Frees the keys of messages that never left, so that a later execution can send them. */
	async end(): Promise<void> {
		if (!this.isClaimed) return;
		await this.outcomes;
		for (const item of [...this.unsettled.keys()]) this.settled(item, undefined);
		await this.removed;
	}

	private async claimAll(): Promise<ReadonlyMap<number, Outcome>> {
		const outcomes = await this.write().catch(
			() => new Map(this.keys.map(({ item }) => [item, KEY_NOT_CONFIRMED])),
		);
		this.withdraw(outcomes.keys());
		return outcomes;
	}

	private async write(): Promise<Map<number, Outcome>> {
		const { life, keys } = this;
		const { row, isRetry } = life;
		const { first, lost } = firstOf(life);
		// A retry must prove that n8n has dropped no mark. Otherwise a key that is missing may have been used before.
		const wasWhole = !isRetry || (await row.isWhole());
		const proof = wasWhole ? [] : [first, lost];
		const claimed = await claim(life, [...proof, ...keys.flatMap(({ marks }) => marks)], (found) =>
			keys.some(({ marks }) => stateOfKey(marks, found) === 'free'),
		);
		const { found, written, isUnsure } = claimed;
		const isProved = wasWhole
			? !isRetry || (await row.isWhole()) || (await this.isFirstThere())
			: found.has(first) && !found.has(lost);
		const refusal = refusalOf(claimed, isProved);

		const outcomes = new Map<number, Outcome>();
		const kept = new Set<string>();
		for (const { item, key, marks } of keys) {
			const state = stateOfKey(marks, found);
			const taken = state === 'accepted' ? alreadySent(undefined, key) : KEY_UNCERTAIN;
			const outcome = state === 'free' ? refusal : isUnsure ? KEY_UNSURE : taken;
			if (outcome) {
				outcomes.set(item, outcome);
			} else {
				this.unsettled.set(item, marks);
				for (const mark of marks) kept.add(mark);
			}
		}
		row.carry([...kept]);
		if (!isProved) kept.add(lost);
		await row.remove(written.filter((mark) => !kept.has(mark)));
		return outcomes;
	}

	/** A row that has just grown too large proves nothing by its size. The oldest mark of the lineage still proves it. */
	private async isFirstThere(): Promise<boolean> {
		const { row } = this.life;
		const { first, lost } = firstOf(this.life);
		const { found } = await row.add([first, lost]);
		const isThere = found.has(first) && !found.has(lost);
		await row.remove([isThere ? lost : first].filter((mark) => !found.has(mark)));
		return isThere;
	}
}

/** Why a message must not leave although its key was free. */
function refusalOf({ isUndone, isLate }: Claimed, isProved: boolean): Outcome | undefined {
	if (isUndone) return KEY_UNCERTAIN;
	if (!isProved) return KEY_UNPROVED;
	return isLate ? TOO_SLOW : undefined;
}

/** Asking for a mark adds it for a moment, and many added marks would make n8n drop old ones. */
const ASKED_TOGETHER = 100;

let lastQuestion: Promise<unknown> = Promise.resolve();

/** The keys that are not free. Only one question is asked at a time, because each one adds marks for a moment. */
export function usedAmong(row: Row, keys: readonly string[]): Promise<Set<string>> {
	const used = lastQuestion.then(() => findUsed(row, keys));
	lastQuestion = used.catch(() => undefined);
	return used;
}

async function findUsed(row: Row, keys: readonly string[]): Promise<Set<string>> {
	const used = new Set<string>();
	for (let at = 0; at < keys.length; at += ASKED_TOGETHER) {
		const portion = keys.slice(at, at + ASKED_TOGETHER);
		const marks = portion.flatMap(marksOfKey);
		const { found } = await row.add(marks);
		for (const key of portion) if (stateOfKey(marksOfKey(key), found) !== 'free') used.add(key);
		await row.remove(marks.filter((mark) => !found.has(mark)));
	}
	return used;
}
