import type { PhoneMessage, Tick } from '../contract';

export type TickShape = 'clock' | 'one' | 'two' | 'trouble';

const SHAPES = {
	queued: 'clock',
	sent: 'one',
	delivered: 'two',
	read: 'two',
	failed: 'trouble',
	aborted: 'trouble',
} as const satisfies Record<Tick, TickShape>;

const NAMES = {
	queued: 'Queued',
	sent: 'Sent',
	delivered: 'Delivered',
	read: 'Read',
	failed: 'Failed',
	aborted: 'Aborted',
} as const satisfies Record<Tick, string>;

export const tickShape = (tick: Tick): TickShape => SHAPES[tick];

/** How far a message got, in words. */
export function tickTitle({ tick, trouble }: Pick<PhoneMessage, 'tick' | 'trouble'>): string {
	if (tick === null) return '';
	return trouble === null ? NAMES[tick] : `${NAMES[tick]}: ${trouble}`;
}

/** A message that never reached the phone, and will not. */
export const isLost = (tick: Tick | null): boolean => tick === 'failed' || tick === 'aborted';
