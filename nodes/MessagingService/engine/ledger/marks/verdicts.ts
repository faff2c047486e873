import type { MarkStore } from './store';
import type { PassNames } from './names';

/** What an earlier pass has made of an item. */
export type Verdict = 'accepted' | 'unknown' | 'unsent';

export interface List {
	items: number;
	chunkSize: number;
}

export const chunkOf = ({ chunkSize }: List, item: number) => Math.floor(item / chunkSize);

export const chunksOf = ({ items, chunkSize }: List): number[] =>
	Array.from({ length: Math.ceil(items / chunkSize) }, (_, chunk) => chunk);

export const itemsOfChunk = ({ items, chunkSize }: List, chunk: number): number[] => {
	const first = chunk * chunkSize;
	return Array.from({ length: Math.min(chunkSize, items - first) }, (_, at) => first + at);
};

/**
 * Reads what a pass has made of each item. Asking writes every mark that it asks for, so the pass can be read once
 * only: the reader writes down what it has learned as marks of its own pass.
 */
export async function verdictsOf(
	store: MarkStore,
	pass: PassNames,
	list: List,
): Promise<Verdict[]> {
	const chunks = chunksOf(list);
	const found = await store.record([
		pass.ready,
		pass.finished,
		...chunks.flatMap((chunk) => [
			pass.chunkBegun(chunk),
			pass.chunkAccepted(chunk),
			pass.chunkSettled(chunk),
			pass.chunkCarried(chunk),
		]),
	]);
	const all = (verdict: Verdict) => Array.from({ length: list.items }, () => verdict);
	if (!found.has(pass.ready)) return all('unknown');
	if (found.has(pass.finished)) return all('accepted');

	const withItemMarks = chunks.filter(
		(chunk) => found.has(pass.chunkSettled(chunk)) || found.has(pass.chunkCarried(chunk)),
	);
	const asked = withItemMarks
		.flatMap((chunk) => itemsOfChunk(list, chunk))
		.flatMap((item) => [pass.itemAccepted(item), pass.itemUnknown(item), pass.itemUnsent(item)]);
	const marked = asked.length === 0 ? new Set<string>() : await store.record(asked);

	return all('unsent').map((_, item) => {
		const chunk = chunkOf(list, item);
		if (found.has(pass.chunkAccepted(chunk))) return 'accepted';
		if (marked.has(pass.itemUnknown(item))) return 'unknown';
		if (found.has(pass.chunkSettled(chunk))) {
			return marked.has(pass.itemUnsent(item)) ? 'unsent' : 'accepted';
		}
		if (marked.has(pass.itemAccepted(item))) return 'accepted';
		return found.has(pass.chunkBegun(chunk)) ? 'unknown' : 'unsent';
	});
}

/** The marks that say the same for a new pass, of which nothing has begun. */
export function marksOfVerdicts(
	pass: PassNames,
	list: List,
	verdicts: readonly Verdict[],
): string[] {
	return chunksOf(list).flatMap((chunk) => {
		const items = itemsOfChunk(list, chunk);
		if (items.every((item) => verdicts[item] === 'accepted')) return [pass.chunkAccepted(chunk)];
		const marks = items.flatMap((item) => {
			if (verdicts[item] === 'accepted') return [pass.itemAccepted(item)];
			return verdicts[item] === 'unknown' ? [pass.itemUnknown(item)] : [];
		});
		return marks.length === 0 ? [] : [pass.chunkCarried(chunk), ...marks];
	});
}
