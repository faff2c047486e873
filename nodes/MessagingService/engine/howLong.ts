import type { Account } from './account';
import { secondsFor, type SharedLimit } from './pace';
import type { CheckedSlot } from './slot';

/** How long these sends take at the service's limits, in seconds. Accounts send side by side. */
export function secondsOf(sends: Iterable<CheckedSlot>): number {
	const byAccount = new Map<Account, (SharedLimit | undefined)[]>();
	for (const { todo } of sends) {
		const limits = byAccount.get(todo.account);
		if (limits) limits.push(todo.plan.sharedLimit);
		else byAccount.set(todo.account, [todo.plan.sharedLimit]);
	}
	const seconds = [...byAccount].map(([{ pacer }, limits]) => secondsFor(limits, pacer.rate));
	return Math.max(0, ...seconds);
}
