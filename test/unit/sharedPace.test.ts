import { newcomer, sendBy, together } from '../support/workers';

describe('Workers that share a key and do not know of each other', () => {
	it.each([
		[2, 50],
		[2, 400],
		[4, 50],
		[4, 400],
	])(
		'send nearly as fast as if the rate were divided among them: %i workers, %i ms of latency',
		async (count, latencyMs) => {
			const workers = together(count, 2000);
			const divided = await sendBy({ workers, latencyMs, requestsPerSecond: 100 / count });
			const undivided = await sendBy({ workers, latencyMs });
			expect(undivided.perSecond / divided.perSecond).toBeGreaterThanOrEqual(0.97);
		},
	);

	it.each([
		[1, 50, 0],
		[2, 20, 0.03],
		[4, 20, 0.03],
		[2, 50, 0.03],
		[4, 50, 0.03],
		[2, 400, 0.03],
		[4, 400, 0.03],
		// A second and a half pass before anyone learns that the limit is full.
		[2, 1500, 0.04],
		[4, 1500, 0.06],
	])(
		'have few refused, their start included: %i workers, %i ms of latency, at most %d of all',
		async (count, latencyMs, most) => {
			const { all, refusedShare } = await sendBy({ workers: together(count, 5000), latencyMs });
			expect(all).toBe(5000);
			expect(refusedShare).toBeLessThanOrEqual(most);
		},
	);

	it.each(
		[1, 3].flatMap((others) =>
			[20, 50, 400, 1500].flatMap((latencyMs) =>
				[1, 2, 3].map((seed) => [others, latencyMs, seed]),
			),
		),
	)(
		'each get at least 40 %% of an equal share two seconds after one came to %i others: %i ms of latency, trial %i',
		async (others, latencyMs, seed) => {
			const workers = newcomer(others, 20_000, 100, 1000);
			const { leastAfter } = await sendBy({ workers, latencyMs, seed });
			expect(leastAfter(2000)).toBeGreaterThanOrEqual(0.4);
		},
	);

	it.each([
		[2, 50, 0],
		[2, 50, 3000],
		[2, 400, 3000],
		[4, 50, 0],
		[4, 50, 3000],
		[4, 400, 3000],
	])(
		'each get at least 40 %% of an equal share: %i workers, %i ms of latency, started %i ms apart',
		async (count, latencyMs, apartMs) => {
			const { least } = await sendBy({ workers: together(count, 4000, apartMs), latencyMs });
			expect(least).toBeGreaterThanOrEqual(0.4);
		},
	);

	it.each([50, 400])(
		'take over within fifteen seconds what one leaves that ends, at %i ms of latency',
		async (latencyMs) => {
			const workers = [
				{ messages: 500, from: 0 },
				{ messages: 2500, from: 0 },
			];
			const { acceptedAt, endedAt } = await sendBy({ workers, latencyMs });
			const [, times = []] = acceptedAt;
			const from = (endedAt[0] ?? 0) + 15_000;
			const inTwoSeconds = times.filter((at) => at >= from && at < from + 2000);
			expect(inTwoSeconds.length).toBeGreaterThanOrEqual(180);
		},
	);
});

