import { setTimeout as sleep } from 'node:timers/promises';

/** Tries an assertion until it holds; fails as the assertion does, and only once nobody would wait any longer. */
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
