import { z } from 'zod';

import { isFailure, type Outcome } from '../outcome';

/** A longer text is no reference number, and may be words that the note must not hold. */
const LONGEST_REF_NO = 100;

/** What became of one message. */
const entry = z.object({
	state: z.enum(['accepted', 'uncertain', 'unreadable']),
	ref_no: z.string().optional(),
});

export type Entry = z.output<typeof entry>;

/**
 * The note is a stored format. Everyone who opens the execution can read it, so it holds no text, number or error. Fields are
 * only added. A new state needs a new version: an older one refuses the whole note.
 */
const note = z.object({
	version: z.literal(1),
	/** The execution that has gone on from this note, and what it went on from. */
	by: z.string().optional(),
	from: z.string().optional(),
	/** Goes into the digests of recipients. */
	salt: z.string(),
	parameters: z.string(),
	run: z.number(),
	/** Whether the last node run has ended well, so that its items were removed from the note. */
	ended: z.boolean().optional(),
	/** Another execution may have sent what has no entry here. */
	doubt: z.object({ keying: z.string().optional(), wasRetried: z.boolean().optional() }).optional(),
	/** By position and recipient. Calls of an agent's tool are not here: as items they would all have the number 0. */
	items: z.record(entry),
});

export type Note = z.output<typeof note>;

export function openNote(stored: unknown, owner: Pick<Note, 'parameters' | 'run' | 'salt'>) {
	const isReadable = note.safeParse(stored).success;
	// n8n stores this very object. A copy made by the schema would be lost, and so would what is noted in it.
	const opened: Note = isReadable
		? (stored as Note)
		: { version: 1, ...owner, items: {}, ...(stored !== undefined && { doubt: {} }) };
	const wasEdited = opened.parameters !== owner.parameters;
	opened.parameters = owner.parameters;
	if (opened.run !== owner.run) {
		opened.run = owner.run;
		opened.items = {};
		delete opened.ended;
	}
	return { note: opened, isUnreadable: !isReadable && stored !== undefined, wasEdited };
}

/** An entry is stored, and keeps only what a retry must know. This process knows the whole outcome. */
const outcomes = new WeakMap<Entry, Outcome>();

export const outcomeOf = (entry: Entry): Outcome | undefined => outcomes.get(entry);

/** @param outcome undefined for a message under way: it is noted as uncertain, since n8n may crash */
export function setEntry(
	{ items }: Note,
	name: string,
	state: Entry['state'],
	outcome: Outcome | undefined,
): void {
	const refNo = outcome && !isFailure(outcome) ? outcome.output[0]?.ref_no : undefined;
	const isRefNo = typeof refNo === 'string' && refNo.length <= LONGEST_REF_NO;
	const entry: Entry = { state, ...(isRefNo && { ref_no: refNo }) };
	items[name] = entry;
	if (outcome) outcomes.set(entry, outcome);
}

const uncertainCalls = new WeakMap<Note, Map<string, Outcome>>();

/**
 * The calls of an agent's tool that may have been sent, by their request. n8n runs a failed call again in the same process,
 * and gives it no number by which it could be told from a new call.
 */
export function uncertainCallsOf(note: Note): Map<string, Outcome> {
	const calls = uncertainCalls.get(note) ?? new Map<string, Outcome>();
	uncertainCalls.set(note, calls);
	return calls;
}
