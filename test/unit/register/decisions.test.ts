import { openNote, type Row } from '../../../nodes/MessagingService/engine/register';
import { Keys, usedAmong } from '../../../nodes/MessagingService/engine/register/keys';
import type { Life } from '../../../nodes/MessagingService/engine/register/life';
import { periodsBefore, periodsNow } from '../../../nodes/MessagingService/engine/register/names';
import { takeTurn } from '../../../nodes/MessagingService/engine/register/turn';

const TODAY = Date.UTC(2026, 10, 23, 9);
const NOW = periodsNow(TODAY);
const BEGAN_AT = TODAY - 60_000;
const BEFORE = periodsBefore(BEGAN_AT)[3] ?? { mark: '', doubt: '' };
const IN_DOUBT = [BEFORE.mark, BEFORE.doubt];
const [T0, T1, LOST] = ['turn L 0', 'turn L 1', 'lost L'];
const KEYS = 'keys L 0 k';

interface Given {
	marks?: string[];
	/** What the row says of its size, each time that it is asked. */
	whole?: boolean[];
	slowMs?: number;
	isUndone?: boolean;
	isUnsure?: boolean;
	isBroken?: boolean;
	isRetry?: boolean;
	isTool?: boolean;
	turns?: number;
	beganAt?: number;
	keying?: string;
	by?: string;
	/** Only in n8n 1: the digest of this turn's list, and of the list of the turn before. */
	list?: string;
	lastList?: string;
	lost?: 'all' | 'keyless' | 'rekeyed';
}

function lifeWith(given: Given) {
	let now = 0;
	const marks = new Set(given.marks);
	const carried = new Set<string>();
	const asked = { writes: 0, confirms: 0, most: 0 };
	const whole = [...(given.whole ?? [])];
	const row: Row = {
		add: (added) => {
			if (given.isBroken === true) return Promise.reject(new Error('broken'));
			asked.writes++;
			asked.most = Math.max(asked.most, added.length);
			const found = new Set(added.filter((mark) => marks.has(mark)));
			for (const mark of given.isUndone === true ? [] : added) marks.add(mark);
			now += given.slowMs ?? 0;
			return Promise.resolve({ found, isUnsure: given.isUnsure ?? false });
		},
		remove: (removed) => {
			for (const mark of removed) marks.delete(mark);
			return Promise.resolve();
		},
		carry: (kept) => {
			for (const mark of kept) carried.add(mark);
		},
		confirm: () => {
			asked.confirms++;
			return Promise.resolve();
		},
		isWhole: () => Promise.resolve(whole.shift() ?? true),
	};
	const { turns = 0, by = 'e2', list, lastList, isRetry = true, isTool = false } = given;
	const { note } = openNote(undefined, { lineage: 'L', by, parameters: '', run: 0 });
	Object.assign(note, {
		...{ turns, ...(given.lost && { lost: given.lost }) },
		...(isRetry && list !== undefined && { byList: true, list: lastList }),
	});
	const life: Life = {
		...{ row, note, isUnreadable: false, execution: 'e2', isTool, isRetry, list },
		...{ beganAt: given.beganAt, today: () => TODAY, keying: given.keying },
		clock: { now: () => now, sleep: (ms) => Promise.resolve(void (now += ms)) },
	};
	const carriedSoFar = () => [...carried].sort();
	const forget = () => {
		carried.clear();
	};
	return { life, note, asked, marks: () => [...marks].sort(), carried: carriedSoFar, forget };
}

const sorted = (...marks: string[]) => [...new Set(marks)].sort();

