import type { Outcome } from '../outcome';
import { claim, firstOf, type Claimed, type Life } from './life';
import { keyNames, marksOfKey, type KeyNames } from './names';
import type { Row } from './row';
import {
	alreadySent,
	KEY_NOT_CONFIRMED,
	KEY_UNCERTAIN,
	KEY_UNPROVED,
	NOT_NOTED,
	TOO_SLOW,
} from './words';

export type KeyState = 'free' | 'accepted' | 'uncertain';

const stateOfKey = ({ taken, open }: KeyNames, found: ReadonlySet<string>): KeyState => {
	if (found.has(open)) return 'uncertain';
	return found.has(taken) ? 'accepted' : 'free';
};

interface Keyed {
	item: number;
	key: string;
	names: KeyNames;
}

/** Keys that are claimed in one write, and released in one. */
interface Portion {
	keys: readonly Keyed[];
	outcomes: Promise<ReadonlyMap<number, Outcome>>;
	claim: () => void;
	left: Map<number, Keyed>;
	/** Marks to remove when all have settled. */
	gone: string[];
	isClaimed: boolean;
}

/** The Send Once Keys of one node run. A key is claimed before its message leaves, one portion ahead. */
export class Keys {
	private readonly portions: Portion[] = [];
	private readonly portionOf = new Map<number, number>();
	private readonly work = new Set<Promise<void>>();

	/** @param keys by item, in the order in which they are sent */
	constructor(
		private readonly life: Life,
		keys: ReadonlyMap<number, string>,
		portionSize: number,
	) {
		const all = [...keys].map(([item, key]) => ({ item, key, names: keyNames(key) }));
		for (let at = 0; at < all.length; at += portionSize) {
			const portion = this.portion(all.slice(at, at + portionSize));
			for (const { item } of portion.keys) this.portionOf.set(item, this.portions.length);
			this.portions.push(portion);
		}
	}

	start(): void {
		this.portions[0]?.claim();
	}

	/** Resolves once the item's key is claimed: to an outcome if its message must not leave. */
	async claimed(item: number): Promise<Outcome | undefined> {
		return (await this.of(item)?.outcomes)?.get(item);
	}

	begun(item: number): void {
		this.portions[(this.portionOf.get(item) ?? 0) + 1]?.claim();
	}

	settled(item: number, state: 'accepted' | 'uncertain' | 'unsent'): void {
		const portion = this.of(item);
		const settled = portion?.left.get(item);
		if (!portion || !settled) return;
		portion.left.delete(item);
		const { taken, open } = settled.names;
		if (state === 'unsent') portion.gone.push(taken, open);
		if (state === 'accepted') {
			portion.gone.push(open);
			this.life.row.carry([taken]);
		}
		if (portion.left.size === 0) this.release(portion);
	}

	/** Frees what was claimed for messages that never left, and waits until all is written. */
	async end(): Promise<void> {
		const claimed = this.portions.filter(({ isClaimed }) => isClaimed);
		await Promise.all(claimed.map(({ outcomes }) => outcomes));
		for (const { left } of claimed)
			for (const item of [...left.keys()]) this.settled(item, 'unsent');
		await Promise.all(this.work);
		if (claimed.length > 0) await this.life.row.confirm().catch(() => undefined);
	}

	private of(item: number): Portion | undefined {
		return this.portions[this.portionOf.get(item) ?? -1];
	}

	private portion(keys: readonly Keyed[]): Portion {
		let resolve: (outcomes: Promise<ReadonlyMap<number, Outcome>>) => void = () => undefined;
		const portion: Portion = {
			keys,
			outcomes: new Promise((given) => (resolve = given)),
			claim: () => {
				if (portion.isClaimed) return;
				portion.isClaimed = true;
				resolve(this.claim(portion));
			},
			left: new Map(),
			gone: [],
			isClaimed: false,
		};
		return portion;
	}

