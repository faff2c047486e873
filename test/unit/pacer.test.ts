import { runBatch } from '../../nodes/MessagingService/engine/pace/batch';
import type { BatchRules, Job } from '../../nodes/MessagingService/engine/pace/lane';
import type { SharedLimit } from '../../nodes/MessagingService/engine/pace';
import type { Failure, Outcome } from '../../nodes/MessagingService/engine/outcome';
import { Pacer } from '../../nodes/MessagingService/engine/pace/pacer';
import { Pacers } from '../../nodes/MessagingService/engine/pace/pacers';
import {
	AFTER_NO_CONNECTION,
	AFTER_RATE_LIMIT,
} from '../../nodes/MessagingService/engine/pace/retryTiming';
import { FakeClock, seeded } from '../support/fakeClock';

const runOn = (batch: readonly Job[], pacer: Pacer, given: BatchRules) =>
	runBatch(new Map([[pacer, batch]]), given);

const accepted: Outcome = { ok: true, output: [] };

const rateLimited = (afterMs?: number): Outcome => ({
	ok: false,
	failure: {
		what: 'limit',
		advice: '',
		sent: 'no',
		again: {
			schedule: AFTER_RATE_LIMIT,
			rateLimit: true,
			...(afterMs !== undefined && { afterMs }),
		},
	},
});

const failure: Failure = { what: 'no', advice: '', sent: 'no' };

const rules = (clock: FakeClock, more: Partial<BatchRules> = {}): BatchRules => ({
	clock,
	random: seeded(7),
	stopOnFailure: false,
	cancelled: undefined,
	mostInFlight: 200,
	...more,
});

/** A service that accepts so many arrivals in any second, reached after delays that vary. */
class SlowWire {
	readonly arrivals: number[] = [];
	refused = 0;

	constructor(
		private readonly clock: FakeClock,
		private readonly delay: () => number,
		private readonly latencyMs: number,
		private readonly perSecond = 100,
	) {}

	async send(): Promise<Outcome> {
		await this.clock.sleep(this.delay());
		const now = this.clock.now();
		const full = this.arrivals.filter((at) => at > now - 1000).length >= this.perSecond;
		if (full) this.refused++;
		else this.arrivals.push(now);
		await this.clock.sleep(this.latencyMs);
		return full ? rateLimited() : accepted;
	}
}

const jobs = (
	count: number,
	tryOnce: (order: number) => Promise<Outcome>,
	settled: (order: number, outcome: Outcome) => void = () => undefined,
	limit?: (order: number) => SharedLimit | undefined,
): Job[] =>
	Array.from({ length: count }, (_, order) => ({
		order,
		limit: limit?.(order),
		tryOnce: async () => await tryOnce(order),
		settled: (outcome) => {
			settled(order, outcome);
		},
	}));

