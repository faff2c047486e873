import type { JSX } from 'preact';

/** Tells that what is shown may be old. */
export function LostBar({ lost }: { lost: boolean }): JSX.Element {
	// Always there, so that screen readers hear of the change.
	return (
		<div role="status" class={lost ? 'lost-bar' : 'lost-bar gone'}>
			{lost && 'Reconnecting…'}
		</div>
	);
}
