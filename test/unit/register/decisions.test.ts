import { isFailure } from '../../../nodes/MessagingService/engine/outcome';
import { openNote, type Row } from '../../../nodes/MessagingService/engine/register';
import { Keys, usedAmong } from '../../../nodes/MessagingService/engine/register/keys';
import {
	periodNow,
	periodsBefore,
	type Attempt,
} from '../../../nodes/MessagingService/engine/register/marks';
import { takeTurn } from '../../../nodes/MessagingService/engine/register/turn';

const TODAY = Date.UTC(2026, 10, 23, 9);
const NOW = periodNow(TODAY);
const BEGAN_AT = TODAY - 60_000;
const [, , BEFORE = ''] = periodsBefore(BEGAN_AT);
const [T0, T1, LOST] = ['turn L 0', 'turn L 1', 'lost L'];
const KEYS = 'keys turn L 0 k';

interface Given {
	marks?: string[];
	isFull?: boolean;
	slowMs?: number;
	isUndone?: boolean;
	isBroken?: boolean;
	isRetry?: boolean;
	isTool?: boolean;
	turns?: number;
	beganAt?: number;
	keying?: string;
	lost?: 'rekeyed';
}

function attemptWith(given: Given) {
	let now = 0;
	const marks = new Set(given.marks);
	const carried = new Set<string>();
	const asked = { writes: 0, most: 0 };
	const row: Row = {
		add: (added) => {
			if (given.isBroken === true) return Promise.reject(new Error('broken'));
			asked.writes++;
			asked.most = Math.max(asked.most, added.length);
			const found = new Set(added.filter((mark) => marks.has(mark)));
			for (const mark of given.isUndone === true ? [] : added) marks.add(mark);
			now += given.slowMs ?? 0;
			return Promise.resolve(found);
		},
		remove: (removed) => {
			for (const mark of removed) marks.delete(mark);
			return Promise.resolve();
		},
		carry: (kept) => {
			for (const mark of kept) carried.add(mark);
		},
		isWhole: () => Promise.resolve(given.isFull !== true),
	};
	const { turns = 0, isRetry = true, isTool = false } = given;
	const { note } = openNote(undefined, { lineage: 'L', by: 'e2', parameters: '', run: 0 });
	Object.assign(note, { turns, ...(given.lost && { lost: given.lost }) });
	const attempt: Attempt = {
		...{ row, note, isUnreadable: false, execution: 'e2', isTool, isRetry },
		...{ beganAt: given.beganAt, today: () => TODAY, keying: given.keying },
		clock: { now: () => now, sleep: (ms) => Promise.resolve(void (now += ms)) },
	};
	const left = () => [...marks].filter((mark) => !mark.startsWith('owner')).sort();
	return { attempt, note, asked, left, carried: () => [...carried].sort() };
}

const sorted = (...marks: string[]) => [...new Set(marks)].sort();

