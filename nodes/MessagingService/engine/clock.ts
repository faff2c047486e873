import { sleep } from 'n8n-workflow';

/** This clock only goes forward, so that a changed system time cannot make the pace jump. */
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
