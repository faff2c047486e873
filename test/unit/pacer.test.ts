import {
	runBatch,
	type BatchRules,
	type Job,
} from '../../nodes/MessagingService/engine/pace/batch';
import type { SharedLimit } from '../../nodes/MessagingService/engine/pace';
import type { Failure, Outcome } from '../../nodes/MessagingService/engine/outcome';
import { Pacer, pacerOf } from '../../nodes/MessagingService/engine/pace/pacer';
import {
	AFTER_NO_CONNECTION,
	AFTER_RATE_LIMIT,
	type Tried,
} from '../../nodes/MessagingService/engine/pace/retryTiming';
import { FakeClock, seeded } from '../support/fakeClock';
import { accepted, refused } from '../support/workers';

const failure: Failure = { what: 'no', advice: '', fate: 'notSent' };
const failed: Outcome = failure;
const withAgain = (again: NonNullable<Failure['again']>): Outcome => ({
	...{ ...failure, again },
});
const refusedFor = (afterMs: number) =>
	withAgain({ schedule: AFTER_RATE_LIMIT, rateLimit: true, afterMs });

const gapsOf = (times: readonly number[]) =>
	times.slice(1).map((at, before) => at - (times[before] ?? 0));

type Answer = (order: number) => Tried | Promise<Tried>;
type LimitOf = (order: number) => SharedLimit | undefined;

class Paced {
	readonly clock: FakeClock;
	readonly pacer: Pacer;
	readonly starts: { order: number; at: number }[] = [];
	readonly settled: { order: number; outcome: Outcome }[] = [];

	constructor({ rate = 100, late }: { rate?: number; late?: () => number } = {}) {
		this.clock = new FakeClock(late);
		this.pacer = new Pacer(rate, this.clock, seeded(7));
	}

	get times(): number[] {
		return this.starts.map(({ at }) => at);
	}

	get outcomes(): Outcome[] {
		return this.settled.map(({ outcome }) => outcome);
	}

	mostWithin(ms: number): number {
		const { times } = this;
		return Math.max(
			...times.map((from) => times.filter((at) => at >= from && at < from + ms).length),
		);
	}

	jobs(count: number, answer: Answer = () => accepted, limit?: LimitOf): Job[] {
		return Array.from({ length: count }, (_, order) => ({
			order,
			limit: limit?.(order),
			tryOnce: async () => {
				this.starts.push({ order, at: this.clock.now() });
				return await answer(order);
			},
			ended: (outcome) => {
				this.settled.push({ order, outcome });
			},
		}));
	}

	start(batch: readonly Job[], more: Partial<BatchRules> = {}): Promise<void> {
		const rules = { stopOnFailure: false, cancelled: undefined, ...more };
		return runBatch(this.pacer, batch, rules);
	}

	run(batch: readonly Job[], more?: Partial<BatchRules>): Promise<void> {
		return this.clock.until(this.start(batch, more));
	}

	/** @returns how long it took */
	async send(...given: Parameters<Paced['jobs']>): Promise<number> {
		const from = this.clock.now();
		await this.run(this.jobs(...given));
		return this.clock.now() - from;
	}

	pass(ms: number): Promise<void> {
		return this.clock.until(this.clock.sleep(ms));
	}
}

let paced: Paced;

beforeEach(() => {
	paced = new Paced();
});

