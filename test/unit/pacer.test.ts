import {
	runBatch,
	type BatchRules,
	type Claims,
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
	...failure,
	again,
});
const refusedFor = (afterMs: number) =>
	withAgain({ schedule: AFTER_RATE_LIMIT, rateLimit: true, afterMs });

const gapsOf = (times: readonly number[]) =>
	times.slice(1).map((at, before) => at - (times[before] ?? 0));

type Answer = (order: number) => Tried | Promise<Tried>;
type LimitOf = (order: number) => SharedLimit | undefined;

interface Numbered extends Job {
	order: number;
}

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

	jobs(count: number, answer: Answer = () => accepted, limit?: LimitOf): Numbered[] {
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

	start(batch: readonly Numbered[], more: Partial<BatchRules<Numbered>> = {}): Promise<void> {
		const rules = { stopOnFailure: false, cancelled: undefined, ...more };
		return runBatch(this.pacer, batch, rules);
	}

	run(batch: readonly Numbered[], more?: Partial<BatchRules<Numbered>>): Promise<void> {
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

	it('A channel gets at most 60 requests a minute after its requests have waited for a busy key', async () => {
		paced = new Paced({ rate: 2 });
		const ofOthers = Array.from({ length: 200 }, () => paced.start(paced.jobs(1)));
		const starts: number[] = [];
		const onChannel = Array.from({ length: 130 }, () => {
			const [job] = paced.jobs(1, undefined, onA);
			const tryOnce = async () => {
				starts.push(paced.clock.now());
				return await Promise.resolve(accepted);
			};
			return paced.start(job ? [{ ...job, tryOnce }] : []);
		});
		await paced.clock.until(Promise.all([...ofOthers, ...onChannel]));
		expect(starts).toHaveLength(130);
		for (const [at, start] of starts.entries()) {
			expect((starts[at + 60] ?? Infinity) - start).toBeGreaterThanOrEqual(60_000);
		}
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

	const claimed = <Of extends Numbered>(
		claim: Claims<Of>['claim'] = () => Promise.resolve([]),
		together = 25,
	): Partial<BatchRules<Of>> => ({ claims: { claim, together } });

	it('Jobs are claimed before they start, and the next ones while these start', async () => {
		const seen: string[] = [];
		const batch = paced.jobs(4, (order) => {
			seen.push(`starts ${order}`);
			return accepted;
		});
		const claim = async (jobs: readonly Numbered[]) => {
			await paced.clock.sleep(5);
			seen.push(`claims ${jobs.map(({ order }) => order).join()}`);
			return [];
		};
		await paced.run(batch, claimed(claim, 2));
		expect(seen).toEqual([
			'claims 0,1',
			'starts 0',
			'claims 2,3',
			'starts 1',
			'starts 2',
			'starts 3',
		]);
	});

	it('A job whose claim is an outcome needs no turn in the pace', async () => {
		paced = new Paced({ rate: 1 });
		const claim = (jobs: readonly Numbered[]) => Promise.resolve(jobs.map(() => accepted));
		await paced.run(paced.jobs(50), claimed(claim));
		expect(paced.outcomes).toEqual(Array(50).fill(accepted));
		expect(paced.starts).toEqual([]);
		expect(paced.clock.now()).toBe(0);
	});

	it.each<[string, number, () => boolean]>([
		['slow', 25, () => false],
		['slow, in a Retry', 50, () => false],
		['away for a while', 25, () => paced.clock.now() < 4_000],
	])(
		'Jobs that were claimed and have not ended are 150 at most if the service is %s',
		async (_, together, isUnreachable) => {
			const unreached = withAgain({ schedule: AFTER_NO_CONNECTION, rateLimit: false });
			let held = 0;
			let most = 0;
			const jobs = paced.jobs(400, async () => {
				if (isUnreachable()) return unreached;
				await paced.clock.sleep(5_000);
				held--;
				return accepted;
			});
			const claim = (some: readonly Numbered[]) => {
				most = Math.max(most, (held += some.length));
				return Promise.resolve([]);
			};
			await paced.run(jobs, claimed(claim, together));
			expect(most).toBe(150);
			expect(paced.outcomes).toEqual(Array(400).fill(accepted));
		},
	);

	it('Jobs of many channels are claimed for the next moment only', async () => {
		let held = 0;
		let most = 0;
		const answer = () => {
			held--;
			return accepted;
		};
		const limit = (order: number): SharedLimit => ({
			key: String(order % 20),
			limit: 60,
			periodMs: 60_000,
			advice: '',
		});
		const claim = (some: readonly Numbered[]) => {
			most = Math.max(most, (held += some.length));
			return Promise.resolve([]);
		};
		await paced.run(paced.jobs(200, answer, limit), claimed(claim));
		expect(most).toBeLessThanOrEqual(60);
		expect(paced.outcomes).toHaveLength(200);
	});

	it('A cancelled or stopped batch does not wait for a claim', async () => {
		const execution = new AbortController();
		const claim = async ([first]: readonly Numbered[]) => {
			if (first?.order === 1) await new Promise(() => undefined);
			return [];
		};
		const abort = () => {
			execution.abort();
			return accepted;
		};
		const rules = claimed(claim, 1);
		await paced.run(paced.jobs(2, abort), { ...rules, cancelled: execution.signal });
		await paced.run(
			paced.jobs(2, () => failed),
			{ ...rules, stopOnFailure: true },
		);
		expect(paced.settled.map(({ order }) => order)).toEqual([0, 0]);
	});

	it('Jobs whose claim fails were not sent', async () => {
		await paced.run(
			paced.jobs(2),
			claimed(() => Promise.reject(new Error('a fault'))),
		);
		expect(paced.outcomes).toMatchObject([{ fate: 'notSent' }, { fate: 'notSent' }]);
	});

	it('Many jobs that ask again later keep no other waiting', async () => {
		const asked = new Set<number>();
		const answer = (order: number) => {
			if (asked.has(order)) return accepted;
			asked.add(order);
			return { askAgainInMs: 60_000 };
		};
		expect(await paced.send(400, answer)).toBeLessThan(70_000);
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
