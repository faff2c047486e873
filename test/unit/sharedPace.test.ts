import { newcomer, sendBy, together } from '../support/workers';

const MINUTE = 60_000;

const within = (times: readonly number[] = [], from: number, ms: number) =>
	times.filter((at) => at >= from && at < from + ms).length;

describe('Pace of one worker', () => {
	it.each([
		{ latencyMs: 400, reading: 'any period' as const },
		{ latencyMs: 50, reading: 'clock' as const },
		{ latencyMs: 50, reading: 'bucket' as const },
		{ latencyMs: 50, reading: 'any period' as const, jitterMs: 15 },
	])('A worker alone has nothing refused: $reading, $latencyMs ms of latency', async (setting) => {
		const { perSecond, refusedAt } = await sendBy({ workers: together(1, 2000), ...setting });
		expect(perSecond).toBeGreaterThanOrEqual(95);
		expect(refusedAt).toEqual([]);
	});

	it.each([
		{ reading: 'gap' as const, jitterMs: 2, lateMs: 0, least: 95, most: 0.01 },
		{ reading: 'gap' as const, jitterMs: 4, lateMs: 0, least: 90, most: 0.05 },
		// Timers as late as next to busy loops.
		{ reading: 'gap' as const, jitterMs: 5, lateMs: 40, least: 0.62 * 91, most: 0.12 },
		{ reading: 'any period' as const, jitterMs: 5, lateMs: 40, least: 90, most: 0.01 },
	])(
		'Requests that arrive too close together are not taken for another worker: $reading, $jitterMs ms, timers $lateMs ms late',
		async ({ least, most, ...late }) => {
			const setting = { workers: together(1, 2000), latencyMs: 50, ...late };
			const { perSecond, refusedShare } = await sendBy(setting);
			expect(perSecond).toBeGreaterThanOrEqual(least);
			expect(refusedShare).toBeLessThanOrEqual(most);
		},
	);
});

describe('Pace of workers that share a key', () => {
	it.each([
		{ count: 2, latencyMs: 50, least: 0.97, refused: 0.03 },
		{ count: 4, latencyMs: 50, least: 0.97, refused: 0.06 },
		// Workers learn of a full limit only after 1.5 seconds, so these bounds are looser.
		{ count: 4, latencyMs: 1500, least: 0.95, refused: 0.16 },
	])(
		'Workers send as fast as if the rate were divided among them: $count workers, $latencyMs ms of latency',
		async ({ count, latencyMs, least, refused }) => {
			const workers = together(count, 5000);
			const divided = await sendBy({ workers, latencyMs, requestsPerSecond: 100 / count });
			const shared = await sendBy({ workers, latencyMs });
			expect(shared.all).toBe(5000);
			expect(shared.perSecond / divided.perSecond).toBeGreaterThanOrEqual(least);
			expect(shared.refusedShare).toBeLessThanOrEqual(refused);
			expect(shared.least).toBeGreaterThanOrEqual(0.75);
		},
	);

	it.each([
		[2, 400, 1],
		[4, 50, 2],
	])(
		'Workers that start three seconds apart each get a part: %i workers, %i ms of latency, trial %i',
		async (count, latencyMs, seed) => {
			const workers = together(count, 5000, 3000);
			const { least } = await sendBy({ workers, latencyMs, seed });
			expect(least).toBeGreaterThanOrEqual(0.2);
		},
	);

	it.each([
		[4, 50],
		[15, 1500],
	])(
		'Workers take over what one leaves within %i seconds, at %i ms of latency',
		async (seconds, latencyMs) => {
			const workers = [500, 2500].map((messages) => ({ messages, from: 0 }));
			const { acceptedAt, endedAt } = await sendBy({ workers, latencyMs });
			const from = (endedAt[0] ?? 0) + seconds * 1000;
			expect(within(acceptedAt[1], from, 2000)).toBeGreaterThanOrEqual(180);
		},
	);
});

describe('Pace of two short lists with one key', () => {
	it('They get nearly the whole limit, and soon equal parts of it', async () => {
		const rates: number[] = [];
		for (const seed of [1, 2, 3, 4]) {
			const workers = together(2, 1600, 400);
			const { acceptedAt, refusedAt } = await sendBy({ workers, latencyMs: 50, seed });
			const all = acceptedAt.flat();
			rates.push(1_600_000 / (Math.max(...all) - Math.min(...all)));
			const each = acceptedAt.map((times) => within(times, 6000, 2000));
			expect(Math.max(...each) / within(all, 6000, 2000)).toBeLessThanOrEqual(0.68);
			expect(refusedAt.length / all.length).toBeLessThanOrEqual(0.03);
		}
		expect(rates.reduce((a, b) => a + b) / rates.length).toBeGreaterThanOrEqual(88);
	});
});

describe('Pace of workers that share a channel', () => {
	it.each([
		{ count: 1, latencyMs: 50, least: 59.5, refused: 0 },
		{ count: 2, latencyMs: 1500, least: 57.5, refused: 0.03 },
		{ count: 4, latencyMs: 400, least: 57.5, refused: 0.08 },
	])(
		'Workers send nearly as many a minute as the channel accepts: $count workers, $latencyMs ms of latency',
		async ({ count, latencyMs, least, refused }) => {
			const workers = together(count, 1200);
			const shared = await sendBy({ workers, latencyMs, isOneChannel: true });
			expect(shared.all).toBe(1200);
			expect(shared.perSecond * 60).toBeGreaterThanOrEqual(least);
			expect(shared.refusedShare).toBeLessThanOrEqual(refused);
			expect(shared.least).toBeGreaterThanOrEqual(0.8);
		},
	);

	it.each([
		[1, 400, 1],
		[3, 50, 2],
	])(
		'A newcomer gets a third of its share within three minutes: %i others, %i ms of latency, trial %i',
		async (others, latencyMs, seed) => {
			const workers = newcomer(others, 8 * MINUTE, 60);
			const { acceptedAt } = await sendBy({ workers, latencyMs, seed, isOneChannel: true });
			// It came after four minutes.
			const fourth = within(acceptedAt.at(-1), 7 * MINUTE, MINUTE);
			expect(fourth).toBeGreaterThanOrEqual(60 / (others + 1) / 3);
		},
	);

	it('Workers take over what one leaves within minutes', async () => {
		const workers = [150, 900].map((messages) => ({ messages, from: 0 }));
		const { acceptedAt, endedAt } = await sendBy({ workers, latencyMs: 50, isOneChannel: true });
		const from = (endedAt[0] ?? 0) + 9 * MINUTE;
		expect(within(acceptedAt[1], from, 2 * MINUTE)).toBeGreaterThanOrEqual(110);
	});
});

describe('Pace of one worker on a channel', () => {
	it('A worker fills a channel at 15 seconds of latency', async () => {
		const workers = together(1, 600);
		const { perSecond } = await sendBy({ workers, latencyMs: 15_000, isOneChannel: true });
		expect(perSecond * 60).toBeGreaterThanOrEqual(57);
	});
});
