import type { Outcome } from '../outcome';
import { entryOf, MAY_HAVE_BEEN_SENT, outcomeOfEntry, type EntryKey } from './entry';
import type { Likeness } from './identity';
import type { RunMarks } from './marks';
import type { RunLedger } from './runLedger';

/** One message, as the ledger recognises it when it comes again. */
export interface Message {
	item: number;
	key: EntryKey;
	likeness: Likeness;
	sendOnceKey: string | undefined;
}

/** What a message that was accepted before puts out, if nothing else is known of it. */
export const alreadySent = (sendOnceKey?: string): Outcome => ({
	ok: true,
	output: [
		{
			sent: false,
			already_sent: true,
			...(sendOnceKey !== undefined && { send_once_key: sendOnceKey }),
		},
	],
});

const KEY_IN_DOUBT: Outcome = {
	ok: false,
	failure: {
		what: 'A message with this Send Once Key was begun before, and it is not known whether it was sent',
		advice:
			'Check at the recipient whether it arrived. If it did not, send it again with another key.',
		sent: 'unknown',
		isEarlier: true,
	},
};

const TAKEN_OVER: Outcome = {
	ok: false,
	failure: { ...MAY_HAVE_BEEN_SENT, sent: 'unknown', isEarlier: true },
};

export const NOT_NOTED: Outcome = {
	ok: false,
	failure: {
		what: 'n8n’s database did not take the note that this message is about to be sent',
		advice:
			'Without the note, it could be sent twice after a crash. Check n8n’s database, then run again.',
		sent: 'no',
	},
};

export const tooLongToNote = (most: number): Outcome => ({
	ok: false,
	failure: {
		what: `The list is too long for n8n’s database to note what is sent: it takes ${most} items at once`,
		advice: 'Split the list, for example with a Loop Over Items node, then run again.',
		sent: 'no',
	},
});

/** A message that is to be sent, with every step recorded. */
export interface Sending {
	/** Sends it, unless another run has begun to send it in the meantime. */
	tryOnce: () => Promise<Outcome>;
	/** Records how it ended. */
	settled: (outcome: Outcome) => void;
}

/**
 * The rule that keeps a message from being sent twice:
 * - it is noted as begun before its request leaves, in memory and in n8n's database, so if nothing more is heard of it,
 *   it may have been sent;
 * - if it cannot be noted, it is not sent;
 * - what certainly was not sent is forgotten at once, so that it may be tried again, by this run or by a retry;
 * - every other outcome is recorded.
 */
export function sendOnce(
	ledger: RunLedger,
	marks: RunMarks | undefined,
	{ item, key, likeness, sendOnceKey }: Message,
	send: () => Promise<Outcome>,
): Sending {
	let isOurs = false;
	/** Nothing left now, though the key or an earlier run says that it was sent. */
	let wasSkipped = false;

	const skipped = (outcome: Outcome): Outcome => {
		wasSkipped = true;
		ledger.drop(key);
		return outcome;
	};

	const tryOnce = async (): Promise<Outcome> => {
		// Another retry of the same execution may be under way: each item belongs to the one that begins it first.
		const meanwhile = ledger.begin(key, likeness);
		isOurs = meanwhile === undefined;
		if (meanwhile) return outcomeOfEntry(meanwhile);
		try {
			const state = await marks?.begin(item);
			// It stays in the ledger: a second try of this run must not send it either.
			if (state === 'taken over') return TAKEN_OVER;
			if (state === 'accepted') return skipped(alreadySent(sendOnceKey));
			if (state === 'unknown') return skipped(KEY_IN_DOUBT);
		} catch {
			ledger.drop(key);
			return NOT_NOTED;
		}
		const outcome = await send();
		// At once: the run may be stopped while this waits for its repeat, and then it was not sent.
		if (!outcome.ok && outcome.failure.sent === 'no') ledger.drop(key);
		return outcome;
	};

	const settled = (outcome: Outcome): void => {
		if (!isOurs) {
			// Another run holds it: whatever this one knows of it, it is not to be sent after this run.
			marks?.settle(item, outcome.ok ? 'accepted' : 'unknown');
			return;
		}
		const entry = entryOf(outcome);
		if (entry && !wasSkipped) ledger.settle(key, entry);
		marks?.settle(item, entry ? (entry.state === 'accepted' ? 'accepted' : 'unknown') : 'unsent');
	};
	return { tryOnce, settled };
}
