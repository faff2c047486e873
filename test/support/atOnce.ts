import { runInNewContext } from 'node:vm';

/**
 * Fails work that would take hours. The time-out of a test cannot: it fires only after work that never pauses is done.
 */
export const atOnce = <Result>(work: () => Result): Result =>
	// It is the result of this very work.
	runInNewContext('work()', { work }, { timeout: 280_000 }) as Result;
