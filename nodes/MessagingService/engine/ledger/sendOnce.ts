import type { Outcome } from '../outcome';
import { entryOf, MAY_HAVE_BEEN_SENT, outcomeOfEntry, type Entry, type EntryKey } from './entry';
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

/** Another run's failure is no reason to stop the others of this one. */
function outcomeOfOther(entry: Entry): Outcome {
	const outcome = outcomeOfEntry(entry);
	return outcome.ok ? outcome : { ok: false, failure: { ...outcome.failure, isEarlier: true } };
}

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

	const tryOnce = async (): Promise<Outcome> => {
		try {
			const state = await marks?.begin(item);
			if (state === 'accepted') return alreadySent(sendOnceKey);
			if (state === 'unknown') return KEY_IN_DOUBT;
			if (state === 'taken over') {
				ledger.noteOfMarks(key, likeness, MAY_HAVE_BEEN_SENT);
				return TAKEN_OVER;
			}
		} catch {
			return NOT_NOTED;
		}
		// Another retry of the same execution may be under way: each item belongs to the one that begins it first.
		const meanwhile = ledger.begin(key, likeness);
		isOurs = meanwhile === undefined;
		if (meanwhile) return outcomeOfOther(meanwhile);
		const outcome = await send();
		// At once: the run may be stopped while this waits for its repeat, and then it was not sent.
		if (!outcome.ok && outcome.failure.sent === 'no') ledger.drop(key);
		return outcome;
	};

	const settled = (outcome: Outcome): void => {
		const entry = entryOf(outcome);
		if (isOurs && entry) ledger.settle(key, entry);
		marks?.settle(item, entry ? (entry.state === 'accepted' ? 'accepted' : 'unknown') : 'unsent');
	};
	return { tryOnce, settled };
}
