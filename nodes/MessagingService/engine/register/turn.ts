import {
	claim,
	foundIn,
	keyingName,
	lostName,
	periodNow,
	periodsBefore,
	turnName,
	type Attempt,
} from './marks';
import type { Note } from './note';

/**
 * Each turn of a lineage is given to one node run, which may then send what the note does not know.
 * - `ours`: this node run has it.
 * - `taken`: another node run has it, so messages that the note does not know may have been sent.
 * - `rekeyed`: the same, and that node run had other Send Once Keys or none, so a free key proves nothing.
 * - `unproved`: n8n may have dropped marks, so a missing mark proves nothing.
 */
export type Turn = 'ours' | NonNullable<Note['lost']>;

const asking = new WeakMap<Note, Promise<Turn>>();
/** The last node run that got a turn, by note. Retry On Fail runs it again, and it keeps its turn. */
const runsBegun = new WeakMap<Note, number>();

/** Simultaneous calls of an agent wait for each other, since the mark that one asks for would look taken to the next. */
export async function takeTurn(attempt: Attempt): Promise<Turn> {
	const { note, isTool } = attempt;
	const take = async (): Promise<Turn> => {
		if (note.lost !== undefined) return note.lost;
		if (!isTool && runsBegun.get(note) === note.run) return 'ours';
		const turn = await askFor(note.turns, attempt);
		note.turns++;
		if (turn === 'ours') runsBegun.set(note, note.run);
		// Nobody knows which items the other node run has sent. They may be in any later node run too.
		else note.lost = turn;
		return turn;
	};
	const turn = asking.get(note)?.then(take, take) ?? take();
	asking.set(note, turn);
	return await turn;
}

/** A question adds the marks of periods that it asks for. While this mark is there, they prove nothing. */
const ASKING = 'asking';

async function askFor(turn: number, attempt: Attempt): Promise<Turn> {
	const { note, row, isRetry, beganAt, keying } = attempt;
	const first = turnName(note.lineage, 0);
	const own = turnName(note.lineage, turn);
	const keyed = keying === undefined ? [] : [keyingName(own, keying)];
	const lost = lostName(note.lineage);
	const now = periodNow(attempt.today());
	const isFull = isRetry && !(await row.isWhole());
	// Without a note, turn 0 may be missing because the node never began, or because n8n dropped its mark.
	const needsProof = isFull && turn === 0;
	// A question of a crashed process may be open. Marks that are asked for now would stay longer than its own marks.
	const open = isFull ? await foundIn(row, [ASKING, lost]) : new Set();
	if (open.has(lost)) return 'unproved';
	const isAsked = needsProof && beganAt !== undefined && !open.has(ASKING);
	const periods = isAsked ? periodsBefore(beganAt) : [];

	const judged = (found: ReadonlySet<string>): Turn => {
		if (!isRetry) return found.has(own) ? 'taken' : 'ours';
		if (found.has(lost)) return 'unproved';
		if (found.has(own)) return keyed.every((mark) => found.has(mark)) ? 'taken' : 'rekeyed';
		if (turn > 0) return found.has(first) ? 'ours' : 'unproved';
		const isProved = !found.has(ASKING) && periods.some((mark) => found.has(mark));
		return !needsProof || isProved ? 'ours' : 'unproved';
	};

	const taking = [now, ...new Set(isRetry ? [first, own] : [own]), ...keyed];
	// n8n drops the oldest first: what a question leaves after a crash must go before the mark that makes it worthless.
	const asked = isRetry ? [...periods, ...(isAsked ? [ASKING] : []), ...taking, lost] : taking;
	const { answer } = await claim(attempt, asked, (found) => {
		const judgment = judged(found);
		// A question adds the marks that it asks for, and they must prove nothing to the next one.
		const kept = judgment === 'ours' ? taking : judgment === 'unproved' ? [lost] : [];
		return { answer: judgment, isFree: judgment === 'ours', kept };
	});
	return answer;
}
