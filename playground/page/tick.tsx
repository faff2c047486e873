import type { JSX } from 'preact';
import type { PhoneMessage } from '../contract';
import { tickShape, tickTitle, type TickShape } from './ticks';

const DRAWINGS = {
	clock: 'M10 2.5a5.5 5.5 0 1 0 0 11 5.5 5.5 0 0 0 0-11zM10 5v3.2l2.1 1.3',
	one: 'M5 8.6l3.2 3.2L15 4.6',
	two: 'M1.5 8.6l3.2 3.2L11.5 4.6M9.3 11.3l.5.5L16.6 4.6',
	trouble: 'M10 1.8a6.2 6.2 0 1 0 0 12.4 6.2 6.2 0 0 0 0-12.4zM10 4.9v3.5M10 10.8v.1',
} as const satisfies Record<TickShape, string>;

/** How far a message got. */
export function TickMark({ message }: { message: PhoneMessage }): JSX.Element | null {
	if (message.tick === null) return null;
	return (
		<svg class="tick" viewBox="0 0 20 16" role="img" data-test-id="tick" data-state={message.tick}>
			<title>{tickTitle(message)}</title>
			<path d={DRAWINGS[tickShape(message.tick)]} />
		</svg>
	);
}
