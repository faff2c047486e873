import { sleep } from 'n8n-workflow';

/** Time that only goes forward: a changed system clock must not make the pace jump. */
export interface Clock {
	now(): number;
	sleep(ms: number): Promise<void>;
}

export const systemClock: Clock = {
	now: () => performance.now(),
	sleep: async (ms) => {
		await sleep(ms);
	},
};
