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

/** n8n drops the oldest marks if there are too many: few are written at once, and none stays. */
const LOOKED_AT_ONCE = 100;

/** Looks at keys without claiming them. */
export async function statesOfKeys(
	store: MarkStore,
	keys: readonly KeyNames[],
): Promise<KeyState[]> {
	const states: KeyState[] = [];
	for (let at = 0; at < keys.length; at += LOOKED_AT_ONCE) {
		const portion = keys.slice(at, at + LOOKED_AT_ONCE);
		const found = await store.ask(portion.flatMap(marksOfClaim));
		states.push(...portion.map((names) => stateOfClaim(names, found)));
		const written = portion.flatMap(marksOfClaim).filter((mark) => !found.has(mark));
		await store.remove(written);
	}
	return states;
}
