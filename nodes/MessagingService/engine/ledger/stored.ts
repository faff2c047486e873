import { z } from 'zod';

import type { Entry, EntryKey } from './entry';

/**
 * What a run keeps in n8n's execution data while it is under way: a stored format. n8n stores that data with an
 * execution that failed or was cancelled, and a retry reads it, maybe on another worker and maybe with a newer version
 * of this package. So fields are only added; a change of meaning needs a new version, and old versions stay readable.
 */

const VERSION = 1;

const entry = z.discriminatedUnion('state', [
	z.object({ state: z.literal('accepted'), output: z.array(z.record(z.unknown())) }),
	z.object({
		state: z.literal('open'),
		/** Words for a person, which say why it is open. */
		what: z.string(),
		advice: z.string(),
		sent: z.enum(['yes', 'unknown']),
	}),
]);

const snapshot = z.object({
	/** The first ones were stored without a version. */
	version: z.literal(VERSION).default(VERSION),
	/** The execution in which the run began: all its retries are one and the same to the ledger. */
	origin: z.string(),
	run: z.number(),
	/** Digest of the node's parameters. */
	template: z.string(),
	entries: z.record(entry),
});

export interface Snapshot {
	origin: string;
	run: number;
	parameters: string;
	entries: Record<EntryKey, Entry>;
}

/** The stored form. The entries are the same object as the run's: what is settled later is in it too. */
export const toStored = ({ origin, run, parameters, entries }: Snapshot) => ({
	version: VERSION,
	origin,
	run,
	template: parameters,
	entries,
});

/** Undefined if it is not a form that any version has stored. */
export function fromStored(stored: unknown): Snapshot | undefined {
	const { data } = snapshot.safeParse(stored);
	if (data === undefined) return undefined;
	const { origin, run, template: parameters } = data;
	// An output was JSON when it was stored; its schema only says that it is unknown.
	return { origin, run, parameters, entries: data.entries as Record<EntryKey, Entry> };
}