describe('Pacer', () => {
	it.each([
		[0, 97],
		[50, 97],
		[400, 97],
		[1500, 97],
	])(
		'Late timers and uneven ways have at most one in a hundred refused: at %i ms of latency at least %i a second',
		async (latency, least) => {
			const random = seeded(latency + 1);
			const clock = new FakeClock(() => random() * 2);
			const wire = new SlowWire(clock, () => 2 + random() * 15, latency);
			const outcomes: Outcome[] = [];
			const batch = jobs(
				1000,
				async () => await wire.send(),
				(_, outcome) => outcomes.push(outcome),
			);
			await clock.until(runOn(batch, new Pacer(100, clock), rules(clock)));
			const span = (wire.arrivals.at(-1) ?? 0) - (wire.arrivals[0] ?? 0);
			expect(outcomes.filter(({ ok }) => ok)).toHaveLength(1000);
			expect((999 / span) * 1000).toBeGreaterThanOrEqual(least);
			expect(wire.refused).toBeLessThanOrEqual(10);
		},
	);

	it('A batch ends even if the result of a request cannot be handled', async () => {
		const clock = new FakeClock(() => 0);
		const batch = jobs(
			3,
			() => Promise.resolve({ ok: true, output: [] }),
			() => {
				throw new Error('a bug');
			},
		);
		await expect(
			clock.until(runOn(batch, new Pacer(100, clock), rules(clock))),
		).resolves.toBeUndefined();
	});

	it('Requests whose ways differ by at most 15 ms are never refused', async () => {
		const random = seeded(11);
		const clock = new FakeClock(() => random());
		const wire = new SlowWire(clock, () => 2 + random() * 15, 50);
		const batch = jobs(1000, async () => await wire.send());
		await clock.until(runOn(batch, new Pacer(100, clock), rules(clock)));
		expect(wire.refused).toBe(0);
	});

	it('Requests start an interval apart, and a late timer is made up for without bursts', async () => {
		let late = 0;
		const clock = new FakeClock(() => (++late === 20 ? 60 : 0));
		const starts: number[] = [];
		const batch = jobs(60, () => {
			starts.push(clock.now());
			return Promise.resolve(accepted);
		});
		await clock.until(runOn(batch, new Pacer(100, clock), rules(clock)));
		const gaps = starts.slice(1).map((at, before) => at - (starts[before] ?? 0));
		expect(Math.min(...gaps)).toBeGreaterThanOrEqual(4.5);
		expect(Math.max(...gaps)).toBeGreaterThan(60);
		// Made up for: the last is where it would have been.
		expect(starts.at(-1)).toBeLessThan(59 * 10.2 + 12);
	});

	it('No second has more starts than the limit, also after a late timer', async () => {
		let late = 0;
		const clock = new FakeClock(() => (++late === 20 ? 90 : 0));
		const starts: number[] = [];
		const batch = jobs(200, () => {
			starts.push(clock.now());
			return Promise.resolve(accepted);
		});
		await clock.until(runOn(batch, new Pacer(100, clock), rules(clock)));
		const inSecondFrom = starts.map(
			(from) => starts.filter((at) => at >= from && at < from + 1000).length,
		);
		expect(Math.max(...inSecondFrom)).toBeLessThanOrEqual(100);
	});

	it('Starts are not saved up while there is nothing to send', async () => {
		const clock = new FakeClock();
		const pacer = new Pacer(100, clock);
		const starts: number[] = [];
		const send = () => {
			starts.push(clock.now());
			return Promise.resolve(accepted);
		};
		await clock.until(runOn(jobs(3, send), pacer, rules(clock)));
		await clock.until(clock.sleep(5000));
		starts.length = 0;
		await clock.until(runOn(jobs(10, send), pacer, rules(clock)));
		expect((starts.at(-1) ?? 0) - (starts[0] ?? 0)).toBeGreaterThanOrEqual(9 * 10);
	});

	it('A rate below one request a second is kept', async () => {
		const clock = new FakeClock();
		const starts: number[] = [];
		const batch = jobs(4, () => {
			starts.push(clock.now());
			return Promise.resolve(accepted);
		});
		await clock.until(runOn(batch, new Pacer(0.5, clock), rules(clock)));
		const gaps = starts.slice(1).map((at, before) => at - (starts[before] ?? 0));
		expect(Math.min(...gaps)).toBeGreaterThanOrEqual(2000);
	});

	it.each([
		['four', 0.004, 95],
		['ten', 0.01, 88],
	])(
		'Refusals by chance of %s in a thousand hardly slow down the pace',
		async (_, share, least) => {
			const random = seeded(5);
			const clock = new FakeClock(() => random());
			const wire = new SlowWire(clock, () => 2 + random() * 5, 50);
			const outcomes: Outcome[] = [];
			const batch = jobs(
				6000,
				async () => (random() < share ? rateLimited() : await wire.send()),
				(_order, outcome) => outcomes.push(outcome),
			);
			await clock.until(runOn(batch, new Pacer(100, clock), rules(clock)));
			expect(outcomes.filter(({ ok }) => ok)).toHaveLength(6000);
			const span = (wire.arrivals.at(-1) ?? 0) - (wire.arrivals[0] ?? 0);
			expect((5999 / span) * 1000).toBeGreaterThanOrEqual(least);
		},
	);

	it('A pace with little to send stays fast after refusals by chance', async () => {
		const clock = new FakeClock();
		const pacer = new Pacer(100, clock);
		let sent = 0;
		// Of ten requests in a second, four are refused by chance.
		const few = Array.from({ length: 10 }, async (_, turn) => {
			await clock.sleep(turn * 100);
			const attempt = () => Promise.resolve(++sent % 3 === 1 ? rateLimited() : accepted);
			await runOn(jobs(1, attempt), pacer, rules(clock));
		});
		await clock.until(Promise.all(few));
		const from = clock.now();
		const batch = jobs(100, () => Promise.resolve(accepted));
		await clock.until(runOn(batch, pacer, rules(clock)));
		expect(clock.now() - from).toBeLessThan(1600);
	});

	it('The pace takes what others leave of the limit, and no more', async () => {
		const random = seeded(9);
		const clock = new FakeClock(() => random());
		const wire = new SlowWire(clock, () => 2 + random() * 5, 50, 40);
		const batch = jobs(2000, async () => await wire.send());
		await clock.until(runOn(batch, new Pacer(100, clock), rules(clock)));
		const span = (wire.arrivals.at(-1) ?? 0) - (wire.arrivals[0] ?? 0);
		expect((1999 / span) * 1000).toBeGreaterThanOrEqual(34);
		expect(wire.refused / (2000 + wire.refused)).toBeLessThan(0.09);
	});
});

