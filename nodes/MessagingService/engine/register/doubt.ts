import { begunName, claim, keyingName, lostName, retriedName, type Attempt } from './marks';
import type { Note } from './note';

/**
 * Another execution may have sent messages that the note does not know. With this digest of its Send Once Key and
 * Campaign, the keys tell which.
 */
type Doubt = NonNullable<Note['doubt']>;

const asking = new WeakMap<Note, Promise<Doubt | undefined>>();

/**
 * Whether this execution may go on from its note, or from having none. Each execution decides once, and the note keeps it.
 * Simultaneous calls of an agent wait for each other.
 */
export function doubtOf(attempt: Attempt): Promise<Doubt | undefined> {
	const { note, execution } = attempt;
	const ask = async () => {
		if (note.by === execution) return note.doubt;
		const from = stateOf(attempt);
		const doubt = await newDoubt(attempt, from);
		Object.assign(note, { by: execution, from, ...(doubt && { doubt }) });
		return doubt;
	};
	const doubt = asking.get(note)?.then(ask, ask) ?? ask();
	asking.set(note, doubt);
	return doubt;
}

/**
 * What this execution goes on from: the note of another one, or nothing. Names of marks and the note hold this text, so its form
 * stays: otherwise a Retry after an upgrade finds no `begun`, and sends again.
 */
const stateOf = ({ note, lineage }: Attempt): string => `${lineage} ${note.by ?? ''}`.trim();

/**
 * A mark that is there proves that its writer was here. A missing one proves something only in a row that was never full, or
 * while an older mark of its execution is there. n8n may crash between any two writes: each order here leaves a doubt then,
 * and never a false proof.
 */
async function newDoubt(attempt: Attempt, state: string): Promise<Doubt | undefined> {
	const { row, note, retry, keying } = attempt;
	const begun = begunName(state);
	const own = keying === undefined ? [] : [keyingName(state, keying)];
	if (!retry) {
		if (note.doubt) return note.doubt;
		const found = await row.add([begun, ...own]);
		row.carry([begun, ...own].filter((mark) => !found.has(mark)));
		// It is there if n8n runs a crashed execution once more.
		const hasKeys = own.some((mark) => found.has(mark));
		return found.has(begun) ? { ...(hasKeys && { keying }) } : undefined;
	}
	const retried = retry.of === undefined ? [] : [retriedName(attempt.lineage, retry.of)];
	const found = await claim(attempt, [begun, ...retried]);
	if (retried.some((mark) => found.has(mark))) return { wasRetried: true };
	row.carry([begun, ...retried].filter((mark) => !found.has(mark)));
	if (note.doubt) return note.doubt;
	const isOnly = !found.has(begun);
	const isFree = isOnly && (await isAllNoted(attempt, retry));
	// After a Retry that crashed, its own Retry asks what that one began with.
	const hasKeys = isFree || (await hadKeys(attempt, isOnly ? note.from : state));
	if (hasKeys && own.length > 0) await row.add(own);
	return isFree ? undefined : { ...(hasKeys && { keying }) };
}

/** Whether the note says all that was sent, or there is none because the node had never begun. */
async function isAllNoted(
	{ row, note, isTool }: Attempt,
	{ isOriginKnown, of, wasStored }: NonNullable<Attempt['retry']>,
): Promise<boolean> {
	// The calls of an agent are not noted, since a model words them in another way each time.
	if (note.by !== undefined) return !isTool && (await wasStored(note.by));
	if (!isOriginKnown) return false;
	return (await row.isWhole()) || (of !== undefined && (await wasStored(of)));
}

/** The mark of the keys is older than all keys that were claimed then. While it is there, n8n has dropped none of them. */
async function hadKeys({ row, keying }: Attempt, state: string | undefined): Promise<boolean> {
	if (keying === undefined || state === undefined) return false;
	const [keys, lost] = [keyingName(state, keying), lostName(state)];
	const found = await row.add([keys, lost]);
	// They were added for a moment, since n8n cannot only read them.
	await row.remove([keys, lost].filter((mark) => !found.has(mark)));
	return found.has(keys) && !found.has(lost);
}