describe('takeTurn', () => {
	it.each<[string, Given, string, string[]]>([
		['its first turn is there', { marks: [T0] }, 'taken', [T0]],
		['it began with the same keys', { marks: [T0, KEYS], keying: 'k' }, 'taken', [T0, KEYS]],
		['it began without keys', { marks: [T0], keying: 'k' }, 'rekeyed', [T0]],
		['it began with other keys', { marks: [T0, KEYS], keying: 'n' }, 'rekeyed', [T0, KEYS]],
		['nothing is there and it has keys', { keying: 'k' }, 'ours', [NOW, T0, KEYS]],
		['one turn is there', { turns: 1, marks: [T0] }, 'ours', [NOW, T0, T1]],
		['both turns are there', { turns: 1, marks: [T0, T1] }, 'taken', [T0, T1]],
		['its first turn was dropped', { turns: 1 }, 'unproved', [LOST]],
		['a question got no answer', { marks: [LOST] }, 'unproved', [LOST]],
		['the row is full', { turns: 1, marks: [T0], isFull: true }, 'ours', [NOW, T0, T1]],
		['n8n’s database is nearly slow', { slowMs: 999 }, 'ours', [NOW, T0]],
		['n8n’s database is slow to say so', { marks: [T0], slowMs: 1000 }, 'taken', [T0]],
	])('The turn of a retry if %s', async (_, given, turn, left) => {
		const one = attemptWith(given);
		expect(await takeTurn(one.attempt)).toBe(turn);
		expect(one.left()).toEqual(sorted(...left));
		const lost = turn === 'ours' ? undefined : turn;
		expect([one.note.turns, one.note.lost]).toEqual([(given.turns ?? 0) + 1, lost]);
		// A retry that may not go on does not wait.
		expect(one.attempt.clock.now() > (given.slowMs ?? 0)).toBe(turn === 'ours');
		const own = `turn L ${given.turns ?? 0}`;
		const kept = [NOW, T0, own, ...(given.keying === undefined ? [] : [KEYS])];
		// A mark that was there may be dropped soon, and would come back as a young one.
		const isNew = (mark: string) => given.marks?.includes(mark) !== true;
		expect(one.carried()).toEqual(turn === 'ours' ? sorted(...kept.filter(isNew)) : []);
	});

	it.each<[string, Given, string, string[]]>([
		['shows', { marks: [BEFORE] }, 'ours', [BEFORE, NOW, T0]],
		['shows and a question is open', { marks: [BEFORE, 'asking'] }, 'unproved', [LOST]],
		['is missing', {}, 'unproved', [LOST]],
	])('The turn of a retry in a full row if a period before it %s', async (_, given, turn, left) => {
		const one = attemptWith({ beganAt: BEGAN_AT, isFull: true, ...given });
		expect(await takeTurn(one.attempt)).toBe(turn);
		expect(one.left()).toEqual(sorted(...left, ...(given.marks ?? [])));
	});

	it.each<[string, Given]>([
		['the turn cannot be the first', { turns: 1, isFull: true, beganAt: BEGAN_AT }],
		['the row is whole', { beganAt: BEGAN_AT }],
	])('The row is asked for no period if %s', async (_, given) => {
		const { attempt, asked } = attemptWith(given);
		await takeTurn(attempt);
		// An owner, this period, the first turn, this turn, and `lost`.
		expect(asked.most).toBeLessThanOrEqual(5);
	});

	it('A retry in a full row adds nothing to an old question', async () => {
		const { attempt, asked } = attemptWith({ marks: [LOST], isFull: true });
		expect(await takeTurn(attempt)).toBe('unproved');
		expect(asked.most).toBe(2);
	});

	it('A question that another process opens meanwhile makes periods prove nothing', async () => {
		const { attempt } = attemptWith({ beganAt: BEGAN_AT, isFull: true, marks: [BEFORE] });
		const { row } = attempt;
		const remove = row.remove.bind(row);
		row.remove = async (marks) => {
			await remove(marks);
			if (marks.includes('asking')) await row.add(['asking']);
		};
		expect(await takeTurn(attempt)).toBe('unproved');
	});

	it.each<[string, Given, string, string[]]>([
		['its turn is there', { marks: [T0] }, 'taken', [NOW, T0]],
		['n8n’s database is nearly slow', { slowMs: 4999 }, 'ours', [NOW, T0]],
	])('The turn of a first execution if %s', async (_, given, turn, left) => {
		const one = attemptWith({ isRetry: false, ...given });
		expect(await takeTurn(one.attempt)).toBe(turn);
		expect(one.carried()).toEqual(turn === 'ours' ? sorted(...left) : []);
		expect([one.note.turns, one.asked.writes]).toEqual([1, 1]);
	});

	it.each<[string, Given, string, string[]]>([
		['a retry claims too slowly', { slowMs: 1000 }, 'too long', [NOW, T0, LOST]],
		['a first run claims too slowly', { slowMs: 5000, isRetry: false }, 'too long', [NOW, T0]],
		['other processes undo', { isUndone: true }, 'undo each claim', []],
		['nobody answers', { isBroken: true }, 'broken', []],
	])('A turn that %s is given to nobody, and its marks stay', async (_, given, why, left) => {
		const one = attemptWith(given);
		await expect(takeTurn(one.attempt)).rejects.toThrow(why);
		expect(one.note.turns).toBe(given.turns ?? 0);
		expect(one.left()).toEqual(sorted(...left));
	});

	it('A note that says why its turn was lost asks nothing', async () => {
		const { attempt, asked } = attemptWith({ lost: 'rekeyed' });
		expect(await takeTurn(attempt)).toBe('rekeyed');
		expect(asked.writes).toBe(0);
	});

	it.each([
		[false, 1],
		[true, 2],
	])('Two calls of a tool (%j) take their turns one after the other: %i', async (isTool, turns) => {
		const { attempt, note } = attemptWith({ isTool });
		expect(await Promise.all([takeTurn(attempt), takeTurn(attempt)])).toEqual(['ours', 'ours']);
		expect(note.turns).toBe(turns);
	});
});

