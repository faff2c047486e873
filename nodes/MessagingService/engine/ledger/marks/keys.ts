import type { KeyNames } from './names';
import type { MarkStore } from './store';

/** What is known of a Send Once Key: free, its message was accepted, or its message may have been sent. */
export type KeyState = 'free' | 'accepted' | 'unknown';

/** The marks that claim a key: both stay until the message has settled. */
export const marksOfClaim = ({ claimed, open }: KeyNames): string[] => [claimed, open];

/** What a claim has found. */
export function stateOfClaim({ claimed, open }: KeyNames, found: ReadonlySet<string>): KeyState {
	if (found.has(open)) return 'unknown';
	return found.has(claimed) ? 'accepted' : 'free';
}

/** The marks that a claim wrote and that must go again, because the message had been accepted before. */
export const marksToUndo = (names: KeyNames, state: KeyState): string[] =>
	state === 'accepted' ? [names.open] : [];

/** Looks at keys without claiming them. */
export async function statesOfKeys(
	store: MarkStore,
	keys: readonly KeyNames[],
): Promise<KeyState[]> {
	const found = await store.record(keys.flatMap(marksOfClaim));
	const states = keys.map((names) => stateOfClaim(names, found));
	await store.remove(
		keys.flatMap((names) => marksOfClaim(names).filter((mark) => !found.has(mark))),
	);
	return states;
}
