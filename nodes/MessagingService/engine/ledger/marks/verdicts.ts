import type { MarkStore } from './store';
import type { PassNames } from './names';

/** What an earlier pass has made of an item. */
export type Verdict = 'accepted' | 'unknown' | 'unsent';

/** Little is to be in doubt after a crash. */
export const LARGEST_CHUNK = 50;

export interface List {
	items: number;
	/** At most LARGEST_CHUNK. */
	chunkSize: number;
}

export const chunkOf = ({ chunkSize }: List, item: number) => Math.floor(item / chunkSize);

export const chunksOf = ({ items, chunkSize }: List): number[] =>
	Array.from({ length: Math.ceil(items / chunkSize) }, (_, chunk) => chunk);

export const itemsOfChunk = ({ items, chunkSize }: List, chunk: number): number[] => {
	const first = chunk * chunkSize;
	return Array.from({ length: Math.min(chunkSize, items - first) }, (_, at) => first + at);
};

/** n8n drops the oldest marks if there are too many, so few are asked for at once. */
const ASKED_AT_ONCE = 900;

async function asked(store: MarkStore, marks: readonly string[]): Promise<Set<string>> {
	const found = new Set<string>();
	for (let at = 0; at < marks.length; at += ASKED_AT_ONCE) {
		for (const mark of await store.ask(marks.slice(at, at + ASKED_AT_ONCE))) found.add(mark);
	}
	return found;
}

/** Asks, and leaves none of the marks behind. */
export async function taken(store: MarkStore, marks: readonly string[]): Promise<Set<string>> {
	const found = new Set<string>();
	for (let at = 0; at < marks.length; at += ASKED_AT_ONCE) {
		const portion = marks.slice(at, at + ASKED_AT_ONCE);
		for (const mark of await store.ask(portion)) found.add(mark);
		await store.remove(portion);
	}
	return found;
}

export interface Read {
	verdicts: Verdict[];
	/** Marks that reading has left. */
	left: string[];
}

/**
 * Reads what a pass has made of each item. Asking writes every mark that it asks for, so the pass can be read once
 * only: the reader writes down what it has learned as marks of its own pass.
 * @param items how many there are
 * @param othersWrite until another process has written what it was about to write
 */
export async function readPass(
	store: MarkStore,
	pass: PassNames,
	items: number,
	othersWrite: () => Promise<void>,
): Promise<Read> {
	const all = (verdict: Verdict): Read => ({
		verdicts: Array.from({ length: items }, () => verdict),
		left: [],
	});
	const sizes = Array.from({ length: LARGEST_CHUNK }, (_, at) => at + 1);
	const about = await taken(store, [pass.ready, pass.finished, ...sizes.map(pass.chunkSize)]);
	if (!about.has(pass.ready)) return all('unknown');
	if (about.has(pass.finished)) return all('accepted');
	const [chunkSize, ...others] = sizes.filter((size) => about.has(pass.chunkSize(size)));
	if (chunkSize === undefined || others.length > 0) return all('unknown');

	const list = { items, chunkSize };
	const chunks = chunksOf(list);
	// These stay: if the run whose pass this is still lives, it finds that its chunks are taken, and stops.
	const left = chunks.map((chunk) => pass.chunkBegun(chunk));
	const begun = await asked(store, left);
	const found = await taken(
		store,
		chunks.flatMap((chunk) => [
			pass.chunkAccepted(chunk),
			pass.chunkSettled(chunk),
			pass.chunkCarried(chunk),
		]),
	);
	const marked = await taken(
		store,
		chunks
			.filter((chunk) => found.has(pass.chunkSettled(chunk)) || found.has(pass.chunkCarried(chunk)))
			.flatMap((chunk) => itemsOfChunk(list, chunk))
			.flatMap((item) => [pass.itemAccepted(item), pass.itemUnknown(item), pass.itemUnsent(item)]),
	);

	await othersWrite();
	// If one of them is gone, that run lives and has begun something since.
	const stay = await asked(store, left);
	const begunSince = left.some((mark) => !stay.has(mark));

	const verdicts = all('unsent').verdicts.map((_, item): Verdict => {
		const chunk = chunkOf(list, item);
		if (found.has(pass.chunkAccepted(chunk))) return 'accepted';
		if (marked.has(pass.itemUnknown(item))) return 'unknown';
		if (found.has(pass.chunkSettled(chunk))) {
			return marked.has(pass.itemUnsent(item)) ? 'unsent' : 'accepted';
		}
		if (marked.has(pass.itemAccepted(item))) return 'accepted';
		return begunSince || begun.has(pass.chunkBegun(chunk)) ? 'unknown' : 'unsent';
	});
	return { verdicts, left };
}

/** The marks that say the same for a new pass, of which nothing has begun. */
export function marksOfVerdicts(
	pass: PassNames,
	list: List,
	verdicts: readonly Verdict[],
): string[] {
	const size = pass.chunkSize(list.chunkSize);
	const carried = chunksOf(list).flatMap((chunk) => {
		const items = itemsOfChunk(list, chunk);
		const isAll = (verdict: Verdict) => items.every((item) => verdicts[item] === verdict);
		if (isAll('accepted')) return [pass.chunkAccepted(chunk)];
		// It reads the same as a chunk that was begun and has not settled.
		if (isAll('unknown')) return [pass.chunkBegun(chunk)];
		const marks = items.flatMap((item) => {
			if (verdicts[item] === 'accepted') return [pass.itemAccepted(item)];
			return verdicts[item] === 'unknown' ? [pass.itemUnknown(item)] : [];
		});
		return marks.length === 0 ? [] : [pass.chunkCarried(chunk), ...marks];
	});
	return [size, ...carried];
}