describe('takeTurn', () => {
	it.each<[string, Given, string, string[]]>([
		['nothing is there', {}, 'ours', [...NOW, T0]],
		['its first turn is there', { marks: [T0] }, 'taken', [T0]],
		['it began with the same keys', { marks: [T0, KEYS], keying: 'k' }, 'taken', [T0, KEYS]],
		['it began without keys', { marks: [T0], keying: 'k' }, 'rekeyed', [T0]],
		['it began with other keys', { marks: [T0, KEYS], keying: 'n' }, 'rekeyed', [T0, KEYS]],
		['nothing is there and it has keys', { keying: 'k' }, 'ours', [...NOW, T0, KEYS]],
		['one turn is there', { turns: 1, marks: [T0] }, 'ours', [...NOW, T0, T1]],
		['both turns are there', { turns: 1, marks: [T0, T1] }, 'taken', [T0, T1]],
		['its first turn was dropped', { turns: 1 }, 'unproved', [LOST]],
		['a question got no answer', { marks: [LOST] }, 'unproved', [LOST]],
		['a question for a turn got none', { turns: 1, marks: [T0, LOST] }, 'unproved', [T0, LOST]],
		['the row is too full', { whole: [false] }, 'unproved', [LOST]],
		['the row gets too full', { whole: [true, false] }, 'unproved', [LOST]],
		['the row fills', { turns: 1, marks: [T0], whole: [true, false] }, 'ours', [...NOW, T0, T1]],
		['n8n’s database is slow', { slowMs: 1000 }, 'late', []],
		['n8n’s database is slow with a turn', { turns: 1, marks: [T0], slowMs: 1000 }, 'late', [T0]],
		['n8n’s database is nearly slow', { slowMs: 999 }, 'ours', [...NOW, T0]],
		['n8n’s database is slow to say so', { marks: [T0], slowMs: 1000 }, 'taken', [T0]],
	])('The turn of a retry if %s', async (_, given, turn, left) => {
		const { life, note, marks, carried } = lifeWith(given);
		expect(await takeTurn(life)).toBe(turn);
		expect(marks()).toEqual(sorted(...left));
		const turns = (given.turns ?? 0) + (turn === 'late' ? 0 : 1);
		const lost = { unproved: 'all', taken: 'keyless', rekeyed: 'rekeyed' }[turn];
		expect([note.turns, note.lost]).toEqual([turns, lost]);
		const own = `turn L ${given.turns ?? 0}`;
		const kept = [...NOW, T0, own, ...(given.keying === undefined ? [] : [KEYS])];
		expect(carried()).toEqual(turn === 'ours' ? sorted(...kept) : []);
	});

	it.each<[string, Given, string, string[]]>([
		['shows', { marks: [BEFORE.mark] }, 'ours', [BEFORE.mark, ...NOW, T0]],
		['is in doubt', { marks: IN_DOUBT }, 'unproved', [...IN_DOUBT, LOST]],
		['is missing', {}, 'unproved', [LOST]],
	])('The turn of a retry in a full row if a period before it %s', async (_, given, turn, left) => {
		const { life, marks } = lifeWith({ beganAt: BEGAN_AT, whole: [false, false], ...given });
		expect(await takeTurn(life)).toBe(turn);
		expect(marks()).toEqual(sorted(...left));
	});

	it.each<[string, Given, string]>([
		['the turn cannot be the first', { turns: 1, whole: [false], beganAt: BEGAN_AT }, 'unproved'],
		['the row is whole', { beganAt: BEGAN_AT }, 'ours'],
	])('The row is asked for no period if %s', async (_, given, turn) => {
		const { life, asked } = lifeWith(given);
		expect(await takeTurn(life)).toBe(turn);
		// Two owners, the first turn, its doubt, this turn, an hour and a day.
		expect(asked.most).toBeLessThanOrEqual(7);
	});

	it('A retry that may not go on does not wait', async () => {
		const { life } = lifeWith({ marks: [T0] });
		expect(await takeTurn(life)).toBe('taken');
		expect(life.clock.now()).toBe(0);
	});

	it('No turn is given to anyone if another process undoes each claim', async () => {
		const { life, asked } = lifeWith({ isUndone: true });
		expect(await takeTurn(life)).toBe('taken');
		expect(asked.writes).toBe(6);
	});

	const SAME = { list: 'a', lastList: 'a' };
	const BEGUN = { list: 'b', lastList: 'a', marks: ['list b'] };

	it.each<[string, Given, string, string[], string | undefined]>([
		['new', { list: 'b', lastList: 'a' }, 'ours', [...NOW, 'list b', T1], undefined],
		['begun', BEGUN, 'taken', ['list b'], 'keyless'],
		['lost', { list: 'b', lastList: 'a', marks: ['lost b'] }, 'unproved', ['lost b'], 'all'],
		['the same', { ...SAME, marks: ['list a'] }, 'ours', [...NOW, 'list a', T1], undefined],
		['the same and dropped', SAME, 'unproved', ['lost a'], 'all'],
		['begun by another', { ...BEGUN, by: 'e1' }, 'taken', ['list b'], 'keyless'],
	])('The turn of a retry in n8n 1 whose list is %s', async (_, given, turn, left, lost) => {
		const { life, note, marks } = lifeWith({ turns: 1, ...given });
		expect(await takeTurn(life)).toBe(turn);
		expect(marks()).toEqual(sorted(...left));
		expect([note.list, note.lost]).toEqual([turn === 'ours' ? given.list : given.lastList, lost]);
	});

	it.each<[string, Given, string, string[]]>([
		['nothing is there', {}, 'ours', [...NOW, T0]],
		['nothing is there, in n8n 1', { list: 'a' }, 'ours', [...NOW, T0, 'list a']],
		['its turn is there', { marks: [T0] }, 'taken', [...NOW, T0]],
		['n8n’s database is slow', { slowMs: 5000, list: 'a' }, 'late', NOW],
		['n8n’s database is nearly slow', { slowMs: 4999 }, 'ours', [...NOW, T0]],
	])('The turn of a first execution if %s', async (_, given, turn, left) => {
		const { life, note, asked, marks, carried } = lifeWith({ isRetry: false, ...given });
		expect(await takeTurn(life)).toBe(turn);
		expect(marks()).toEqual(sorted(...left));
		expect(carried()).toEqual(turn === 'ours' ? sorted(...left) : []);
		const lost = turn === 'taken' ? 'keyless' : undefined;
		expect([note.turns, note.lost, asked.writes]).toEqual([turn === 'late' ? 0 : 1, lost, 1]);
	});

	it.each<[string, Given, string]>([
		['may be our own', { marks: [T0], isUnsure: true, isRetry: false }, 'may be our own'],
		['is not told', { isBroken: true }, 'broken'],
	])('A turn that %s is not taken', async (_, given, why) => {
		const { life, note } = lifeWith(given);
		await expect(takeTurn(life)).rejects.toThrow(why);
		expect(note.turns).toBe(0);
	});

	it.each([
		['all', 'unproved'],
		['keyless', 'taken'],
		['rekeyed', 'rekeyed'],
	] as const)('A note that lost %s asks nothing', async (lost, turn) => {
		const { life, asked } = lifeWith({ lost });
		expect(await takeTurn(life)).toBe(turn);
		expect(asked.writes).toBe(0);
	});

	it.each([
		[false, 1],
		[true, 2],
	])('Two calls of a tool (%j) take their turns one after the other: %i', async (isTool, turns) => {
		const { life, note } = lifeWith({ isTool });
		expect(await Promise.all([takeTurn(life), takeTurn(life)])).toEqual(['ours', 'ours']);
		expect(note.turns).toBe(turns);
	});
});

