import { z } from 'zod';

import { STORED_OPEN, type Entry } from './entry';

/**
 * What a run keeps in n8n's execution data while it is under way: a stored format. n8n stores that data with an
 * execution that failed or was cancelled, and a retry reads it, maybe on another worker and maybe with a newer version
 * of this package. So fields are only added; a change of meaning needs a new version.
 *
 * n8n does not redact this data, so whoever may open the execution reads it: it holds no text, no number and no word of
 * an answer or an error.
 */

const VERSION = 2;

/** Longer than any reference number: something else is not kept. */
const LONGEST_REF_NO = 100;

const storedEntry = z.discriminatedUnion('state', [
	z.object({ state: z.literal('accepted'), ref_no: z.string().optional() }),
	z.object({ state: z.literal('open'), sent: z.enum(['yes', 'unknown']) }),
]);

export type StoredEntry = z.output<typeof storedEntry>;

const snapshot = z.object({
	version: z.literal(VERSION),
	/** The execution in which the run began: all its retries are one and the same to the ledger. */
	origin: z.string(),
	run: z.number(),
	/** Digest of the node's parameters, which n8n stores beside it. */
	template: z.string(),
	/** Nothing is known of what is not among the entries: it may have been sent. */
	lost: z.boolean().optional(),
	/** By the item's number; a tool's by a keyed digest of the request, since all its calls come as item 0. */
	entries: z.record(storedEntry),
});

export interface Snapshot {
	origin: string;
	run: number;
	parameters: string;
	isLost: boolean;
	entries: Record<string, StoredEntry>;
}

/** The stored form. The entries are the same object as the run's: what is settled later is in it too. */
export const toStored = ({ origin, run, parameters, isLost, entries }: Snapshot) => ({
	version: VERSION,
	origin,
	run,
	template: parameters,
	...(isLost && { lost: true }),
	entries,
});

/** Undefined if nothing was left. */
export function fromStored(stored: unknown): Snapshot | 'unreadable' | undefined {
	if (stored === undefined) return undefined;
	const { data } = snapshot.safeParse(stored);
	if (data === undefined) return 'unreadable';
	const { origin, run, template: parameters, lost: isLost = false, entries } = data;
	return { origin, run, parameters, isLost, entries };
}

export function storedOf(entry: Entry): StoredEntry {
	if (entry.state === 'open') return { state: 'open', sent: entry.sent };
	const refNo = entry.output[0]?.ref_no;
	const isKept = typeof refNo === 'string' && refNo.length <= LONGEST_REF_NO;
	return { state: 'accepted', ...(isKept && { ref_no: refNo }) };
}

export const entryOfStored = (stored: StoredEntry): Entry =>
	stored.state === 'open'
		? STORED_OPEN[stored.sent]
		: {
				state: 'accepted',
				output: [
					{
						...(stored.ref_no !== undefined && { ref_no: stored.ref_no }),
						sent: false,
						already_sent: true,
					},
				],
			};

/** An entry as a person's retry shows it: the same, whether this process remembers it or n8n has stored it. */
export const asStored = (entry: Entry): Entry => entryOfStored(storedOf(entry));
