import fc from 'fast-check';

import { Repeats } from '../../nodes/callbacks/repeats';

const WINDOW = 1000;
const MOST = 5;

describe('What came already', () => {
	let now = 0;
	let repeats: Repeats;

	const take = (key: string) => {
		const verdict = repeats.begin(key);
		if (verdict === 'new') repeats.settle(key, true);
		return verdict;
	};

	beforeEach(() => {
		now = 10_000;
		repeats = new Repeats(() => now, MOST, WINDOW);
	});

	it('is new once', () => {
		expect([take('a'), take('a'), take('b'), take('a')]).toEqual(['new', 'known', 'new', 'known']);
	});

	it('is being taken until it is settled', () => {
		expect([repeats.begin('a'), repeats.begin('a')]).toEqual(['new', 'pending']);
		repeats.settle('a', true);
		expect(repeats.begin('a')).toBe('known');
	});

	it('is new again where it could not be taken', () => {
		repeats.begin('a');
		repeats.settle('a', false);
		expect(repeats.begin('a')).toBe('new');
	});

	it('is known to the end of the window, and new after it', () => {
		take('a');
		now += WINDOW - 1;
		expect(repeats.begin('a')).toBe('known');
		now += 2;
		expect(take('a')).toBe('new');
	});

	it('is forgotten a day later where nobody says otherwise, and not before', () => {
		const hour = 60 * 60 * 1000;
		const daily = new Repeats(() => now);
		daily.begin('a');
		daily.settle('a', true);
		now += 24 * hour - 1;
		expect(daily.begin('a')).toBe('known');
		now += 2;
		expect(daily.begin('a')).toBe('new');
	});

	it('is forgotten, the oldest first, where there is too much of it', () => {
		for (const key of ['a', 'b', 'c', 'd', 'e', 'f']) take(key);
		expect(repeats.size).toBe(MOST);
		expect(repeats.begin('f')).toBe('known');
		expect(repeats.begin('b')).toBe('known');
		expect(repeats.begin('a')).toBe('new');
	});

	it('takes no more room than it may, however much comes', () => {
		fc.assert(
			fc.property(
				fc.array(
					fc.record({
						key: fc.integer({ min: 0, max: 12 }).map(String),
						step: fc.integer({ min: 0, max: WINDOW }),
						taken: fc.boolean(),
					}),
				),
				(callbacks) => {
					const bounded = new Repeats(() => now, MOST, WINDOW);
					for (const { key, step, taken } of callbacks) {
						now += step;
						if (bounded.begin(key) === 'new') bounded.settle(key, taken);
						expect(bounded.size).toBeLessThanOrEqual(MOST);
					}
				},
			),
		);
	});

	it('is told as a plain record of the last window would tell it', () => {
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
					const bounded = new Repeats(() => now, MOST, WINDOW);
					const model = new Map<string, number>();
					for (const { key, step, taken } of callbacks) {
						now += step;
						const at = model.get(key);
						const expected = at !== undefined && now - at < WINDOW ? 'known' : 'new';
						expect(bounded.begin(key)).toBe(expected);
						if (expected === 'known') continue;
						bounded.settle(key, taken);
						if (taken) model.set(key, now);
						else model.delete(key);
					}
				},
			),
		);
	});

	it('is not disturbed by what was settled and never begun', () => {
		repeats.settle('a', true);
		expect(repeats.begin('a')).toBe('new');
		expect(repeats.size).toBe(1);
	});

	it('starts with 50,000 in a moment', () => {
		const many = new Repeats(() => now);
		for (let at = 0; at < 120_000; at++) {
			many.begin(String(at));
			many.settle(String(at), true);
		}
		expect(many.size).toBe(50_000);
	});
});
