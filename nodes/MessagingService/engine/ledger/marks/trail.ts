import { EVERY_SPELLING, type Lineage, type TrailNames } from './names';
import type { MarkStore } from './store';
import { taken } from './verdicts';

/** What a run leaves for a retry of which n8n forgets the lineage. */
export const marksOfTrail = ({ open, spelled }: TrailNames, lineage: Lineage): string[] => [
	open,
	...spelled(lineage),
];

/** Undefined if another lineage has begun the same list: then the trail leads to none of the two. */
export async function unlessTaken(
	store: MarkStore,
	trail: TrailNames | undefined,
	found: ReadonlySet<string>,
): Promise<TrailNames | undefined> {
	if (trail === undefined || !found.has(trail.open)) return trail;
	await store.record([trail.crossed]);
	return undefined;
}

/** What a list leads to: no run has begun it, or one lineage has, or nobody can tell which. */
export type TrailEnd = 'nowhere' | 'unclear' | { lineage: Lineage };

/**
 * @param ours what this run itself has written of it, which says nothing
 */
export async function followTrail(
	store: MarkStore,
	{ open, crossed, spelled }: TrailNames,
	ours: ReadonlySet<string> = new Set(),
): Promise<TrailEnd> {
	const about = await store.ask([open, crossed]);
	if (!about.has(open)) {
		await store.remove([open, crossed]);
		return 'nowhere';
	}
	// Left as it is: who asks again finds the same.
	if (about.has(crossed)) return 'unclear';
	const spellings = EVERY_SPELLING.map(spelled);
	const found = await taken(store, spellings.flat());
	const characters = (EVERY_SPELLING[0] ?? '').split('').map((_, place) => {
		const here = spellings.flatMap((marks, at) => {
			const mark = marks[place] ?? '';
			return found.has(mark) && !ours.has(mark) ? [EVERY_SPELLING[at]?.[0] ?? ''] : [];
		});
		return here.length === 1 ? here.join('') : undefined;
	});
	if (characters.includes(undefined)) return 'unclear';
	const lineage = characters.join('');
	await store.record(spelled(lineage));
	await store.remove([crossed]);
	return { lineage };
}