describe('Limit of a channel', () => {
	const channel = (key: string): SharedLimit => ({ key, limit: 60, periodMs: 60_000, advice: '' });

	it('Requests on a channel start a second apart, and two channels run in parallel', async () => {
		const clock = new FakeClock();
		const starts: { order: number; at: number }[] = [];
		const batch = jobs(
			150,
			(order) => {
				starts.push({ order, at: clock.now() });
				return Promise.resolve(accepted);
			},
			undefined,
			(order) => channel(order < 75 ? 'a' : 'b'),
		);
		await clock.until(runOn(batch, new Pacer(100, clock), rules(clock)));
		expect(starts).toHaveLength(150);
		expect(clock.now()).toBeLessThan(76_000);
		for (const isOn of [(order: number) => order < 75, (order: number) => order >= 75]) {
			const times = starts.filter(({ order }) => isOn(order)).map(({ at }) => at);
			const gaps = times.slice(1).map((at, before) => at - (times[before] ?? 0));
			expect(Math.min(...gaps)).toBeGreaterThanOrEqual(900);
			expect((times[60] ?? 0) - (times[0] ?? 0)).toBeGreaterThanOrEqual(60_000);
		}
	});

	it('A request is tried for minutes while others fill the channel', async () => {
		const clock = new FakeClock();
		const outcomes: Outcome[] = [];
		const send = () => Promise.resolve(clock.now() < 5 * 60_000 ? rateLimited() : accepted);
		const batch = jobs(
			3,
			send,
			(_, outcome) => outcomes.push(outcome),
			() => channel('a'),
		);
		await clock.until(runOn(batch, new Pacer(100, clock), rules(clock)));
		expect(outcomes).toEqual([accepted, accepted, accepted]);
	});

	it('A request gives up after about ten minutes while others fill the channel', async () => {
		const clock = new FakeClock();
		const outcomes: Outcome[] = [];
		const batch = jobs(
			1,
			() => Promise.resolve(rateLimited()),
			(_, outcome) => outcomes.push(outcome),
			() => channel('a'),
		);
		await clock.until(runOn(batch, new Pacer(100, clock), rules(clock)));

		expect(outcomes).toMatchObject([{ ok: false }]);
		expect(clock.now() / 60_000).toBeGreaterThan(9);
		expect(clock.now() / 60_000).toBeLessThan(12);
	});

	it('A refused channel still gets at most 60 requests a minute', async () => {
		const clock = new FakeClock();
		const starts: number[] = [];
		let refused = false;
		const send = (order: number) => {
			if (order === 10 && !refused) {
				refused = true;
				return Promise.resolve(rateLimited());
			}
			starts.push(clock.now());
			return Promise.resolve(accepted);
		};
		const batch = jobs(130, send, undefined, () => channel('a'));
		await clock.until(runOn(batch, new Pacer(100, clock), rules(clock)));
		const most = starts.map(
			(from) => starts.filter((at) => at >= from && at < from + 60_000).length,
		);
		expect(starts).toHaveLength(130);
		expect(Math.max(...most)).toBe(60);
	});

	it('Requests of unknown channels run at full pace until the service refuses one', async () => {
		const clock = new FakeClock();
		const pacer = new Pacer(100, clock);
		const taken: number[] = [];
		let refused = 0;
		const send = async (): Promise<Outcome> => {
			await clock.sleep(20);
			const now = clock.now();
			if (taken.filter((at) => at > now - 60_000).length >= 60) {
				refused++;
				return rateLimited();
			}
			taken.push(now);
			return accepted;
		};
		const rooms: SharedLimit = { ...channel('rooms'), onceRefused: true };
		const first = jobs(50, send, undefined, () => rooms);
		await clock.until(runOn(first, pacer, rules(clock)));
		expect(clock.now()).toBeLessThan(1000);

		const outcomes: Outcome[] = [];
		const second = jobs(
			300,
			send,
			(_, outcome) => outcomes.push(outcome),
			() => rooms,
		);
		await clock.until(runOn(second, pacer, rules(clock)));
		expect(outcomes.filter(({ ok }) => ok)).toHaveLength(300);
		expect(refused).toBeLessThanOrEqual(10);
	});

	const rooms: SharedLimit = { ...channel('rooms'), onceRefused: true };

	it('A slow response slows down nobody while nothing is refused', async () => {
		const clock = new FakeClock();
		const send = async (): Promise<Outcome> => {
			await clock.sleep(1000);
			return accepted;
		};
		const batch = jobs(300, send, undefined, () => rooms);
		await clock.until(runOn(batch, new Pacer(100, clock), rules(clock)));
		expect(clock.now()).toBeLessThan(5_000);
	});

	it('One refusal alone sets no limit on an unknown channel', async () => {
		const clock = new FakeClock();
		let refused = false;
		const send = () => {
			if (refused) return Promise.resolve(accepted);
			refused = true;
			return Promise.resolve(rateLimited());
		};
		const batch = jobs(300, send, undefined, () => rooms);
		await clock.until(runOn(batch, new Pacer(100, clock), rules(clock)));
		expect(clock.now()).toBeLessThan(5_000);
	});

	it('The limit on an unknown channel ends after 15 minutes without a refusal', async () => {
		const clock = new FakeClock();
		const pacer = new Pacer(100, clock);
		let refusals = 0;
		const send = () => Promise.resolve(refusals++ < 3 ? rateLimited() : accepted);
		const replies = (count: number) => jobs(count, send, undefined, () => rooms);
		await clock.until(runOn(replies(1), pacer, rules(clock)));
		const assumed = clock.now();
		await clock.until(runOn(replies(70), pacer, rules(clock)));
		expect(clock.now() - assumed).toBeGreaterThanOrEqual(60_000);
		await clock.until(clock.sleep(15 * 60_000));
		const quiet = clock.now();
		await clock.until(runOn(replies(300), pacer, rules(clock)));
		expect(clock.now() - quiet).toBeLessThan(5_000);
	});

	it('Batches with the same key share the limit of a channel', async () => {
		const clock = new FakeClock();
		const pacer = new Pacer(100, clock);
		const one = () => {
			const batch = jobs(
				1,
				() => Promise.resolve(accepted),
				undefined,
				() => channel('a'),
			);
			return clock.until(runOn(batch, pacer, rules(clock)));
		};
		await one();
		await one();
		expect(clock.now()).toBeGreaterThanOrEqual(900);
	});
});

