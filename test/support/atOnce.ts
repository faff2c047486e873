import { runInNewContext } from 'node:vm';

/**
 * Gives up on work that would take hours. The time-out of a test cannot: it waits until work that never pauses is done,
 * and then finds nothing wrong.
 */
export const atOnce = <Result>(work: () => Result): Result =>
	// It is the result of this very work.
	runInNewContext('work()', { work }, { timeout: 60_000 }) as Result;
