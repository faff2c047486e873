import { runBatch, type Job } from '../../nodes/MessagingService/engine/pace/batch';
import type { SharedLimit } from '../../nodes/MessagingService/engine/pace';
import type { Outcome } from '../../nodes/MessagingService/engine/outcome';
import { Pacer } from '../../nodes/MessagingService/engine/pace/pacer';
import { AFTER_RATE_LIMIT } from '../../nodes/MessagingService/engine/pace/retryTiming';
import { meterOf, type Reading } from '../simulator/core/window';
import { FakeClock, seeded } from './fakeClock';

/** Several processes with one key on a fake clock. Each has its own pacer, and none knows of the others. */

export const accepted: Outcome = { fate: 'accepted', output: [] };
export const refused: Outcome = {
	fate: 'notSent',
	what: 'limit',
	advice: '',
	again: { schedule: AFTER_RATE_LIMIT, rateLimit: true },
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
	/** How the service counts its 100 a second. */
	reading?: Reading;
	/** A request travels 2 ms and at most this much longer. */
	jitterMs?: number;
	/** Another one gives other latencies and other moments. */
	seed?: number;
	/** A timer is up to a millisecond late, and one in ten at most this much more. */
	lateMs?: number;
}

const CHANNEL: SharedLimit = { key: 'channel', limit: 60, periodMs: 60_000, advice: '' };

const within = (times: readonly number[], start: number, end: number) =>
	times.filter((at) => at >= start && at < end).length;

/** Sends all messages of all workers to a service that accepts 100 a second. */
export async function sendBy({
	workers,
	latencyMs,
	requestsPerSecond = 100,
	isOneChannel = false,
	seed = 0,
	reading = 'any period',
	jitterMs = 5,
	lateMs = 0,
}: Setting) {
	const random = seeded(workers.length + latencyMs + seed * 7919);
	const clock = new FakeClock(() => random() + (random() < 0.1 ? random() * lateMs : 0));
	const api = meterOf(reading, 100, 1000);
	// Without a limit it accepts everything.
	const channel = meterOf('any period', isOneChannel ? CHANNEL.limit : 0, CHANNEL.periodMs);
	const acceptedAt = workers.map((): number[] => []);
	const endedAt: number[] = [];
	const refusedAt: number[] = [];
	const tryOnce = async (worker: number) => {
		await clock.sleep(2 + random() * jitterMs);
		const isAccepted = api.accept(clock.now()) && channel.accept(clock.now());
		if (isAccepted) acceptedAt[worker]?.push(clock.now());
		else refusedAt.push(clock.now());
		await clock.sleep(latencyMs);
		return isAccepted ? accepted : refused;
	};
	const work = async ({ messages, from }: Worker, worker: number) => {
		const jobs = Array.from({ length: messages }, (): Job => ({
			limit: isOneChannel ? CHANNEL : undefined,
			tryOnce: () => tryOnce(worker),
			ended: () => undefined,
		}));
		await clock.sleep(from);
		const pacer = new Pacer(requestsPerSecond, clock, random);
		await runBatch(pacer, jobs, { stopOnFailure: false, cancelled: undefined });
		endedAt[worker] = clock.now();
	};
	await clock.until(Promise.all(workers.map(work)));

	const from = Math.max(...workers.map((worker) => worker.from));
	const to = Math.min(...endedAt);
	const each = acceptedAt.map((times) => within(times, from, to));
	const sum = each.reduce((one, other) => one + other, 0);
	const times = acceptedAt.flat();
	return {
		all: times.length,
		/** Until the first worker is done. */
		perSecond: (within(times, 0, to) / to) * 1000,
		refusedShare: refusedAt.length / times.length,
		/** Of the worker that got least while all of them worked, as a part of an equal share. */
		least: (Math.min(...each) / sum) * workers.length,
		acceptedAt,
		refusedAt,
		endedAt,
	};
}

/** A worker that joins others which fill the limit, with as many messages as it may send in `ms`. */
export const newcomer = (others: number, ms: number, perMinute: number): Worker[] => {
	const share = (parts: number, time: number) => Math.round(((perMinute / parts) * time) / 60_000);
	const messages = share(others, ms / 2) + share(others + 1, ms);
	const all = Array.from({ length: others }, () => ({ messages, from: 0 }));
	return [...all, { messages: share(others + 1, ms), from: ms / 2 }];
};

/** Workers with equal parts of the messages. */
export const together = (count: number, messages: number, apartMs = 0): Worker[] =>
	Array.from({ length: count }, (_, at) => ({ messages: messages / count, from: at * apartMs }));
