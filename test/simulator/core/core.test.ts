import { ServiceClock } from './clock';
import { callerFault, isLoopback } from './loopback';
import { meterOf } from './window';

beforeEach(() => {
	jest.useFakeTimers();
});

describe('ServiceClock', () => {
	it('Events happen in the order of their times, then in the order they were made', () => {
		const clock = new ServiceClock(0);
		const happened: string[] = [];
		for (const [index, ms] of [30, 10, 20, 20, 1000].entries())
			clock.after(ms, () => happened.push(`${index}: ${ms}`));

		clock.advance(999);

		expect(happened).toEqual(['1: 10', '2: 20', '3: 20', '0: 30']);
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
});

describe('meterOf', () => {
	it.each([
		['any period', 3, [0, 400, 800, 900, 999, 1000, 1399, 1400], '+++--+-+'],
		['clock', 3, [0, 400, 800, 900, 999, 1000, 1399, 1400], '+++--+++'],
		['gap', 100, [0, 0, 5, 6.9, 7, 990, 999, 1000], '+---+++-'],
		['bucket', 100, [...Array<number>(12).fill(0), 9, 10, 11, 20], '++++++++++---+-+'],
	] as const)(
		'Counted as %s with a limit of %i, the requests at %j get %s',
		(reading, limit, at, taken) => {
			const meter = meterOf(reading, limit, 1000);

			expect(at.map((now) => (meter.accept(now) ? '+' : '-')).join('')).toBe(taken);
		},
	);
});

describe('isLoopback', () => {
	it.each([
		['http://127.0.0.1:80/x', true],
		['http://localhost/', true],
		['http://[::1]:5/', true],
		['http://127.0.0.1.example.com/', false],
		['http://example.com/127.0.0.1', false],
		['http://127.0.0.1@example.com/', false],
	])('%s is an address on this machine: %s', (url, isHere) => {
		expect(isLoopback(url)).toBe(isHere);
	});
});

describe('callerFault', () => {
	it.each([
		[{ host: '127.0.0.1:5690' }, true],
		[{ host: 'localhost:5690', origin: 'http://localhost:5690' }, true],
		[{ host: 'attacker.example' }, false],
		[{ host: 'localhost:5690', origin: 'https://attacker.example' }, false],
	])('%j is served: %s', (headers, isServed) => {
		expect(callerFault(headers) === undefined).toBe(isServed);
	});
});
