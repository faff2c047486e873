import { claim, firstOf, type Life } from './life';
import type { Note } from './note';
import { listName, periodsBefore, periodsNow, turnName } from './names';

/**
 * Who may go on from a note. A turn is given once:
 * - `ours`: what the note does not know was never begun, and may be sent;
 * - `taken`: another node run went on from the same note, so what the note does not know may have been sent;
 * - `unproved`: the row has been full, so nothing follows from a mark that is missing;
 * - `late`: n8n's database took too long, and the turn was given back.
 */
export type Turn = 'ours' | 'taken' | 'unproved' | 'late';

const asking = new WeakMap<Note, Promise<Turn>>();
/** The last node run of this process that got its turn: n8n's Retry On Fail runs it again. */
const runsBegun = new WeakMap<Note, number>();

/**
 * Takes the next turn of an execution and its retries. It rejects if n8n's database does not say whose turn it is. Of an
 * agent's calls at the same time, one asks after the other: the question of one would look like an answer to the next.
 */
export async function takeTurn(life: Life): Promise<Turn> {
	const { note, isTool } = life;
	const take = async (): Promise<Turn> => {
		if (note.lost !== undefined) return note.lost === 'all' ? 'unproved' : 'taken';
		if (!isTool && runsBegun.get(note) === note.run) return 'ours';
		return await nextTurn(life);
	};
	const turn = asking.get(note)?.then(take, take) ?? take();
	asking.set(note, turn);
	return await turn;
}

async function nextTurn(life: Life): Promise<Turn> {
	const { note } = life;
	const number = note.turns++;
	let turn: Turn | undefined;
	try {
		turn = await (life.isRetry ? turnOfRetry(life, number) : turnOfFirst(life, number));
	} finally {
		if (turn === undefined || turn === 'late') note.turns = number;
	}
	if (turn === 'ours') {
		runsBegun.set(note, note.run);
		if (life.list !== undefined) note.list = life.list;
	}
	if (turn === 'unproved') note.lost = 'all';
	// A turn says nothing of its items. The next ones may be those that the other node run has sent.
	if (turn === 'taken') note.lost = 'keyless';
	return turn;
}

async function turnOfFirst(life: Life, number: number): Promise<Turn> {
	const { note, row, list } = life;
	const own = [turnName(note.lineage, number), ...(list === undefined ? [] : [listName(list)])];
	const marks = [...periodsNow(life.today()), ...own];
	const isFree = (found: ReadonlySet<string>) => !found.has(turnName(note.lineage, number));
	const { found, written, isLate, isUnsure } = await claim(life, marks, isFree);
	if (!isFree(found)) {
		if (isUnsure) throw new Error('The turn may be our own');
		return 'taken';
	}
	if (isLate) {
		await row.remove(written.filter((mark) => own.includes(mark)));
		return 'late';
	}
	row.carry(marks);
	return 'ours';
}

async function turnOfRetry(life: Life, number: number): Promise<Turn> {
	const { note, row, beganAt, list } = life;
	const { first, lost } = firstOf(life);
	const own = turnName(note.lineage, number);
	/** This execution may have left no mark. Then it must be proved that none was dropped. */
	const mayBeFirst = number === 0 || (note.byList === true && note.list !== list);
	const wasWhole = await row.isWhole();
	const needsPeriods = mayBeFirst && !wasWhole && beganAt !== undefined;
	const periods = needsPeriods ? periodsBefore(beganAt) : [];

	const turnIn = (found: ReadonlySet<string>): Turn => {
		if (found.has(lost)) return 'unproved';
		if (found.has(first)) return mayBeFirst || found.has(own) ? 'taken' : 'ours';
		const isProved =
			wasWhole || periods.some(({ mark, doubt }) => found.has(mark) && !found.has(doubt));
		return mayBeFirst && isProved ? 'ours' : 'unproved';
	};

	const kept = new Set([...periodsNow(life.today()), first, own]);
	const asked = periods.flatMap(({ mark, doubt }) => [mark, doubt]);
	const marks = new Set([...asked, first, lost, ...kept]);
	const claimed = await claim(life, [...marks], (found) => turnIn(found) === 'ours');
	const { written, isLate, isUndone } = claimed;
	let turn: Turn = isUndone ? 'taken' : turnIn(claimed.found);
	if (turn === 'ours' && isLate) turn = 'late';
	else if (turn === 'ours' && mayBeFirst && wasWhole && !(await row.isWhole())) turn = 'unproved';
	if (turn === 'ours') row.carry([...kept]);
	// The next question must not take this one for an answer: `lost` says that it was one.
	const stay = turn === 'ours' ? kept : new Set(turn === 'unproved' ? [lost] : []);
	await row.remove(written.filter((mark) => !stay.has(mark)));
	return turn;
}