describe('Workers that share a channel and do not know of each other', () => {
	const MINUTE = 60_000;

	it.each([
		[2, 50],
		[2, 400],
		[4, 50],
		[4, 400],
	])(
		'send nearly as many a minute as it accepts: %i workers, %i ms of latency',
		async (count, latencyMs) => {
			const workers = together(count, 1200);
			const { acceptedAt } = await sendBy({ workers, latencyMs, isOneChannel: true });
			const inTenMinutes = acceptedAt.flat().filter((at) => at < 10 * MINUTE);
			expect(inTenMinutes.length / 600).toBeGreaterThanOrEqual(0.97);
		},
	);

	it.each([2, 4].flatMap((count) => [50, 400, 1500].map((latencyMs) => [count, latencyMs])))(
		'have at most 3 %% refused, their start included: %i workers, %i ms of latency',
		async (count, latencyMs) => {
			const workers = together(count, 1200);
			const { all, refusedShare } = await sendBy({ workers, latencyMs, isOneChannel: true });
			expect(all).toBe(1200);
			expect(refusedShare).toBeLessThanOrEqual(0.03);
		},
	);

	it('lose nothing of its 60 a minute to others that never come', async () => {
		const workers = together(1, 900);
		const { acceptedAt, refusedAt } = await sendBy({ workers, latencyMs: 50, isOneChannel: true });
		const inTenMinutes = acceptedAt.flat().filter((at) => at >= 2 * MINUTE && at < 12 * MINUTE);
		expect(inTenMinutes.length).toBeGreaterThanOrEqual(595);
		expect(refusedAt).toEqual([]);
	});

	it.each([
		[2, 50],
		[4, 400],
	])(
		'each get at least 40 %% of an equal share: %i workers, %i ms of latency',
		async (count, latencyMs) => {
			const workers = together(count, 1200);
			const { least } = await sendBy({ workers, latencyMs, isOneChannel: true });
			expect(least).toBeGreaterThanOrEqual(0.4);
		},
	);

	it.each(
		[1, 3].flatMap((others) =>
			[50, 400, 1500].flatMap((latencyMs) => [1, 2, 3].map((seed) => [others, latencyMs, seed])),
		),
	)(
		'each get at least 40 %% of an equal share two minutes after one came to %i others: %i ms of latency, trial %i',
		async (others, latencyMs, seed) => {
			const workers = newcomer(others, 8 * MINUTE, 60, MINUTE);
			const { leastAfter } = await sendBy({ workers, latencyMs, seed, isOneChannel: true });
			expect(leastAfter(2 * MINUTE)).toBeGreaterThanOrEqual(0.4);
		},
	);

	it.each([1, 2, 3])(
		'share it although their clocks differ by two seconds: trial %i',
		async (seed) => {
			const workers = newcomer(3, 8 * MINUTE, 60, MINUTE);
			const setting = { workers, latencyMs: 50, seed, isOneChannel: true, clocksDifferMs: 2000 };
			const { leastAfter } = await sendBy(setting);
			expect(leastAfter(2 * MINUTE)).toBeGreaterThanOrEqual(0.4);
		},
	);

	it.each([5, 20, 40, 58])(
		'take over from one that filled it and was killed, though each sleep lasts up to four times as long: %i s later',
		async (seconds) => {
			const workers = [
				{ messages: 60, from: 0 },
				{ messages: 420, from: seconds * 1000 },
			];
			const setting = { workers, latencyMs: 50, isOneChannel: true, sleepsLonger: 4 };
			const { acceptedAt } = await sendBy(setting);
			const perMinute = [2, 3, 4, 5, 6].map(
				(minute) =>
					(acceptedAt[1] ?? []).filter((at) => at >= (minute - 1) * MINUTE && at < minute * MINUTE)
						.length,
			);
			expect(Math.min(...perMinute)).toBeGreaterThanOrEqual(48);
		},
	);

	it('take over within minutes what one leaves that ends', async () => {
		const workers = [
			{ messages: 150, from: 0 },
			{ messages: 900, from: 0 },
		];
		const { acceptedAt, endedAt } = await sendBy({ workers, latencyMs: 50, isOneChannel: true });
		const [, times = []] = acceptedAt;
		const from = (endedAt[0] ?? 0) + 7 * MINUTE;
		const inTwoMinutes = times.filter((at) => at >= from && at < from + 2 * MINUTE);
		expect(inTwoMinutes.length).toBeGreaterThanOrEqual(110);
	});
});

describe('A worker that has a channel for itself', () => {
	it.each([1500, 5000, 15_000])('fills it, though each answer takes %i ms', async (latencyMs) => {
		const workers = together(1, 600);
		const { perSecond } = await sendBy({ workers, latencyMs, isOneChannel: true });
		expect(perSecond * 60).toBeGreaterThanOrEqual(54);
	});

	it.each([50, 400])(
		'is seldom refused where nothing says which channel it is, at %i ms of latency',
		async (latencyMs) => {
			const workers = together(1, 1500);
			const setting = { workers, latencyMs, isOneChannel: true, isAssumed: true };
			const { refusedShare, perSecond } = await sendBy(setting);
			expect(refusedShare).toBeLessThanOrEqual(0.08);
			expect(perSecond * 60).toBeGreaterThanOrEqual(56);
		},
	);
});
