import { sleep } from 'n8n-workflow';

/** Time that only goes forward: a changed system clock must not make the pace jump. */
export interface Clock {
	now(): number;
	/** The time of day when now() was 0: about the same moment for all processes. */
	readonly epoch: number;
	sleep(ms: number): Promise<void>;
}

export const systemClock: Clock = {
	now: () => performance.now(),
	epoch: performance.timeOrigin,
	sleep: async (ms) => {
		await sleep(ms);
	},
};
