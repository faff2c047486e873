import { z } from 'zod';

import { isFailure, type Fate, type Outcome } from '../outcome';

/** A longer text is no reference number, and may be words that the note must not hold. */
const LONGEST_REF_NO = 100;

/** What became of one message. A message under way is stored as uncertain, since n8n may crash. */
const entry = z.object({
	state: z.enum(['accepted', 'uncertain', 'unreadable']),
	ref_no: z.string().optional(),
	/** In an agent's tool, the execution that made the call. */
	by: z.string().optional(),
});

export type Entry = z.output<typeof entry>;

/** The note is a stored format. Everyone who opens the execution can read it, so it holds no text, number or error. */
const note = z.object({
	version: z.literal(1),
	lineage: z.string(),
	by: z.string(),
	turns: z.number().int().min(0),
	parameters: z.string(),
	run: z.number(),
	/** Whether the last node run has ended well, so that its items were removed from the note. */
	ended: z.boolean().optional(),
	/** A turn was not ours: a node run that left no entry here may have sent any message from now on. */
	lost: z.enum(['taken', 'rekeyed', 'unproved']).optional(),
	items: z.record(entry),
	/** The calls of an agent's tool, by a keyed digest of the request. As items they would all have the number 0. */
	calls: z.record(z.array(entry)),
});

export type Note = z.output<typeof note>;

export function openNote(
	stored: unknown,
	owner: Pick<Note, 'lineage' | 'by' | 'parameters' | 'run'>,
) {
	const isReadable = note.safeParse(stored).success;
	// n8n stores this very object, so a copy made by the schema would be lost.
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

/** The whole outcomes of this process. An entry is stored, and keeps only what a retry must know. */
export const outcomes = new WeakMap<Entry, Outcome>();
export const underWay = new WeakSet<Entry>();

export function newEntry(by?: string): Entry {
	const added: Entry = { state: 'uncertain', ...(by !== undefined && { by }) };
	underWay.add(added);
	return added;
}

/** Undefined means that nothing is noted, so the message may be sent again. */
const STATE: Record<Fate, Entry['state'] | undefined> = {
	accepted: 'accepted',
	uncertain: 'uncertain',
	unreadable: 'unreadable',
	notSent: undefined,
};

export const noteStateOf = ({ fate }: Outcome) => STATE[fate];

export function closeEntry(entry: Entry, state: Entry['state'], outcome: Outcome): void {
	underWay.delete(entry);
	entry.state = state;
	outcomes.set(entry, outcome);
	const refNo = isFailure(outcome) ? undefined : outcome.output[0]?.ref_no;
	if (typeof refNo === 'string' && refNo.length <= LONGEST_REF_NO) entry.ref_no = refNo;
}