describe('Pacer', () => {
	it('A batch ends even if the result of a request cannot be handled', async () => {
		const batch = paced.jobs(3);
		for (const job of batch) {
			job.ended = () => {
				throw new Error('a bug');
			};
		}
		await expect(paced.run(batch)).resolves.toBeUndefined();
	});

	it('Requests start an interval apart, and a late timer is made up for without bursts', async () => {
		let late = 0;
		paced = new Paced({ late: () => (++late === 20 ? 60 : 0) });
		await paced.send(200);
		expect(Math.min(...gapsOf(paced.times))).toBeGreaterThanOrEqual(4.5);
		expect(Math.max(...gapsOf(paced.times))).toBeGreaterThan(60);
		// Made up for: the last is where it would have been.
		expect(paced.times.at(-1)).toBeLessThan(199 * 10.2 + 12);
		expect(paced.mostWithin(1000)).toBeLessThanOrEqual(100);
	});

	it('Starts are not saved up while there is nothing to send', async () => {
		await paced.send(3);
		await paced.pass(5000);
		paced.starts.length = 0;
		await paced.send(10);
		expect((paced.times.at(-1) ?? 0) - (paced.times[0] ?? 0)).toBeGreaterThanOrEqual(9 * 10);
	});

	it('A rate below one request a second is kept', async () => {
		paced = new Paced({ rate: 0.5 });
		await paced.send(4);
		expect(Math.min(...gapsOf(paced.times))).toBeGreaterThanOrEqual(2000);
	});

	it('Refusals by chance of one in a hundred hardly slow down the pace', async () => {
		const random = seeded(5);
		const answer = async () => {
			await paced.clock.sleep(50);
			return random() < 0.01 ? refused : accepted;
		};
		expect(await paced.send(6000, answer)).toBeLessThan(6000 / 0.088);
	});

	it('A pace with little to send stays fast after refusals by chance', async () => {
		let sent = 0;
		// Of ten requests in a second, four are refused by chance.
		const few = Array.from({ length: 10 }, async (_, turn) => {
			await paced.clock.sleep(turn * 100);
			await paced.start(paced.jobs(1, () => (++sent % 3 === 1 ? refused : accepted)));
		});
		await paced.clock.until(Promise.all(few));
		expect(await paced.send(100)).toBeLessThan(1600);
	});
});

describe('Limit of a channel', () => {
	const channel = (key: string): SharedLimit => ({ key, limit: 60, periodMs: 60_000, advice: '' });
	const onA = () => channel('a');
	const inRooms = (): SharedLimit => ({ ...channel('rooms'), onceRefused: true });

	it('Requests on a channel start a second apart, and two channels run in parallel', async () => {
		const took = await paced.send(150, undefined, (order) => channel(order < 75 ? 'a' : 'b'));
		expect(paced.starts).toHaveLength(150);
		expect(took).toBeLessThan(76_000);
		for (const isOn of [(order: number) => order < 75, (order: number) => order >= 75]) {
			const times = paced.starts.filter(({ order }) => isOn(order)).map(({ at }) => at);
			expect(Math.min(...gapsOf(times))).toBeGreaterThanOrEqual(900);
			expect((times[60] ?? 0) - (times[0] ?? 0)).toBeGreaterThanOrEqual(60_000);
		}
	});

	it('A request is tried for about ten minutes while others fill the channel', async () => {
		const took = await paced.send(1, () => refused, onA);
		expect(paced.outcomes).toMatchObject([{ fate: 'notSent' }]);
		expect(took / 60_000).toBeGreaterThan(9);
		expect(took / 60_000).toBeLessThan(12);
	});

	it('A refused channel still gets at most 60 requests a minute', async () => {
		let refusals = 0;
		const answer = (order: number) => {
			if (order !== 10 || refusals++ > 0) return accepted;
			// It took no place.
			paced.starts.pop();
			return refused;
		};
		await paced.send(130, answer, onA);
		expect(paced.starts).toHaveLength(130);
		expect(paced.mostWithin(60_000)).toBe(60);
	});

	it('Requests of unknown channels run at full pace until the service refuses one', async () => {
		const taken: number[] = [];
		let refusals = 0;
		const answer = async () => {
			await paced.clock.sleep(20);
			const now = paced.clock.now();
			if (taken.filter((at) => at > now - 60_000).length >= 60) {
				refusals++;
				return refused;
			}
			taken.push(now);
			return accepted;
		};
		expect(await paced.send(50, answer, inRooms)).toBeLessThan(1000);
		await paced.send(300, answer, inRooms);
		expect(taken).toHaveLength(350);
		expect(refusals).toBeLessThanOrEqual(10);
	});

	it.each([
		['A slow response slows down nobody', -1, 1000],
		['One refusal alone sets no limit', 0, 0],
	])('%s on an unknown channel', async (_, refusedAt, ms) => {
		let tries = 0;
		const answer = async () => {
			const isRefused = tries++ === refusedAt;
			if (ms > 0) await paced.clock.sleep(ms);
			return isRefused ? refused : accepted;
		};
		expect(await paced.send(300, answer, inRooms)).toBeLessThan(5_000);
	});

	it('The limit on an unknown channel ends after 15 minutes without a refusal', async () => {
		let refusals = 0;
		const answer = () => (refusals++ < 3 ? refused : accepted);
		await paced.send(1, answer, inRooms);
		expect(await paced.send(70, answer, inRooms)).toBeGreaterThanOrEqual(60_000);
		await paced.pass(15 * 60_000);
		expect(await paced.send(300, answer, inRooms)).toBeLessThan(5_000);
	});

	it('Batches with the same key share the limit of a channel', async () => {
		await paced.send(1, undefined, onA);
		expect(await paced.send(1, undefined, onA)).toBeGreaterThanOrEqual(900);
	});
});

