import { setTimeout as sleep } from 'node:timers/promises';

/** Repeats an assertion until it holds, or until the time is over. */
export async function eventually<T>(attempt: () => T | Promise<T>, withinMs = 120_000): Promise<T> {
	const until = performance.now() + withinMs;
	for (;;) {
		try {
			return await attempt();
		} catch (error) {
			if (performance.now() > until) throw error;
			await sleep(25);
		}
	}
}
