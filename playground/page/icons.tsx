import type { JSX } from 'preact';

/** Line drawings on a grid of 24. */
const DRAWINGS = {
	back: 'M15 5l-7 7 7 7',
	arrow: 'M4.5 12h13M12 5.5l6.5 6.5-6.5 6.5',
	quote: 'M10 6L4.5 11.5 10 17M5 11.5h8.5a6 6 0 0 1 6 6V19',
	close: 'M6.5 6.5l11 11M17.5 6.5l-11 11',
	down: 'M12 5v14M6 13l6 6 6-6',
	open: 'M13.5 5H19v5.5M19 5l-8.5 8.5M16.5 14v3.5A1.5 1.5 0 0 1 15 19H6.5A1.5 1.5 0 0 1 5 17.5V9a1.5 1.5 0 0 1 1.5-1.5H10',
	call: 'M6.2 4.5h2.9l1.5 4-2 1.5a11 11 0 0 0 5.4 5.4l1.5-2 4 1.5v2.9a1.7 1.7 0 0 1-1.8 1.7A15.3 15.3 0 0 1 4.5 6.3a1.7 1.7 0 0 1 1.7-1.8z',
	chat: 'M6.5 5h11A2.5 2.5 0 0 1 20 7.5v6a2.5 2.5 0 0 1-2.5 2.5H12l-4.5 3.7V16h-1A2.5 2.5 0 0 1 4 13.5v-6A2.5 2.5 0 0 1 6.5 5z',
	phone: 'M8.5 3.5h7a2 2 0 0 1 2 2v13a2 2 0 0 1-2 2h-7a2 2 0 0 1-2-2v-13a2 2 0 0 1 2-2zM11 17.7h2',
	swap: 'M5 9h13M14.5 5.5L18 9l-3.5 3.5M19 15.5H6M9.5 12L6 15.5 9.5 19',
	clock: 'M12 4a8 8 0 1 0 0 16 8 8 0 0 0 0-16zM12 7.7V12l2.9 1.9',
	lock: 'M7.5 11h9a1.5 1.5 0 0 1 1.5 1.5v5a1.5 1.5 0 0 1-1.5 1.5h-9A1.5 1.5 0 0 1 6 17.5v-5A1.5 1.5 0 0 1 7.5 11zM8.7 11V8.3a3.3 3.3 0 0 1 6.6 0V11',
	alert: 'M12 4a8 8 0 1 0 0 16 8 8 0 0 0 0-16zM12 8v4.7M12 15.9v.1',
	bell: 'M5 5l14 14M9.3 6.2A5.3 5.3 0 0 1 17.3 11v3M17 17H5.5l1.2-2.2V11c0-.7.1-1.3.3-1.9M10.3 19.7h3.4',
	image:
		'M6.5 5h11A1.5 1.5 0 0 1 19 6.5v11a1.5 1.5 0 0 1-1.5 1.5h-11A1.5 1.5 0 0 1 5 17.5v-11A1.5 1.5 0 0 1 6.5 5zM5.5 16l4-4 3.5 3.5 2-2 3.5 3.5M14.5 9.2v.1',
	video:
		'M5.5 7h8A1.5 1.5 0 0 1 15 8.5v7a1.5 1.5 0 0 1-1.5 1.5h-8A1.5 1.5 0 0 1 4 15.5v-7A1.5 1.5 0 0 1 5.5 7zM15 11l5-2.5v7L15 13',
	audio:
		'M12 4.5a2.5 2.5 0 0 1 2.5 2.5v4.5a2.5 2.5 0 0 1-5 0V7A2.5 2.5 0 0 1 12 4.5zM6.5 11.5a5.5 5.5 0 0 0 11 0M12 17v3',
	document:
		'M7.5 4H13l5 5v9.5a1.5 1.5 0 0 1-1.5 1.5h-9A1.5 1.5 0 0 1 6 18.5v-13A1.5 1.5 0 0 1 7.5 4zM13 4v5h5M9.5 13h5M9.5 16h3.5',
} as const;

export type IconName = keyof typeof DRAWINGS;

/** A picture beside words that say the same: hidden from screen readers. */
export function Icon({ name }: { name: IconName }): JSX.Element {
	return (
		<svg class="icon" viewBox="0 0 24 24" aria-hidden="true" focusable="false">
			<path d={DRAWINGS[name]} />
		</svg>
	);
}