describe('runBatch', () => {
	it('No more jobs are under way than allowed', async () => {
		paced = new Paced({ rate: 1e6 });
		let underWay = 0;
		let most = 0;
		const batch = paced.jobs(400, async () => {
			most = Math.max(most, ++underWay);
			await paced.clock.sleep(500);
			underWay--;
			return accepted;
		});
		await paced.run(batch);
		expect(most).toBe(200);
	});

	it('Two batches share the pace in equal parts', async () => {
		const order: string[] = [];
		const jobs = (name: string) =>
			paced.jobs(50, () => {
				order.push(name);
				return accepted;
			});
		await paced.clock.until(Promise.all([paced.start(jobs('one')), paced.start(jobs('two'))]));
		const ones = order.slice(0, 60).filter((name) => name === 'one').length;
		expect(Math.abs(ones - 30)).toBeLessThanOrEqual(1);
	});

	it('A refused request waits as long as the service asks, and nothing is sent meanwhile', async () => {
		let tries = 0;
		await paced.send(5, () => (tries++ === 0 ? refusedFor(3000) : accepted));
		expect(paced.outcomes).toEqual(Array(5).fill(accepted));
		expect(paced.times[1]).toBeGreaterThanOrEqual(3000);
	});

	it('A request gives up if the service asks for too long a wait, and holds up no other', async () => {
		await paced.send(1, () => refusedFor(21_600_000));
		expect(paced.outcomes).toEqual([refusedFor(21_600_000)]);
		await paced.send(1);
		expect(paced.clock.now()).toBeLessThan(1000);
	});

	it('A job that joins some turns after the last one left is not lost', async () => {
		for (let turns = 0; turns < 12; turns++) {
			paced = new Paced();
			const both = async () => {
				const source = { next: () => Number.POSITIVE_INFINITY };
				paced.pacer.join(source);
				await paced.clock.sleep(1);
				paced.pacer.leave(source);
				for (let turn = 0; turn < turns; turn++) await Promise.resolve();
				await paced.start(paced.jobs(1));
			};
			await paced.clock.until(both());
			expect(paced.outcomes).toEqual([accepted]);
		}
	});

	it('The pace is back at full speed some time after the last refusal', async () => {
		for (let burst = 0; burst < 30; burst++) {
			const refusal = { refusals: 1, waitMs: 0, askedMs: 0 };
			paced.pacer.refused(paced.clock.now(), undefined, refusal);
			await paced.pass(150);
		}
		await paced.pass(60_000);
		expect(await paced.send(200)).toBeLessThan(2_200);
	});

	it('A job gives up after some tries without a connection', async () => {
		const unreached = withAgain({ schedule: AFTER_NO_CONNECTION, rateLimit: false });
		await paced.send(1, () => unreached);
		expect(paced.starts).toHaveLength(AFTER_NO_CONNECTION.repeats + 1);
		expect(paced.outcomes).toEqual([unreached]);
	});

	it('A batch that stops on failure starts nothing more, and waits for what is under way', async () => {
		const batch = paced.jobs(100, async (order) => {
			await paced.clock.sleep(order === 3 ? 20 : 300);
			return order === 3 ? failed : accepted;
		});
		await paced.run(batch, { stopOnFailure: true });
		const ordersOf = (list: { order: number }[]) => list.map(({ order }) => order).sort();
		expect(paced.starts.length).toBeLessThan(8);
		expect(ordersOf(paced.settled)).toEqual(ordersOf(paced.starts));
	});

	it('A request that fails for a reason of ours counts as uncertain, and the batch goes on', async () => {
		await paced.send(3, (order) => (order === 1 ? Promise.reject(new Error('a fault')) : accepted));
		const fates = paced.outcomes.map(({ fate }) => fate);
		expect(fates).toEqual(['accepted', 'uncertain', 'accepted']);
	});

	it('A cancelled batch starts nothing more, and waits for what is under way', async () => {
		const execution = new AbortController();
		const batch = paced.jobs(50, async (order) => {
			if (order === 9) execution.abort();
			await paced.clock.sleep(100);
			return accepted;
		});
		await paced.run(batch, { cancelled: execution.signal });
		expect([paced.starts.length, paced.settled.length]).toEqual([10, 10]);
	});

	it('A batch that is cancelled before its start sends nothing', async () => {
		await paced.run(paced.jobs(3), { cancelled: AbortSignal.abort() });
		expect(paced.starts).toEqual([]);
	});

	it('A job that is not ready is overtaken, and starts as soon as it is ready', async () => {
		const batch = paced.jobs(5);
		const [first, , , , last] = batch;
		if (!first || !last) throw new Error('no jobs');
		const after = (ms: number) => () => paced.clock.sleep(ms).then(() => undefined);
		first.ready = after(25);
		last.ready = after(500);
		await paced.run(batch, { mostReady: 2 });
		expect(paced.starts.map(({ order }) => order)).toEqual([1, 2, 3, 0, 4]);
		expect(paced.clock.now()).toBeLessThan(510);
	});

	it('A job whose readiness is an outcome needs no turn in the pace', async () => {
		paced = new Paced({ rate: 1 });
		const batch = paced.jobs(50).map((job) => ({ ...job, ready: () => Promise.resolve(accepted) }));
		await paced.run(batch);
		expect(paced.outcomes).toEqual(Array(50).fill(accepted));
		expect(paced.starts).toEqual([]);
		expect(paced.clock.now()).toBe(0);
	});

	it.each<[string, () => boolean]>([
		['slow', () => false],
		['away for a while', () => paced.clock.now() < 4_000],
	])(
		'Jobs that were made ready and have not ended are 125 at most if the service is %s',
		async (_, isUnreachable) => {
			const unreached = withAgain({ schedule: AFTER_NO_CONNECTION, rateLimit: false });
			let held = 0;
			let most = 0;
			const jobs = paced.jobs(400, async () => {
				if (isUnreachable()) return unreached;
				await paced.clock.sleep(5_000);
				held--;
				return accepted;
			});
			const ready = () => {
				most = Math.max(most, ++held);
				return Promise.resolve(undefined);
			};
			await paced.run(
				jobs.map((job) => ({ ...job, ready })),
				{ mostReady: 50 },
			);
			expect(most).toBe(125);
			expect(paced.outcomes).toEqual(Array(400).fill(accepted));
		},
	);

	it('A cancelled or stopped batch does not wait for jobs that are not ready', async () => {
		const never = new Promise<undefined>(() => undefined);
		const execution = new AbortController();
		const batch = (end: () => Outcome) =>
			paced.jobs(2, end).map((job) => ({ ...job, ...(job.order === 1 && { ready: () => never }) }));
		const abort = () => {
			execution.abort();
			return accepted;
		};
		await paced.run(batch(abort), { cancelled: execution.signal });
		const failing = batch(() => failed);
		await paced.run(failing, { stopOnFailure: true });
		expect(paced.settled.map(({ order }) => order)).toEqual([0, 0]);
	});

	it('A job that fails to become ready was not sent', async () => {
		const ready = () => Promise.reject(new Error('a fault'));
		await paced.run(paced.jobs(1).map((job) => ({ ...job, ready })));
		expect(paced.outcomes).toMatchObject([{ fate: 'notSent' }]);
	});

	it('A job asks again after the time it gives, and that is no refusal', async () => {
		await paced.send(1, () => (paced.starts.length < 3 ? { askAgainInMs: 2000 } : accepted));
		expect(paced.times.map((at) => Math.round(at / 1000))).toEqual([0, 2, 4]);
		expect(paced.outcomes).toEqual([accepted]);
	});
});

describe('pacerOf', () => {
	it('Each key has one pacer for each rate', () => {
		const one = pacerOf(['https://a', 'key 1'], 100);
		expect(pacerOf(['https://a', 'key 1'], 100)).toBe(one);
		expect(pacerOf(['https://a', 'key 1'], 50).rate).toBe(50);
		expect(pacerOf(['https://a', 'key 2'], 100)).not.toBe(one);
		expect(pacerOf(['https://b', 'key 1'], 100)).not.toBe(one);
	});
});
