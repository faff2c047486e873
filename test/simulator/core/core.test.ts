import { ServiceClock } from './clock';
import { isLoopback } from './loopback';
import { Ring } from './ring';
import { serviceTime } from './serviceTime';
import { meterOf, Window } from './window';

describe('ServiceClock', () => {
	it('Events happen in the order of their times, then in the order they were made', () => {
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

	it('An event sees its own time while the clock is advanced', () => {
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

	describe('ServiceClock with a real clock', () => {
		beforeEach(() => {
			jest.useFakeTimers();
		});

		afterEach(() => {
			jest.useRealTimers();
		});

		it('The clock runs by itself at its speed', () => {
			const clock = new ServiceClock(1000);
			const start = clock.now();
			const times: number[] = [];
			clock.after(100_000, () => times.push(clock.now() - start));

			jest.advanceTimersByTime(99);
			expect(times).toEqual([]);
			jest.advanceTimersByTime(1);
			expect(times).toEqual([100_000]);
		});

		it('Time before a change of speed counts at the earlier speed', () => {
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

	it('A reset removes the events to come', () => {
		const clock = new ServiceClock(0);
		let happened = false;
		clock.after(10, () => (happened = true));

		clock.reset(0);
		clock.advance(100);

		expect(happened).toBe(false);
	});
});

describe('Window', () => {
	it('A window takes no more than its limit within any period', () => {
		const window = new Window(3, 1000);

		const taken = [0, 400, 800, 900, 999, 1000, 1399, 1400].map((now) => window.accept(now));

		expect(taken).toEqual([true, true, true, false, false, true, false, true]);
	});
});

describe('meterOf', () => {
	const starts = [0, 0, 5, 6.9, 7, 990, 999, 1000];

	it.each([
		['any period', [true, true, true, false, false, false, false, true]],
		['clock', [true, true, true, false, false, false, false, true]],
		['gap', [true, false, false, false, true, true, true, false]],
	] as const)('The reading %s takes what it allows', (reading, taken) => {
		// The gap has a limit of 100 in a second, each other reading a limit of three.
		const meter = meterOf(reading, reading === 'gap' ? 100 : 3, 1000);

		expect(starts.map((now) => meter.accept(now))).toEqual(taken);
	});

	it('The reading bucket takes ten immediately, then one for each that refills', () => {
		const meter = meterOf('bucket', 100, 1000);
		const atOnce = Array.from({ length: 12 }, () => meter.accept(0));

		expect(atOnce.filter((taken) => taken)).toHaveLength(10);
		expect([9, 10, 11, 20].map((now) => meter.accept(now))).toEqual([false, true, false, true]);
	});
});

describe('Ring', () => {
	it('A ring keeps the newest entries in order, and counts the dropped ones', () => {
		const ring = new Ring<number>(3);

		for (const entry of [1, 2, 3, 4, 5]) ring.add(entry);

		expect(ring.list()).toEqual([3, 4, 5]);
		expect(ring.dropped).toBe(2);
	});
});

describe('isLoopback', () => {
	it.each([
		['http://127.0.0.1:80/x', true],
		['http://localhost/', true],
		['http://[::1]:5/', true],
		['https://127.9.9.9/', true],
		['http://127.0.0.1.example.com/', false],
		['http://example.com/127.0.0.1', false],
		['http://localhost.example.com/', false],
		['http://127.0.0.1@example.com/', false],
		['file:///etc/passwd', false],
		['nothing', false],
	])('%s is an address on this machine: %s', (url, isHere) => {
		expect(isLoopback(url)).toBe(isHere);
	});
});

describe('serviceTime', () => {
	it('A date is written in the zone of the service, without an offset', () => {
		const at = Date.UTC(2026, 0, 31, 18, 5, 9);

		expect(serviceTime(at, 'UTC')).toBe('2026-01-31 18:05:09');
		expect(serviceTime(at, 'Asia/Jakarta')).toBe('2026-02-01 01:05:09');
	});
});
