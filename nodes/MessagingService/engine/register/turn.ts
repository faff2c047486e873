import { claim, firstOf, type Life } from './life';
import type { Note } from './note';
import { keyingName, listName, periodsBefore, periodsNow, turnName } from './names';

/**
 * Each turn of a lineage is given to one node run, which may then send what the note does not know.
 * - `ours`: this node run has it.
 * - `taken`: another node run has it, so messages that the note does not know may have been sent.
 * - `rekeyed`: the same, and that node run had other Send Once Keys or none, so a free key proves nothing.
 * - `unproved`: n8n may have dropped marks, so a missing mark proves nothing.
 * - `late`: n8n's database took too long, so the turn was given back.
 */
export type Turn = 'ours' | 'taken' | 'rekeyed' | 'unproved' | 'late';

const TURN_IF_LOST = { keyless: 'taken', rekeyed: 'rekeyed', all: 'unproved' } as const;

const keyingIn = ({ list, note, keying }: Life, turn: number): string[] =>
	keying === undefined ? [] : [keyingName(list ?? `${note.lineage} ${turn}`, keying)];

const asking = new WeakMap<Note, Promise<Turn>>();
/** The last node run that got a turn, by note. Retry On Fail runs it again, and it keeps its turn. */
const runsBegun = new WeakMap<Note, number>();

/** Simultaneous calls of an agent wait for each other, since the mark that one asks for would look taken to the next. */
export async function takeTurn(life: Life): Promise<Turn> {
	const { note, isTool } = life;
	const take = async (): Promise<Turn> => {
		if (note.lost !== undefined) return TURN_IF_LOST[note.lost];
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
	// Nobody knows which items the other node run has sent. They may be in any later node run too.
	if (turn === 'taken') note.lost = 'keyless';
	if (turn === 'rekeyed') note.lost = 'rekeyed';
	return turn;
}

async function turnOfFirst(life: Life, number: number): Promise<Turn> {
	const { note, row, list } = life;
	const own = [
		...[turnName(note.lineage, number), ...keyingIn(life, number)],
		...(list === undefined ? [] : [listName(list)]),
	];
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
	const keying = keyingIn(life, number);
	/** Whether this may be the first turn of its lineage. Then its marks may be missing because n8n dropped them. */
	const mayBeFirst = number === 0 || (note.byList === true && note.list !== list);
	const wasWhole = await row.isWhole();
	const needsPeriods = mayBeFirst && !wasWhole && beganAt !== undefined;
	const periods = needsPeriods ? periodsBefore(beganAt) : [];

	const turnIn = (found: ReadonlySet<string>): Turn => {
		if (found.has(lost)) return 'unproved';
		if (found.has(first)) {
			if (!mayBeFirst && !found.has(own)) return 'ours';
			return keying.every((mark) => found.has(mark)) ? 'taken' : 'rekeyed';
		}
		const isProved =
			wasWhole || periods.some(({ mark, doubt }) => found.has(mark) && !found.has(doubt));
		return mayBeFirst && isProved ? 'ours' : 'unproved';
	};

	const kept = new Set([...periodsNow(life.today()), first, own, ...keying]);
	const asked = periods.flatMap(({ mark, doubt }) => [mark, doubt]);
	const marks = new Set([...asked, first, lost, ...kept]);
	const claimed = await claim(life, [...marks], (found) => turnIn(found) === 'ours');
	const { written, isLate, isUndone } = claimed;
	let turn: Turn = isUndone ? 'taken' : turnIn(claimed.found);
	if (turn === 'ours' && isLate) turn = 'late';
	else if (turn === 'ours' && mayBeFirst && wasWhole && !(await row.isWhole())) turn = 'unproved';
	if (turn === 'ours') row.carry([...kept]);
	// A retry that proved nothing leaves only `lost`, so that no later retry trusts a mark that a question added.
	const stay = turn === 'ours' ? kept : new Set(turn === 'unproved' ? [lost] : []);
	await row.remove(written.filter((mark) => !stay.has(mark)));
	return turn;
}
