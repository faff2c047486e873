import type { Account } from '../account';
import { Facts } from '../facts';
import type { Operation, Planned } from '../operation';

/** Shared by all executions of this process: an agent that sends one message after another asks once. */
const facts = new Facts();

interface Run {
	startedAt: number;
	cancelled: AbortSignal | undefined;
}

export async function planWithFacts(
	account: Account,
	{ facts: source }: Operation,
	plan: (known?: unknown) => Planned,
	{ startedAt, cancelled }: Run,
): Promise<Planned> {
	if (source === undefined) return plan();
	const known = await facts.of(account, source, { since: Facts.oldest(), cancelled });
	const verdict = plan(known);
	if (verdict.ok || known === undefined) return verdict;
	// What spoke against the item may have changed since: only what the service says now counts.
	const now = await facts.of(account, source, { since: startedAt, cancelled });
	return now === known ? verdict : plan(now);
}
