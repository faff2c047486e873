import type { Account } from './account';
import type { Plan } from './operation';
import { secondsFor } from './pace';
import type { CheckedSlot } from './slot';

/** How long these sends take at the service's limits and with their pauses, in seconds. Accounts send side by side. */
export function secondsOf(sends: Iterable<CheckedSlot>): number {
	const byAccount = new Map<Account, Plan[]>();
	for (const { todo } of sends) {
		const plans = byAccount.get(todo.account);
		if (plans) plans.push(todo.plan);
		else byAccount.set(todo.account, [todo.plan]);
	}
	const seconds = [...byAccount].map(([{ pacer }, plans]) => secondsFor(plans, pacer.rate));
	return Math.max(0, ...seconds);
}
