import fc from 'fast-check';

import { Repeats } from '../../nodes/callbacks/repeats';

const DAY = 24 * 60 * 60 * 1000;
const MOST = 5;

describe('Repeats', () => {
	let now = 0;
	let repeats: Repeats;

	const take = (key: string) => {
		const verdict = repeats.begin(key);
		if (verdict === 'new') repeats.settle(key, true);
		return verdict;
	};

	beforeEach(() => {
		now = 10_000;
		repeats = new Repeats(() => now, MOST);
	});

	it('A callback is new, pending until n8n accepted it, then known', () => {
		expect([repeats.begin('a'), repeats.begin('a')]).toEqual(['new', 'pending']);
		repeats.settle('a', true);
		expect([repeats.begin('a'), repeats.begin('b')]).toEqual(['known', 'new']);
	});

	it('The oldest callback is forgotten first if there are too many', () => {
		for (const key of ['a', 'b', 'c', 'd', 'e', 'f']) take(key);
		expect(['f', 'b', 'a'].map((key) => repeats.begin(key))).toEqual(['known', 'known', 'new']);
	});

	it('The memory agrees with a plain record of the last day', () => {
		const callback = fc.record({
			key: fc.constantFrom('a', 'b', 'c', 'd'),
			step: fc.integer({ min: 60_000, max: DAY / 2 }),
			accepted: fc.boolean(),
		});
		fc.assert(
			fc.property(fc.array(callback), (callbacks) => {
				repeats = new Repeats(() => now, MOST);
				const model = new Map<string, number>();
				for (const { key, step, accepted } of callbacks) {
					now += step;
					const at = model.get(key);
					const expected = at !== undefined && now - at < DAY ? 'known' : 'new';
					expect(repeats.begin(key)).toBe(expected);
					if (expected === 'known') continue;
					repeats.settle(key, accepted);
					if (accepted) model.set(key, now);
					else model.delete(key);
				}
			}),
		);
	});

	it('A callback is pending for 60 seconds, and known for a day', () => {
		repeats.begin('a');
		take('b');
		const after = (ms: number) => {
			now = 10_000 + ms;
			return [repeats.begin('a'), repeats.begin('b')];
		};
		expect(after(59_999)).toEqual(['pending', 'known']);
		expect(after(60_000)).toEqual(['new', 'known']);
		expect(after(DAY - 1)[1]).toBe('known');
		expect(after(DAY + 1)[1]).toBe('new');
	});

	it('A callback that was settled but never begun is ignored', () => {
		repeats.settle('a', true);
		expect(repeats.begin('a')).toBe('new');
	});

	it('The memory holds at most 200,000 callbacks', () => {
		repeats = new Repeats(() => now);
		for (let at = 0; at < 201_000; at++) repeats.begin(String(at));
		expect(['1000', '999'].map((key) => repeats.begin(key))).toEqual(['pending', 'new']);
	});
});
