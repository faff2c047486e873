import type { Outcome } from '../outcome';
import { entryOf, outcomeOfEntry, type EntryKey } from './entry';
import type { Likeness } from './identity';
import type { RunLedger } from './runLedger';

/** One message, as the ledger recognises it when it comes again. */
export interface Message {
	key: EntryKey;
	likeness: Likeness;
}

/** A message that is still to be sent, with the ledger told of every step. */
export interface Sending {
	/** Sends it, unless another run has begun to send it in the meantime. */
	tryOnce: () => Promise<Outcome>;
	/** Records how it ended. */
	settled: (outcome: Outcome) => void;
}

/**
 * The rule that keeps a message from being sent twice:
 * - what the ledger knows already is not sent: its known outcome counts;
 * - a request is noted as begun before it leaves, so if nothing more is heard of it, it may have been sent;
 * - what certainly was not sent is forgotten at once, so that it may be tried again, by this run or by a retry;
 * - every other outcome is recorded.
 */
export function sendOnce(
	ledger: RunLedger,
	{ key, likeness }: Message,
	send: () => Promise<Outcome>,
): { known: Outcome } | { sending: Sending } {
	const known = ledger.find(key, likeness);
	if (known) return { known: outcomeOfEntry(known) };

	// Another retry of the same execution may be under way: each item belongs to the one that begins it first.
	let isOurs = false;
	const tryOnce = async (): Promise<Outcome> => {
		const meanwhile = ledger.begin(key, likeness);
		isOurs = meanwhile === undefined;
		if (meanwhile) return outcomeOfEntry(meanwhile);
		const outcome = await send();
		// At once: the run may be stopped while this waits for its repeat, and then it was not sent.
		if (!outcome.ok && outcome.failure.sent === 'no') ledger.drop(key);
		return outcome;
	};
	const settled = (outcome: Outcome): void => {
		const entry = entryOf(outcome);
		if (entry && isOurs) ledger.settle(key, entry);
	};
	return { sending: { tryOnce, settled } };
}