describe('runBatch', () => {
	it('Jobs start in their order', async () => {
		const clock = new FakeClock();
		const order: number[] = [];
		const batch = jobs(30, (at) => {
			order.push(at);
			return Promise.resolve(accepted);
		});
		await clock.until(runOn(batch, new Pacer(1000, clock), rules(clock)));
		expect(order).toEqual(Array.from({ length: 30 }, (_, at) => at));
	});

	it('No more jobs are under way than allowed', async () => {
		const clock = new FakeClock();
		let underWay = 0;
		let most = 0;
		const batch = jobs(100, async () => {
			most = Math.max(most, ++underWay);
			await clock.sleep(500);
			underWay--;
			return accepted;
		});
		await clock.until(runOn(batch, new Pacer(1e6, clock), rules(clock, { mostInFlight: 8 })));
		expect(most).toBe(8);
	});

	it('Two batches share the pace in equal parts', async () => {
		const clock = new FakeClock();
		const pacer = new Pacer(100, clock);
		const order: string[] = [];
		const of = (name: string) =>
			runOn(
				jobs(50, () => {
					order.push(name);
					return Promise.resolve(accepted);
				}),
				pacer,
				rules(clock),
			);
		await clock.until(Promise.all([of('one'), of('two')]));
		const ones = order.slice(0, 60).filter((name) => name === 'one').length;
		expect(Math.abs(ones - 30)).toBeLessThanOrEqual(1);
	});

	it('A refused request waits as long as the service asks, and nothing is sent meanwhile', async () => {
		const clock = new FakeClock();
		const starts: number[] = [];
		let first = true;
		const batch = jobs(5, () => {
			starts.push(clock.now());
			if (!first) return Promise.resolve(accepted);
			first = false;
			return Promise.resolve(rateLimited(3000));
		});
		const outcomes: boolean[] = [];
		for (const job of batch) job.settled = ({ ok }) => outcomes.push(ok);
		await clock.until(runOn(batch, new Pacer(100, clock), rules(clock)));
		expect(outcomes).toEqual([true, true, true, true, true]);
		expect(starts[1]).toBeGreaterThanOrEqual(3000);
	});

	it('A request gives up if the service asks for too long a wait', async () => {
		const clock = new FakeClock();
		const outcomes: Outcome[] = [];
		const batch = jobs(
			1,
			() => Promise.resolve(rateLimited(3_600_000)),
			(_, outcome) => outcomes.push(outcome),
		);
		await clock.until(runOn(batch, new Pacer(100, clock), rules(clock)));
		expect(outcomes).toEqual([rateLimited(3_600_000)]);
	});

	it('A wait that is too long does not hold up others', async () => {
		const clock = new FakeClock();
		const pacer = new Pacer(100, clock);
		const patient = jobs(1, () => Promise.resolve(rateLimited(21_600_000)));
		await clock.until(runOn(patient, pacer, rules(clock)));
		await clock.until(
			runOn(
				jobs(1, () => Promise.resolve(accepted)),
				pacer,
				rules(clock),
			),
		);
		expect(clock.now()).toBeLessThan(1000);
	});

	it('A new rate keeps the starts and waits from before', async () => {
		const clock = new FakeClock();
		const pacer = new Pacer(100, clock);
		const starts: number[] = [];
		const send = () => {
			starts.push(clock.now());
			return Promise.resolve(accepted);
		};
		for (let turn = 0; turn < 150; turn++) {
			pacer.setRate(turn % 2 === 0 ? 100 : 90);
			await clock.until(runOn(jobs(1, send), pacer, rules(clock)));
		}
		const most = starts.map((from) => starts.filter((at) => at >= from && at < from + 1000).length);
		expect(Math.max(...most)).toBeLessThanOrEqual(100);
		pacer.refused(clock.now(), undefined, { refusals: 1, waitMs: 0, askedMs: 5000 });
		pacer.setRate(50);
		const from = clock.now();
		await clock.until(runOn(jobs(1, send), pacer, rules(clock)));
		expect(clock.now() - from).toBeGreaterThanOrEqual(5000);
	});

	it('A rate that was raised ends the old interval', async () => {
		const clock = new FakeClock();
		const pacer = new Pacer(0.01, clock);
		const one = () => jobs(1, () => Promise.resolve(accepted));
		await clock.until(runOn(one(), pacer, rules(clock)));
		pacer.setRate(100);
		await clock.until(runOn(one(), pacer, rules(clock)));
		expect(clock.now()).toBeLessThan(1_000);
	});

	it.each(Array.from({ length: 12 }, (_, turns) => turns))(
		'A job that joins %i turns after the last one left is not lost',
		async (turns) => {
			const clock = new FakeClock();
			const pacer = new Pacer(100, clock);
			const outcomes: Outcome[] = [];
			const one = () =>
				jobs(
					1,
					() => Promise.resolve(accepted),
					(_, outcome) => outcomes.push(outcome),
				);
			const both = async () => {
				const source = { next: () => Number.POSITIVE_INFINITY };
				pacer.join(source);
				await clock.sleep(1);
				pacer.leave(source);
				for (let turn = 0; turn < turns; turn++) await Promise.resolve();
				await runOn(one(), pacer, rules(clock));
			};
			await clock.until(both());
			expect(outcomes).toEqual([accepted]);
		},
	);

	it('The pace is back at full speed some time after the last refusal', async () => {
		const clock = new FakeClock();
		const pacer = new Pacer(100, clock);
		for (let burst = 0; burst < 30; burst++) {
			pacer.refused(clock.now(), undefined, { refusals: 1, waitMs: 0, askedMs: 0 });
			await clock.until(clock.sleep(150));
		}
		await clock.until(clock.sleep(60_000));
		const from = clock.now();
		const batch = jobs(200, () => Promise.resolve(accepted));
		await clock.until(runOn(batch, pacer, rules(clock)));
		expect(clock.now() - from).toBeLessThan(2_200);
	});

	it('A job gives up after some tries without a connection', async () => {
		const clock = new FakeClock();
		let tries = 0;
		const outcomes: Outcome[] = [];
		const refused: Outcome = {
			ok: false,
			failure: { ...failure, again: { schedule: AFTER_NO_CONNECTION, rateLimit: false } },
		};
		const batch = jobs(
			1,
			() => {
				tries++;
				return Promise.resolve(refused);
			},
			(_, outcome) => outcomes.push(outcome),
		);
		await clock.until(runOn(batch, new Pacer(100, clock), rules(clock)));
		expect(tries).toBe(AFTER_NO_CONNECTION.repeats + 1);
		expect(outcomes).toEqual([refused]);
	});

	it('A batch that stops on failure starts nothing more, and waits for what is under way', async () => {
		const clock = new FakeClock();
		const started: number[] = [];
		const settled: number[] = [];
		const batch = jobs(
			100,
			async (order) => {
				started.push(order);
				await clock.sleep(order === 3 ? 20 : 300);
				return order === 3 ? { ok: false, failure } : accepted;
			},
			(order) => settled.push(order),
		);
		await clock.until(runOn(batch, new Pacer(100, clock), rules(clock, { stopOnFailure: true })));
		expect(started.length).toBeLessThan(8);
		expect([...settled].sort()).toEqual([...started].sort());
	});

	it('A request that fails for a reason of ours counts as uncertain, and the batch goes on', async () => {
		const clock = new FakeClock();
		const outcomes: Outcome[] = [];
		const batch = jobs(
			3,
			(order) => (order === 1 ? Promise.reject(new Error('a fault')) : Promise.resolve(accepted)),
			(_, outcome) => outcomes.push(outcome),
		);
		await clock.until(runOn(batch, new Pacer(100, clock), rules(clock)));
		expect(outcomes.map(({ ok }) => ok)).toEqual([true, false, true]);
		expect(outcomes[1]).toMatchObject({ failure: { sent: 'unknown' } });
	});

	it('A cancelled batch starts nothing more, and waits for what is under way', async () => {
		const clock = new FakeClock();
		const execution = new AbortController();
		let started = 0;
		let ended = 0;
		const batch = jobs(50, async (order) => {
			started++;
			if (order === 9) execution.abort();
			await clock.sleep(100);
			ended++;
			return accepted;
		});

		const cancelled = execution.signal;
		await clock.until(runOn(batch, new Pacer(100, clock), rules(clock, { cancelled })));

		expect({ started, ended }).toEqual({ started: 10, ended: 10 });
	});

	it('A batch that is cancelled before its start sends nothing', async () => {
		const clock = new FakeClock();
		const started: number[] = [];
		const cancelled = AbortSignal.abort();
		const batch = jobs(3, (order) => {
			started.push(order);
			return Promise.resolve(accepted);
		});
		await clock.until(runOn(batch, new Pacer(100, clock), rules(clock, { cancelled })));
		expect(started).toEqual([]);
	});

	it('A failure at one account stops the batch at every account', async () => {
		const clock = new FakeClock();
		const settled: number[] = [];
		const at = (account: number) =>
			jobs(
				100,
				async () => {
					await clock.sleep(50);
					return account === 1 ? { ok: false, failure } : accepted;
				},
				() => settled.push(account),
			);
		const accounts = new Map([0, 1].map((account) => [new Pacer(100, clock), at(account)]));
		await clock.until(runBatch(accounts, rules(clock, { stopOnFailure: true })));
		expect(settled.length).toBeLessThan(14);
		expect(settled).toContain(0);
	});

	it('A job that is not ready is overtaken, and starts as soon as it is ready', async () => {
		const clock = new FakeClock();
		const order: number[] = [];
		const batch = jobs(5, (at) => {
			order.push(at);
			return Promise.resolve(accepted);
		});
		const [first, , , , last] = batch;
		if (!first || !last) throw new Error('no jobs');
		first.ready = clock.sleep(25).then(() => undefined);
		last.ready = clock.sleep(500).then(() => undefined);
		await clock.until(runOn(batch, new Pacer(100, clock), rules(clock)));
		expect(order).toEqual([1, 2, 3, 0, 4]);
		expect(clock.now()).toBeLessThan(510);
	});

	it('A job whose readiness is an outcome needs no turn in the pace', async () => {
		const clock = new FakeClock();
		const settled: Outcome[] = [];
		const batch = jobs(
			50,
			() => Promise.reject(new Error('it must not be tried')),
			(_, outcome) => settled.push(outcome),
		).map((job) => ({ ...job, ready: Promise.resolve(accepted) }));
		await clock.until(runOn(batch, new Pacer(1, clock), rules(clock)));
		expect(settled).toEqual(Array.from({ length: 50 }, () => accepted));
		expect(clock.now()).toBe(0);
	});

	it('A cancelled or stopped batch does not wait for jobs that are not ready', async () => {
		const never = new Promise<undefined>(() => undefined);
		const clock = new FakeClock();
		const execution = new AbortController();
		const settled: number[] = [];
		const batch = (end: () => Outcome) =>
			jobs(
				2,
				() => Promise.resolve(end()),
				(order) => settled.push(order),
			).map((job) => ({ ...job, ...(job.order === 1 && { ready: never }) }));
		const abort = () => {
			execution.abort();
			return accepted;
		};
		const fail = (): Outcome => ({ ok: false, failure });
		const cancelled = { cancelled: execution.signal };
		await clock.until(runOn(batch(abort), new Pacer(100, clock), rules(clock, cancelled)));
		const stops = { stopOnFailure: true };
		await clock.until(runOn(batch(fail), new Pacer(100, clock), rules(clock, stops)));
		expect(settled).toEqual([0, 0]);
	});

	it('A job that fails to become ready was not sent', async () => {
		const clock = new FakeClock();
		const outcomes: Outcome[] = [];
		const batch = jobs(
			1,
			() => Promise.resolve(accepted),
			(_, outcome) => outcomes.push(outcome),
		).map((job) => ({ ...job, ready: Promise.reject(new Error('a fault')) }));
		await clock.until(runOn(batch, new Pacer(100, clock), rules(clock)));
		expect(outcomes).toMatchObject([{ ok: false, failure: { sent: 'no' } }]);
	});

	it('A job asks again after the time it gives, and that is no refusal', async () => {
		const clock = new FakeClock();
		const starts: number[] = [];
		const outcomes: Outcome[] = [];
		const job: Job = {
			order: 0,
			limit: undefined,
			tryOnce: () => {
				starts.push(clock.now());
				return Promise.resolve(starts.length < 3 ? { askAgainInMs: 2000 } : accepted);
			},
			settled: (outcome) => outcomes.push(outcome),
		};
		await clock.until(runOn([job], new Pacer(100, clock), rules(clock)));
		expect(starts.map((at) => Math.round(at / 1000))).toEqual([0, 2, 4]);
		expect(outcomes).toEqual([accepted]);
	});
});

describe('Pacers', () => {
	it('Each key has one pacer, which follows the rate of the credential', () => {
		const pacers = new Pacers(new FakeClock());
		const one = pacers.of(['https://a', 'key 1'], 100);
		expect(pacers.of(['https://a', 'key 1'], 50)).toBe(one);
		expect(one.rate).toBe(50);
		expect(pacers.of(['https://a', 'key 2'], 100)).not.toBe(one);
		expect(pacers.of(['https://b', 'key 1'], 100)).not.toBe(one);
	});
});
