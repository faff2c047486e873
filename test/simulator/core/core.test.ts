import { ServiceClock } from './clock';
import { isLoopback } from './loopback';
import { Ring } from './ring';
import { serviceTime } from './serviceTime';
import { meterOf, Window } from './window';

describe('the clock of the service', () => {
	it('lets events happen in the order of their time, and of their making where that is the same', () => {
		const clock = new ServiceClock(0);
		const happened: string[] = [];
		for (const [name, ms] of [
			['c', 30],
			['a', 10],
			['b', 20],
			['b2', 20],
			['never', 1000],
		] as const) {
			clock.after(ms, () => happened.push(name));
		}

		clock.advance(999);

		expect(happened).toEqual(['a', 'b', 'b2', 'c']);
	});

	it('shows each event its own time while it is moved on', () => {
		const clock = new ServiceClock(0);
		const start = clock.now();
		const times: number[] = [];
		clock.after(100, () => {
			times.push(clock.now() - start);
			clock.after(50, () => times.push(clock.now() - start));
		});

		clock.advance(1000);

		expect(times).toEqual([100, 150]);
		expect(clock.now() - start).toBe(1000);
	});

	it('keeps thousands of events in order', () => {
		const clock = new ServiceClock(0);
		const seen: number[] = [];
		for (let at = 0; at < 5000; at++) {
			const due = (at * 7919) % 5003;
			clock.after(due, () => seen.push(due));
		}

		clock.advance(10_000);

		expect(seen).toHaveLength(5000);
		expect(seen).toEqual([...seen].sort((a, b) => a - b));
	});

	describe('beside a real clock', () => {
		beforeEach(() => {
			jest.useFakeTimers();
		});

		afterEach(() => {
			jest.useRealTimers();
		});

		it('runs by itself at its speed', () => {
			const clock = new ServiceClock(1000);
			const start = clock.now();
			const times: number[] = [];
			clock.after(100_000, () => times.push(clock.now() - start));

			jest.advanceTimersByTime(99);
			expect(times).toEqual([]);
			jest.advanceTimersByTime(1);
			expect(times).toEqual([100_000]);
		});

		it('counts time before and after a change of speed at the speed of then', () => {
			const clock = new ServiceClock(1);
			const start = clock.now();
			jest.advanceTimersByTime(50);
			clock.speed = 1000;
			jest.advanceTimersByTime(50);
			clock.speed = 0;
			jest.advanceTimersByTime(50);

			expect(clock.now() - start).toBe(50 + 50_000);
		});
	});

	it('forgets what was to happen on a reset', () => {
		const clock = new ServiceClock(0);
		let happened = false;
		clock.after(10, () => (happened = true));

		clock.reset(0);
		clock.advance(100);

		expect(happened).toBe(false);
	});
});

describe('a window', () => {
	it('takes no more than its limit within any period', () => {
		const window = new Window(3, 1000);

		const taken = [0, 400, 800, 900, 999, 1000, 1399, 1400].map((now) => window.accept(now));

		expect(taken).toEqual([true, true, true, false, false, true, false, true]);
	});

	it('of limit 0 takes everything', () => {
		const window = new Window(0, 1000);

		expect([1, 1, 1].map((now) => window.accept(now))).toEqual([true, true, true]);
	});
});

describe('the readings of a rate', () => {
	const starts = [0, 0, 5, 6.9, 7, 990, 999, 1000];

	it.each([
		['any period', [true, true, true, false, false, false, false, true]],
		['clock', [true, true, true, false, false, false, false, true]],
		['gap', [true, false, false, false, true, true, true, false]],
	] as const)('of %s take what they allow', (reading, taken) => {
		// Three in a second, or 100 in a second for the gap.
		const meter = meterOf(reading, reading === 'gap' ? 100 : 3, 1000);

		expect(starts.map((now) => meter.accept(now))).toEqual(taken);
	});

	it('of the clock begin anew with each second, wherever the last ones were', () => {
		const meter = meterOf('clock', 2, 1000);

		expect([998, 999, 999, 1000, 1001, 1002].map((now) => meter.accept(now))).toEqual([
			...[true, true, false],
			...[true, true, false],
		]);
	});

	it('of a bucket take ten at once, and then as it fills', () => {
		const meter = meterOf('bucket', 100, 1000);
		const atOnce = Array.from({ length: 12 }, () => meter.accept(0));

		expect(atOnce.filter((taken) => taken)).toHaveLength(10);
		expect([9, 10, 11, 20].map((now) => meter.accept(now))).toEqual([false, true, false, true]);
	});
});

describe('a ring', () => {
	it('keeps the newest, the oldest of them first, and counts what it let go', () => {
		const ring = new Ring<number>(3);

		for (const entry of [1, 2, 3, 4, 5]) ring.add(entry);

		expect(ring.list()).toEqual([3, 4, 5]);
		expect(ring.dropped).toBe(2);
	});

	it('of no size keeps nothing', () => {
		const ring = new Ring<number>(0);

		ring.add(1);

		expect(ring.list()).toEqual([]);
	});
});

describe('addresses on this machine', () => {
	it.each(['http://127.0.0.1:80/x', 'http://localhost/', 'http://[::1]:5/', 'https://127.9.9.9/'])(
		'%s is one',
		(url) => {
			expect(isLoopback(url)).toBe(true);
		},
	);

	it.each([
		'http://127.0.0.1.example.com/',
		'http://example.com/127.0.0.1',
		'http://localhost.example.com/',
		'http://127.0.0.1@example.com/',
		'file:///etc/passwd',
		'nothing',
	])('%s is none', (url) => {
		expect(isLoopback(url)).toBe(false);
	});
});

describe('dates of the service', () => {
	it('are told in its zone, without an offset', () => {
		const at = Date.UTC(2026, 0, 31, 18, 5, 9);

		expect(serviceTime(at, 'UTC')).toBe('2026-01-31 18:05:09');
		expect(serviceTime(at, 'Asia/Jakarta')).toBe('2026-02-01 01:05:09');
	});
});
