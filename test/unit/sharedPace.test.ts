import { runBatch, type Job } from '../../nodes/MessagingService/engine/pace/batch';
import type { SharedLimit } from '../../nodes/MessagingService/engine/pace';
import type { Outcome } from '../../nodes/MessagingService/engine/outcome';
import { Pacer } from '../../nodes/MessagingService/engine/pace/pacer';
import { AFTER_RATE_LIMIT } from '../../nodes/MessagingService/engine/pace/retryTiming';
import { Window } from '../simulator/core/window';
import { FakeClock, seeded } from '../support/fakeClock';

/** Several processes with one key: each has a pacer of its own, and none knows of the others. */

const accepted: Outcome = { ok: true, output: [] };
const refused: Outcome = {
	ok: false,
	failure: {
		what: 'limit',
		advice: '',
		sent: 'no',
		again: { schedule: AFTER_RATE_LIMIT, rateLimit: true },
	},
};

interface Worker {
	messages: number;
	/** In milliseconds, when it starts. */
	from: number;
}

interface Setting {
	workers: readonly Worker[];
	latencyMs: number;
	requestsPerSecond?: number;
	/** Whether all go through one channel, which accepts 60 in any minute. */
	isOneChannel?: boolean;
}

const CHANNEL: SharedLimit = { key: 'channel', limit: 60, periodMs: 60_000, advice: '' };

/** Sends all messages of all workers to a service that accepts 100 in any second. */
async function send({
	workers,
	latencyMs,
	requestsPerSecond = 100,
	isOneChannel = false,
}: Setting) {
	const random = seeded(workers.length + latencyMs);
	const clock = new FakeClock(() => random());
	const api = new Window(100, 1000);
	// Without a limit it accepts everything.
	const channel = new Window(isOneChannel ? CHANNEL.limit : 0, CHANNEL.periodMs);
	const acceptedAt = workers.map((): number[] => []);
	const endedAt: number[] = [];
	const refusedAt: number[] = [];
	const tryOnce = async (worker: number) => {
		await clock.sleep(2 + random() * 5);
		const isAccepted = api.accept(clock.now()) && channel.accept(clock.now());
		if (isAccepted) acceptedAt[worker]?.push(clock.now());
		else refusedAt.push(clock.now());
		await clock.sleep(latencyMs);
		return isAccepted ? accepted : refused;
	};
	const work = async ({ messages, from }: Worker, worker: number) => {
		const jobs = Array.from({ length: messages }, (_, order): Job => ({
			order,
			limit: isOneChannel ? CHANNEL : undefined,
			tryOnce: () => tryOnce(worker),
			settled: () => undefined,
		}));
		await clock.sleep(from);
		await runBatch(jobs, new Pacer(requestsPerSecond, clock), {
			clock,
			random,
			stopOnFailure: false,
			cancelled: undefined,
			mostInFlight: 200,
		});
		endedAt[worker] = clock.now();
	};
	await clock.until(Promise.all(workers.map(work)));

	// While all of them work.
	const from = Math.max(...workers.map((worker) => worker.from));
	const to = Math.min(...endedAt);
	const together = acceptedAt.map((times) => times.filter((at) => at >= from && at < to).length);
	const sum = together.reduce((one, other) => one + other, 0);
	const all = acceptedAt.flat().length;
	return {
		all,
		perSecond: (sum / (to - from)) * 1000,
		refusedShare: refusedAt.length / all,
		/** Of the worker that got least, as a part of an equal share. */
		least: (Math.min(...together) / sum) * workers.length,
		acceptedAt,
		refusedAt,
		endedAt,
	};
}

const together = (count: number, messages: number, apartMs = 0): Worker[] =>
	Array.from({ length: count }, (_, at) => ({ messages: messages / count, from: at * apartMs }));

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
			const divided = await send({ workers, latencyMs, requestsPerSecond: 100 / count });
			const undivided = await send({ workers, latencyMs });
			expect(undivided.perSecond / divided.perSecond).toBeGreaterThanOrEqual(0.97);
		},
	);

	it.each([
		[2, 50, 0.03],
		[4, 50, 0.05],
		// Four at the full rate fill the window in a quarter of a second, and learn of it 400 ms later.
		[2, 400, 0.06],
		[4, 400, 0.12],
	])(
		'have few refused, their start included: %i workers, %i ms of latency',
		async (count, latencyMs, most) => {
			const { all, refusedShare } = await send({ workers: together(count, 2000), latencyMs });
			expect(all).toBe(2000);
			expect(refusedShare).toBeLessThanOrEqual(most);
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
			const { least } = await send({ workers: together(count, 4000, apartMs), latencyMs });
			expect(least).toBeGreaterThanOrEqual(0.4);
		},
	);

	it.each([50, 400])(
		'take over within ten seconds what one leaves that ends, at %i ms of latency',
		async (latencyMs) => {
			const workers = [
				{ messages: 500, from: 0 },
				{ messages: 2500, from: 0 },
			];
			const { acceptedAt, endedAt } = await send({ workers, latencyMs });
			const [, times = []] = acceptedAt;
			const from = (endedAt[0] ?? 0) + 10_000;
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
			const { acceptedAt } = await send({ workers, latencyMs, isOneChannel: true });
			const inTenMinutes = acceptedAt.flat().filter((at) => at < 10 * MINUTE);
			expect(inTenMinutes.length / 600).toBeGreaterThanOrEqual(0.97);
		},
	);

	it.each([
		[2, 50],
		[2, 400],
		[4, 50],
		[4, 400],
	])(
		'have at most 3 %% refused after their first minute: %i workers, %i ms of latency',
		async (count, latencyMs) => {
			const workers = together(count, 1200);
			const { refusedAt } = await send({ workers, latencyMs, isOneChannel: true });
			const later = refusedAt.filter((at) => at >= MINUTE);
			expect(later.length / (1200 - 60)).toBeLessThanOrEqual(0.03);
		},
	);

	it.each([
		[2, 50],
		[4, 400],
	])(
		'each get at least 40 %% of an equal share: %i workers, %i ms of latency',
		async (count, latencyMs) => {
			const workers = together(count, 1200);
			const { least } = await send({ workers, latencyMs, isOneChannel: true });
			expect(least).toBeGreaterThanOrEqual(0.4);
		},
	);

	it('take over within minutes what one leaves that ends', async () => {
		const workers = [
			{ messages: 150, from: 0 },
			{ messages: 900, from: 0 },
		];
		const { acceptedAt, endedAt } = await send({ workers, latencyMs: 50, isOneChannel: true });
		const [, times = []] = acceptedAt;
		const from = (endedAt[0] ?? 0) + 7 * MINUTE;
		const inTwoMinutes = times.filter((at) => at >= from && at < from + 2 * MINUTE);
		expect(inTwoMinutes.length).toBeGreaterThanOrEqual(110);
	});
});
