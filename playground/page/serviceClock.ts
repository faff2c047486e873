import type { Snapshot } from './live';

/** The service's clock, told on from when the state arrived. */
export function serviceNow({ state, arrivedAt }: Snapshot, realNow = performance.now()): Date {
	return new Date(Date.parse(state.now) + (realNow - arrivedAt) * state.speed);
}

/** How fast it runs, in words. */
export function speedLabel(speed: number): string {
	if (speed === 0) return 'stopped';
	const times = new Intl.NumberFormat('en-GB', { maximumFractionDigits: 2 }).format(speed);
	return `${times}× speed`;
}