const keysOf = (...keys: string[]) => new Map(keys.map((key, item) => [item, key]));
const portionOf = (keys: Keys, item: number) => keys.portionOf.get(item);
const marksOf = (...keys: string[]) => keys.flatMap((key) => [`key ${key}`, `key? ${key}`]);

describe('Keys', () => {
	const UNPROVED = 'too full to show whether this Send Once Key was used';
	const FULL = { whole: [false] };
	const FILLS = { whole: [true, false] };

	it.each<[string, Given, string, string[]]>([
		['nothing is there', {}, '', marksOf('a')],
		['its message was accepted', { marks: ['key a'] }, 'already', ['key a']],
		['its message is uncertain', { marks: marksOf('a') }, 'began to send an earlier', marksOf('a')],
		['the first turn shows in a full row', { ...FULL, marks: [T0] }, '', [T0, ...marksOf('a')]],
		['the first turn was dropped', FULL, UNPROVED, [LOST]],
		['a question got no answer', { ...FULL, marks: [T0, LOST] }, UNPROVED, [T0, LOST]],
		['the row gets full and has the turn', { ...FILLS, marks: [T0] }, '', [T0, ...marksOf('a')]],
		['the row gets full without the turn', FILLS, UNPROVED, [LOST]],
		['the row gets full with a doubt', { ...FILLS, marks: [T0, LOST] }, UNPROVED, [T0, LOST]],
		['another process undoes each claim', { isUndone: true }, 'began to send', []],
		['n8n’s database is slow', { slowMs: 1000 }, 'took too long', []],
		['it is slow for a first execution', { slowMs: 5000, isRetry: false }, 'took too long', []],
		['a first execution finds a full row', { ...FULL, isRetry: false }, '', marksOf('a')],
		['n8n’s database broke off', { isUnsure: true, marks: marksOf('a') }, 'failed', marksOf('a')],
		['n8n’s database breaks', { isBroken: true }, 'failed while it stored this', []],
	])('A key is claimed, or why not, if %s', async (_, given, why, left) => {
		const { life, marks, carried } = lifeWith(given);
		const keys = new Keys(life, keysOf('a'), 1);
		keys.start();
		const outcome = await portionOf(keys, 0)?.claimed(0);
		const what = outcome?.ok === false ? outcome.failure.what : '';
		expect(outcome?.ok === true ? 'already' : what).toMatch(why === '' ? /^$/ : why);
		expect(marks().filter((mark) => !mark.startsWith('owner'))).toEqual(sorted(...left));
		expect(carried()).toEqual(outcome === undefined ? marksOf('a') : []);
	});

	it('A retry that finds no free key does not wait', async () => {
		const { life } = lifeWith({ marks: marksOf('a', 'b') });
		const keys = new Keys(life, keysOf('a', 'b'), 2);
		keys.start();
		await portionOf(keys, 0)?.claimed(0);
		expect(life.clock.now()).toBe(0);
		const some = lifeWith({ marks: marksOf('a') }).life;
		const others = new Keys(some, keysOf('a', 'b'), 2);
		others.start();
		await portionOf(others, 0)?.claimed(0);
		expect(some.clock.now()).toBe(1000);
	});

	it('The marks of a portion are removed when all of its messages have settled', async () => {
		const { life, asked, marks, carried, forget } = lifeWith({});
		const keys = new Keys(life, keysOf('a', 'b', 'c'), 2);
		keys.start();
		expect([await portionOf(keys, 0)?.claimed(0), await portionOf(keys, 1)?.claimed(1)]).toEqual([
			undefined,
			undefined,
		]);
		forget();
		portionOf(keys, 0)?.settled(0, 'accepted');
		portionOf(keys, 0)?.settled(0, 'accepted');
		expect(marks()).toEqual(sorted(...marksOf('a', 'b')));
		portionOf(keys, 1)?.settled(1, undefined);
		await keys.end();
		expect(marks()).toEqual(['key a']);
		expect(carried()).toEqual(['key a']);
		expect(asked.confirms).toBe(1);
	});

	it('One slow message keeps only its own key uncertain once two portions behind it are claimed', async () => {
		const { life, marks } = lifeWith({});
		const keys = new Keys(life, keysOf('slow', 'a', 'b', 'c', 'd', 'e'), 2);
		keys.start();
		for (const item of [0, 1, 2, 3, 4]) {
			await portionOf(keys, item)?.claimed(item);
			portionOf(keys, item)?.claimNext();
			if (item > 0) portionOf(keys, item)?.settled(item, 'accepted');
		}
		await life.row.remove([]);
		expect(marks()).not.toContain('key? a');
		expect(marks()).toContain('key? slow');
	});

	it('The end of a node run frees the keys of messages that never left', async () => {
		const { life, marks } = lifeWith({});
		const keys = new Keys(life, keysOf('a', 'b', 'c'), 1);
		keys.start();
		await portionOf(keys, 0)?.claimed(0);
		portionOf(keys, 0)?.claimNext();
		portionOf(keys, 0)?.settled(0, 'uncertain');
		await keys.end();
		expect(marks()).toEqual(marksOf('a'));
	});

	it('Keys that were never claimed are not confirmed', async () => {
		const { life, asked } = lifeWith({});
		await new Keys(life, keysOf('a'), 1).end();
		expect(asked).toEqual({ writes: 0, confirms: 0, most: 0 });
	});
});

describe('usedAmong', () => {
	it('The used keys of a long list are found a hundred at a time, and none is used up', async () => {
		const given = [...marksOf('7'), 'key 120', 'key? 199'];
		const { life, asked, marks } = lifeWith({ marks: given });
		const keys = Array.from({ length: 200 }, (_, at) => String(at));
		expect(await usedAmong(life.row, keys)).toEqual(new Set(['7', '120', '199']));
		expect(marks()).toEqual(sorted(...given));
		expect([asked.writes, asked.most]).toEqual([2, 200]);
	});
});