	private release({ gone }: Portion): void {
		// If it fails, the keys count as uncertain.
		const work = this.life.row.remove(gone.splice(0)).catch(() => undefined);
		this.work.add(work);
		void work.then(() => this.work.delete(work));
	}

	private async claim(portion: Portion): Promise<ReadonlyMap<number, Outcome>> {
		const outcomes = await this.ask(portion).catch(
			() => new Map(portion.keys.map(({ item }) => [item, KEY_NOT_CONFIRMED])),
		);
		// Nothing of it leaves, so nothing calls for the next one.
		const last = portion.keys.at(-1);
		if (portion.left.size === 0 && last) this.begun(last.item);
		return outcomes;
	}

	/** The row has just grown too large to prove anything by its size. The first mark still can, also afterwards. */
	private async isFirstThere(): Promise<boolean> {
		const { row } = this.life;
		const { first, lost } = firstOf(this.life);
		const { found } = await row.add([first, lost]);
		const isThere = found.has(first) && !found.has(lost);
		const asked = isThere ? [lost] : [first];
		await row.remove(asked.filter((mark) => !found.has(mark)));
		return isThere;
	}

	private async ask({ keys, left }: Portion): Promise<Map<number, Outcome>> {
		const { life } = this;
		const { row, isRetry } = life;
		const { first, lost } = firstOf(life);
		// A key that a retry does not find may have been dropped since the first execution took it.
		const wasWhole = !isRetry || (await row.isWhole());
		const proof = wasWhole ? [] : [first, lost];
		const marks = [...proof, ...keys.flatMap(({ names }) => marksOfKey(names))];
		const isFree = (found: ReadonlySet<string>) =>
			keys.some(({ names }) => stateOfKey(names, found) === 'free');
		const claimed = await claim(life, marks, isFree);
		const { found, written, isUnsure } = claimed;
		const isProved = wasWhole
			? !isRetry || (await row.isWhole()) || (await this.isFirstThere())
			: found.has(first) && !found.has(lost);
		const refused = refusalOf(claimed, isProved);

		const outcomes = new Map<number, Outcome>();
		const kept = new Set<string>(isProved ? [] : [lost]);
		for (const one of keys) {
			const { item, key, names } = one;
			const state = stateOfKey(names, found);
			if (state === 'free' && refused === undefined) {
				left.set(item, one);
				for (const mark of marksOfKey(names)) kept.add(mark);
			} else if (state === 'free') {
				outcomes.set(item, refused ?? NOT_NOTED);
			} else if (isUnsure) {
				outcomes.set(item, KEY_NOT_CONFIRMED);
			} else {
				outcomes.set(item, state === 'accepted' ? alreadySent(undefined, key) : KEY_UNCERTAIN);
			}
		}
		row.carry([...kept].filter((mark) => mark !== lost));
		const back = written.filter((mark) => !kept.has(mark));
		if (back.length > 0) await row.remove(back);
		return outcomes;
	}
}

/** Why a key that was not found is not taken all the same. */
function refusalOf({ isUndone, isLate }: Claimed, isProved: boolean): Outcome | undefined {
	if (isUndone) return KEY_UNCERTAIN;
	if (!isProved) return KEY_UNPROVED;
	return isLate ? TOO_SLOW : undefined;
}

/** n8n drops the oldest marks: few are written at once, and none stays. */
const LOOKED_AT_ONCE = 100;

export async function statesOfKeys(row: Row, keys: readonly string[]): Promise<KeyState[]> {
	const states: KeyState[] = [];
	for (let at = 0; at < keys.length; at += LOOKED_AT_ONCE) {
		const portion = keys.slice(at, at + LOOKED_AT_ONCE).map(keyNames);
		const marks = portion.flatMap(marksOfKey);
		const { found } = await row.add(marks);
		states.push(...portion.map((names) => stateOfKey(names, found)));
		await row.remove(marks.filter((mark) => !found.has(mark)));
	}
	return states;
}
