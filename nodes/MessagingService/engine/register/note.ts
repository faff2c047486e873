import { z } from 'zod';

import type { Outcome } from '../outcome';

/** No reference number is longer, so a longer text is not kept. */
const LONGEST_REF_NO = 100;

/** What became of one message. While it is under way it counts as uncertain, since n8n may crash. */
const entry = z.object({
	state: z.enum(['accepted', 'uncertain', 'unreadable']),
	ref_no: z.string().optional(),
	/** Of an agent's tool: the execution whose call this was. */
	by: z.string().optional(),
});

export type Entry = z.output<typeof entry>;

/**
 * The note of an execution is a stored format: a retry may read it with a newer version of this package. So fields are
 * only added, and a change of meaning needs a new version. Every user with access to the execution can read it, so it
 * holds no text, no number, and no word of a response or an error.
 */
const note = z.object({
	version: z.literal(1),
	lineage: z.string(),
	/** The execution that made this note. */
	by: z.string(),
	/** In a retry for which n8n 1 has forgotten the lineage, each list is known by its digest alone. */
	byList: z.boolean().optional(),
	/** The digest of the list for which the last turn was taken, in n8n 1. */
	list: z.string().optional(),
	turns: z.number().int().min(0),
	parameters: z.string(),
	/** The last node run: its number, and whether it has ended and its items were forgotten. */
	run: z.number(),
	ended: z.boolean().optional(),
	/** Nothing is known of messages without a key, or not even of those with one. */
	lost: z.enum(['keyless', 'all']).optional(),
	items: z.record(entry),
	/** Of an agent's tool, by a keyed digest of the request: all its calls come as item 0. */
	calls: z.record(z.array(entry)),
});

export type Note = z.output<typeof note>;

/** Continues the note that n8n has stored, or begins one. */
export function openNote(
	stored: unknown,
	owner: Pick<Note, 'lineage' | 'by' | 'byList' | 'parameters' | 'run'>,
) {
	const isReadable = note.safeParse(stored).success;
	// n8n stores this object, and the schema would make a copy of it.
	const opened: Note = isReadable
		? (stored as Note)
		: { version: 1, ...owner, turns: 0, items: {}, calls: {} };
	const wasEdited = opened.parameters !== owner.parameters;
	opened.parameters = owner.parameters;
	if (opened.run !== owner.run) {
		opened.run = owner.run;
		opened.items = {};
		delete opened.ended;
	}
	return { note: opened, isUnreadable: !isReadable && stored !== undefined, wasEdited };
}

/** What became of the messages that this execution sent. */
export const outcomes = new WeakMap<Entry, Outcome>();
export const underWay = new WeakSet<Entry>();

export function begunEntry(by?: string): Entry {
	const one: Entry = { state: 'uncertain', ...(by !== undefined && { by }) };
	underWay.add(one);
	return one;
}

/** Undefined if the message certainly was not sent: then its entry is removed. */
export const stateOf = (outcome: Outcome): Entry['state'] | undefined => {
	if (outcome.ok) return 'accepted';
	if (outcome.failure.sent === 'no') return undefined;
	return outcome.failure.sent === 'yes' ? 'unreadable' : 'uncertain';
};

export function settleEntry(one: Entry, state: Entry['state'], outcome: Outcome): void {
	underWay.delete(one);
	one.state = state;
	outcomes.set(one, outcome);
	const refNo = outcome.ok ? outcome.output[0]?.ref_no : undefined;
	if (typeof refNo === 'string' && refNo.length <= LONGEST_REF_NO) one.ref_no = refNo;
}
