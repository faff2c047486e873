import fc from 'fast-check';

import { Repeats } from '../../nodes/callbacks/repeats';

const WINDOW = 1000;
const MOST = 5;
const MOST_IN_ALL = 12;
const PENDING = 100;

describe('Repeats', () => {
	let now = 0;
	let repeats: Repeats;

	const take = (key: string) => {
		const verdict = repeats.begin('trigger', key);
		if (verdict === 'new') repeats.settle('trigger', key, true);
		return verdict;
	};

	beforeEach(() => {
		now = 10_000;
		repeats = new Repeats(() => now, MOST, MOST_IN_ALL, WINDOW, PENDING);
	});

	const begin = (key: string) => repeats.begin('trigger', key);

	it('A callback is new once', () => {
		expect([take('a'), take('a'), take('b'), take('a')]).toEqual(['new', 'known', 'new', 'known']);
	});

	it('A callback is pending until it is settled', () => {
		expect([begin('a'), begin('a')]).toEqual(['new', 'pending']);
		repeats.settle('trigger', 'a', true);
		expect(begin('a')).toBe('known');
	});

	it('A callback that could not be taken is new again', () => {
		repeats.begin('trigger', 'a');
		repeats.settle('trigger', 'a', false);
		expect(begin('a')).toBe('new');
	});

	it('The oldest callback is forgotten first if there are too many', () => {
		for (const key of ['a', 'b', 'c', 'd', 'e', 'f']) take(key);
		expect(repeats.size).toBe(MOST);
		expect(begin('f')).toBe('known');
		expect(begin('b')).toBe('known');
		expect(begin('a')).toBe('new');
	});

	it('The memory agrees with a plain record of the last window', () => {
		fc.assert(
			fc.property(
				fc.array(
					fc.record({
						key: fc.constantFrom('a', 'b', 'c', 'd'),
						step: fc.integer({ min: 1, max: WINDOW / 2 }),
						taken: fc.boolean(),
					}),
				),
				(callbacks) => {
					const bounded = new Repeats(() => now, MOST, MOST_IN_ALL, WINDOW, PENDING);
					const model = new Map<string, number>();
					for (const { key, step, taken } of callbacks) {
						now += step;
						const at = model.get(key);
						const expected = at !== undefined && now - at < WINDOW ? 'known' : 'new';
						expect(bounded.begin('trigger', key)).toBe(expected);
						if (expected === 'known') continue;
						bounded.settle('trigger', key, taken);
						if (taken) model.set(key, now);
						else model.delete(key);
					}
				},
			),
		);
	});

	it('A callback is pending for 60 seconds by default, and known for a day', () => {
		const daily = new Repeats(() => now);
		daily.begin('trigger', 'a');
		daily.begin('trigger', 'b');
		daily.settle('trigger', 'b', true);
		const after = (ms: number) => {
			now = 10_000 + ms;
			return [daily.begin('trigger', 'a'), daily.begin('trigger', 'b')];
		};
		expect(after(59_999)).toEqual(['pending', 'known']);
		expect(after(60_000)).toEqual(['new', 'known']);
		const day = 24 * 60 * 60 * 1000;
		expect(after(day - 1)[1]).toBe('known');
		expect(after(day + 1)[1]).toBe('new');
	});

	it('A callback that was settled and never begun is ignored', () => {
		repeats.settle('trigger', 'a', true);
		expect(begin('a')).toBe('new');
		expect(repeats.size).toBe(1);
	});

	it('A flood of calls to another trigger pushes out nothing', () => {
		take('a');
		for (let at = 0; at < 1000; at++) {
			repeats.begin('flooded', String(at));
			repeats.settle('flooded', String(at), true);
		}
		expect(begin('a')).toBe('known');
		expect(repeats.size).toBe(MOST + 1);
	});

	it.each(['before', 'after'])(
		'The busiest trigger makes room for one that began %s it',
		(when) => {
			if (when === 'before') take('a');
			for (const trigger of ['b', 'c', 'd']) {
				for (let at = 0; at < MOST; at++) repeats.begin(trigger, String(at));
			}
			expect(repeats.size).toBe(MOST_IN_ALL);
			if (when === 'after') take('a');
			expect(begin('a')).toBe('known');
		},
	);

	it.each([
		[1, 50_000],
		[5, 200_000],
	])('The memory of %i triggers holds %i callbacks at most', (triggers, most) => {
		const many = new Repeats(() => now);
		for (let at = 0; at < most + 1000; at++) many.begin(String(at % triggers), String(at));

		expect(many.size).toBe(most);
	});
});
