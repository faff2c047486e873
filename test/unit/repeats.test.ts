import fc from 'fast-check';

import { Repeats } from '../../nodes/callbacks/repeats';

const WINDOW = 1000;
const MOST = 5;
const MOST_IN_ALL = 12;
const PENDING = 100;

describe('Repeats', () => {
	let now = 0;
	let repeats: Repeats;

	const begin = (key: string, trigger = 'trigger') => repeats.begin(trigger, key);
	const settle = (key: string, accepted = true, trigger = 'trigger') => {
		repeats.settle(trigger, key, accepted);
	};
	const take = (key: string, trigger?: string) => {
		const verdict = begin(key, trigger);
		if (verdict === 'new') settle(key, true, trigger);
		return verdict;
	};

	beforeEach(() => {
		now = 10_000;
		repeats = new Repeats(() => now, MOST, MOST_IN_ALL, WINDOW, PENDING);
	});

	it('A callback is new, pending until n8n accepted it, then known', () => {
		expect([begin('a'), begin('a')]).toEqual(['new', 'pending']);
		settle('a');
		expect([begin('a'), begin('b')]).toEqual(['known', 'new']);
	});

	it('A callback that n8n did not accept is new again', () => {
		begin('a');
		settle('a', false);
		expect(begin('a')).toBe('new');
	});

	it('The oldest callback is forgotten first if there are too many', () => {
		for (const key of ['a', 'b', 'c', 'd', 'e', 'f']) take(key);
		expect(repeats.size).toBe(MOST);
		expect(['f', 'b', 'a'].map((key) => begin(key))).toEqual(['known', 'known', 'new']);
	});

	it('The memory agrees with a plain record of the last window', () => {
		const callback = fc.record({
			key: fc.constantFrom('a', 'b', 'c', 'd'),
			step: fc.integer({ min: 1, max: WINDOW / 2 }),
			accepted: fc.boolean(),
		});
		fc.assert(
			fc.property(fc.array(callback), (callbacks) => {
				repeats = new Repeats(() => now, MOST, MOST_IN_ALL, WINDOW, PENDING);
				const model = new Map<string, number>();
				for (const { key, step, accepted } of callbacks) {
					now += step;
					const at = model.get(key);
					const expected = at !== undefined && now - at < WINDOW ? 'known' : 'new';
					expect(begin(key)).toBe(expected);
					if (expected === 'known') continue;
					settle(key, accepted);
					if (accepted) model.set(key, now);
					else model.delete(key);
				}
			}),
		);
	});

	it('A callback is pending for 60 seconds by default, and known for a day', () => {
		repeats = new Repeats(() => now);
		begin('a');
		take('b');
		const after = (ms: number) => {
			now = 10_000 + ms;
			return [begin('a'), begin('b')];
		};
		expect(after(59_999)).toEqual(['pending', 'known']);
		expect(after(60_000)).toEqual(['new', 'known']);
		const day = 24 * 60 * 60 * 1000;
		expect(after(day - 1)[1]).toBe('known');
		expect(after(day + 1)[1]).toBe('new');
	});

	it('A callback that was settled but never begun is ignored', () => {
		settle('a');
		expect(begin('a')).toBe('new');
		expect(repeats.size).toBe(1);
	});

	it('A flood of calls to another trigger makes no trigger forget', () => {
		take('a');
		for (let at = 0; at < 1000; at++) take(String(at), 'flooded');
		expect(begin('a')).toBe('known');
		expect(repeats.size).toBe(MOST + 1);
	});

	it.each([true, false])('A busy trigger makes room for a quiet one (first: %j)', (isFirst) => {
		if (isFirst) take('a');
		for (const trigger of ['b', 'c', 'd']) {
			for (let at = 0; at < MOST; at++) begin(String(at), trigger);
		}
		expect(repeats.size).toBe(MOST_IN_ALL);
		if (!isFirst) take('a');
		expect(begin('a')).toBe('known');
	});

	it.each([
		[1, 50_000],
		[5, 200_000],
	])('The memory of %i triggers holds at most %i callbacks', (triggers, most) => {
		repeats = new Repeats(() => now);
		for (let at = 0; at < most + 1000; at++) begin(String(at), String(at % triggers));
		expect(repeats.size).toBe(most);
	});
});
