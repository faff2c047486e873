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

/** The Send Once Keys of one node run. A key is claimed before its message leaves, one portion ahead. */
export class Keys {
	private readonly portions: Portion[] = [];
	readonly portionOf = new Map<number, Portion>();
	private hasEnded = false;

	/** @param keys by item, in the order in which they are sent */
	constructor(
		private readonly life: Life,
		keys: ReadonlyMap<number, string>,
		portionSize: number,
	) {
		const all = [...keys].map(([item, key]) => ({ item, key, marks: marksOfKey(key) }));
		for (let at = 0; at < all.length; at += portionSize) {
			const next = this.portions.length + 1;
			const portion = new Portion(life, all.slice(at, at + portionSize), () => {
				if (!this.hasEnded) this.portions[next]?.claim();
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

/** The keys that are claimed in one write, and released in one write. */
class Portion {
	isClaimed = false;
	private resolve: (outcomes: Promise<ReadonlyMap<number, Outcome>>) => void = () => undefined;
	/** By item, why its message must not leave. */
	private readonly outcomes = new Promise<ReadonlyMap<number, Outcome>>((resolve) => {
		this.resolve = resolve;
	});
	private released = Promise.resolve();
	/** The claimed keys of messages that have not settled. */
	private readonly left = new Map<number, KeyMarks>();
	/** Marks to remove when all messages have settled. */
	private readonly gone: string[] = [];

	constructor(
		private readonly life: Life,
		readonly keys: readonly { item: number; key: string; marks: KeyMarks }[],
		readonly claimNext: () => void,
	) {}

	claim(): void {
		if (this.isClaimed) return;
		this.isClaimed = true;
		this.resolve(this.ask());
	}

	/** Resolves once the item's key is claimed: to an outcome if its message must not leave. */
	async claimed(item: number): Promise<Outcome | undefined> {
		return (await this.outcomes).get(item);
	}

	/** @param state undefined if the message certainly was not sent */
	settled(item: number, state: Entry['state'] | undefined): void {
		const marks = this.left.get(item);
		if (!marks) return;
		this.left.delete(item);
		const [taken, open] = marks;
		if (state === undefined) this.gone.push(taken, open);
		if (state === 'accepted') {
			this.gone.push(open);
			this.life.row.carry([taken]);
		}
		if (this.left.size > 0) return;
		// If it fails, the keys count as uncertain.
		this.released = this.life.row.remove(this.gone).catch(() => undefined);
	}

	/** Frees the keys of messages that never left, and waits until all is written. */
	async end(): Promise<void> {
		if (!this.isClaimed) return;
		await this.outcomes;
		for (const item of [...this.left.keys()]) this.settled(item, undefined);
		await this.released;
	}

	private async ask(): Promise<ReadonlyMap<number, Outcome>> {
		const outcomes = await this.write().catch(
			() => new Map(this.keys.map(({ item }) => [item, KEY_NOT_CONFIRMED])),
		);
		// No message of this portion leaves, so none calls for the next portion.
		if (this.keys.every(({ item }) => outcomes.has(item))) this.claimNext();
		return outcomes;
	}

	private async write(): Promise<Map<number, Outcome>> {
		const { life, keys } = this;
		const { row, isRetry } = life;
		const { first, lost } = firstOf(life);
		// A key that a retry does not find may have been dropped since the first execution took it.
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
				this.left.set(item, marks);
				for (const mark of marks) kept.add(mark);
			}
		}
		row.carry([...kept]);
		if (!isProved) kept.add(lost);
		await row.remove(written.filter((mark) => !kept.has(mark)));
		return outcomes;
	}

	/** The row has just grown too large to prove anything by its size. The first mark still proves it. */
	private async isFirstThere(): Promise<boolean> {
		const { row } = this.life;
		const { first, lost } = firstOf(this.life);
		const { found } = await row.add([first, lost]);
		const isThere = found.has(first) && !found.has(lost);
		await row.remove([isThere ? lost : first].filter((mark) => !found.has(mark)));
		return isThere;
	}
}

/** Why a key that was not found is not taken all the same. */
function refusalOf({ isUndone, isLate }: Claimed, isProved: boolean): Outcome | undefined {
	if (isUndone) return KEY_UNCERTAIN;
	if (!isProved) return KEY_UNPROVED;
	return isLate ? TOO_SLOW : undefined;
}

/** n8n drops the oldest marks: few are written at a time, and none stays. */
const LOOKED_AT_ONCE = 100;

let asked: Promise<unknown> = Promise.resolve();

/**
 * The keys that are not free. The question writes marks and removes them again, so questions wait for one another: many
 * at the same moment would drop the row's own marks.
 */
export function usedAmong(row: Row, keys: readonly string[]): Promise<Set<string>> {
	const answer = asked.then(() => findUsed(row, keys));
	asked = answer.catch(() => undefined);
	return answer;
}

async function findUsed(row: Row, keys: readonly string[]): Promise<Set<string>> {
	const used = new Set<string>();
	for (let at = 0; at < keys.length; at += LOOKED_AT_ONCE) {
		const portion = keys.slice(at, at + LOOKED_AT_ONCE);
		const marks = portion.flatMap(marksOfKey);
		const { found } = await row.add(marks);
		for (const key of portion) if (stateOfKey(marksOfKey(key), found) !== 'free') used.add(key);
		await row.remove(marks.filter((mark) => !found.has(mark)));
	}
	return used;
}