const marksOf = (...keys: string[]) => keys.flatMap((key) => [`key ${key}`, `key? ${key}`]);

describe('Keys', () => {
	const UNPROVED = 'too full to show whether this Send Once Key was used';
	const FULL = { isFull: true };
	const NOT_STORED = 'failed while it stored this';

	it.each<[string, Given, string, string[]]>([
		['nothing is there', {}, '', marksOf('a')],
		['its message was accepted', { marks: ['key a'] }, 'already', ['key a']],
		['its message is uncertain', { marks: marksOf('a') }, 'began to send an earlier', marksOf('a')],
		['the first turn shows in a full row', { ...FULL, marks: [T0] }, '', [T0, ...marksOf('a')]],
		['the first turn was dropped', FULL, UNPROVED, [LOST]],
		['a question got no answer', { ...FULL, marks: [T0, LOST] }, UNPROVED, [T0, LOST]],
		['n8n’s database is slow', { slowMs: 1000 }, NOT_STORED, marksOf('a')],
		['a first execution finds a full row', { ...FULL, isRetry: false }, '', marksOf('a')],
		['n8n’s database breaks', { isBroken: true }, NOT_STORED, []],
	])('A key is claimed, or why not, if %s', async (_, given, why, left) => {
		const one = attemptWith(given);
		const outcome = await new Keys(one.attempt).claim(0, 'a');
		const what = isFailure(outcome) ? outcome.what : '';
		expect(outcome?.fate === 'accepted' ? 'already' : what).toMatch(why === '' ? /^$/ : why);
		expect(one.left()).toEqual(sorted(...left));
		expect(one.carried()).toEqual(outcome === undefined ? marksOf('a') : []);
	});

	const claimAll = (keys: Keys, ...all: string[]) =>
		Promise.all(all.map((key, item) => keys.claim(item, key)));

	it('Keys of the same moment are claimed in one write, also by a retry in a full row', async () => {
		const { attempt, asked } = attemptWith({ isFull: true, marks: [T0, 'key c'] });
		const outcomes = await claimAll(new Keys(attempt), 'a', 'b', 'c');
		expect(outcomes).toMatchObject([undefined, undefined, { fate: 'accepted' }]);
		// The claim, and the look whether it has stayed.
		expect(asked.writes).toBe(2);
	});

	it('A retry waits only for a key that is free', async () => {
		const { attempt } = attemptWith({ marks: marksOf('a', 'b') });
		await claimAll(new Keys(attempt), 'a', 'b');
		expect(attempt.clock.now()).toBe(0);
		const some = attemptWith({ marks: marksOf('a') }).attempt;
		await claimAll(new Keys(some), 'a', 'b');
		expect(some.clock.now()).toBe(1000);
	});

	it('The end of a node run frees the keys of messages that never left or were not sent', async () => {
		const { attempt, left } = attemptWith({});
		const keys = new Keys(attempt);
		await claimAll(keys, 'uncertain', 'accepted', 'refused', 'not tried');
		keys.ended(0, 'uncertain');
		keys.ended(1, 'accepted');
		keys.ended(2, 'notSent');
		await keys.end();
		expect(left()).toEqual(sorted(...marksOf('uncertain'), 'key accepted'));
	});

	it('One slow message keeps only its own key uncertain, and at most 25 others', async () => {
		const { attempt, left } = attemptWith({});
		const keys = new Keys(attempt);
		const all = Array.from({ length: 100 }, (_, at) => `k${at}`);
		await claimAll(keys, 'slow', ...all);
		for (const [at] of all.entries()) keys.ended(at + 1, 'accepted');
		await attempt.row.remove([]);
		expect(left().filter((mark) => mark.startsWith('key?')).length).toBeLessThanOrEqual(26);
		expect(left()).toContain('key? slow');
	});
});

describe('usedAmong', () => {
	it('The used keys of a long list are found a hundred at a time, and none is used up', async () => {
		const given = [...marksOf('7'), 'key 120', 'key? 199'];
		const { attempt, asked, left } = attemptWith({ marks: given });
		const keys = Array.from({ length: 200 }, (_, at) => String(at));
		expect(await usedAmong(attempt.row, keys)).toEqual(new Set(['7', '120', '199']));
		expect(left()).toEqual(sorted(...given));
		expect([asked.writes, asked.most]).toEqual([2, 200]);
	});
});
