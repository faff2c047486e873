import type { Outcome } from '../../nodes/MessagingService/engine/outcome';
import { runBatch, type Job } from '../../nodes/MessagingService/engine/pace/batch';
import { Pacer } from '../../nodes/MessagingService/engine/pace/pacer';
import { FakeClock, seeded } from '../support/fakeClock';
import { accepted, refused } from '../support/workers';

const LATENCY_MS = 300;

class Account {
	readonly clock = new FakeClock();
	readonly pacer = new Pacer(100, this.clock, seeded(3));
	readonly sent: { sender: string | undefined; started: number; ended: number }[] = [];
	answer: (count: number) => Outcome = () => accepted;

	async send(
		execution: string,
		senders: (string | undefined)[],
		cancelled?: AbortSignal,
		stopOnFailure = false,
	) {
		const jobs = senders.map((sender): Job => {
			const range = sender === undefined ? undefined : { sender, fromMs: 2000, toMs: 5000 };
			return {
				limit: undefined,
				pause: range && this.pacer.pauseOf(execution, range),
				tryOnce: async () => {
					const started = this.clock.now();
					await this.clock.sleep(LATENCY_MS);
					this.sent.push({ sender, started, ended: this.clock.now() });
					return this.answer(this.sent.length);
				},
				ended: () => undefined,
			};
		});
		await runBatch(this.pacer, jobs, { stopOnFailure, cancelled });
	}

	/** From the end of each request to the start of the next, in seconds. */
	pauses(sender?: string): number[] {
		const own = this.sent.filter((one) => one.sender === sender);
		return own.slice(1).map(({ started }, before) => (started - (own[before]?.ended ?? 0)) / 1000);
	}
}

const times = (count: number, sender?: string) => Array.from({ length: count }, () => sender);

const ofRange = (pauses: readonly number[]) => {
	for (const pause of pauses) {
		expect(pause).toBeGreaterThanOrEqual(1.999);
		expect(pause).toBeLessThanOrEqual(5.02);
	}
};

describe('Pause Between Messages', () => {
	it('The pause is a random time in its range', async () => {
		const account = new Account();
		await account.clock.until(account.send('1', times(40, 'auto')));
		const pauses = account.pauses('auto');
		expect(pauses).toHaveLength(39);
		ofRange(pauses);
		expect(Math.max(...pauses) - Math.min(...pauses)).toBeGreaterThan(2);
	});

	it('The pause goes on from one node run to the next, and holds for runs at the same time', async () => {
		const account = new Account();
		await account.clock.until(account.send('1', ['auto']));
		await account.clock.until(
			Promise.all([account.send('1', times(2, 'auto')), account.send('1', ['auto'])]),
		);
		expect(account.pauses('auto')).toHaveLength(3);
		ofRange(account.pauses('auto'));
	});

	it('Other senders, other executions and messages without a pause pass', async () => {
		const account = new Account();
		const mixed = [...times(3, 'auto'), ...times(3, 'queue a'), ...times(20)];
		await account.clock.until(
			Promise.all([account.send('1', mixed), account.send('2', ['auto', 'queue a'])]),
		);
		const early = account.sent.filter(({ started }) => started < 1000);
		expect(early).toHaveLength(2 + 20 + 2);
		ofRange(account.pauses('queue a').filter((pause) => pause > 0.1));
	});

	it('A refused message does not wait for the pause again', async () => {
		const account = new Account();
		account.answer = (count) => (count === 2 ? refused : accepted);
		await account.clock.until(account.send('1', times(3, 'auto')));
		const [first = 0, again = 0, last = 0] = account.pauses('auto');
		expect(account.sent).toHaveLength(4);
		ofRange([first, last]);
		expect(again).toBeLessThan(1);
	});

	it('The pause holds for the next try of a node run that failed', async () => {
		const account = new Account();
		account.answer = () => ({ fate: 'notSent', what: 'no', advice: '' });
		await account.clock.until(account.send('1', times(2, 'auto'), undefined, true));
		await account.clock.until(account.send('1', ['auto']));
		expect(account.pauses('auto')).toHaveLength(1);
		ofRange(account.pauses('auto'));
	});

	it('The pause ends when the execution is cancelled', async () => {
		const account = new Account();
		const cancel = new AbortController();
		const sending = account.send('1', times(5, 'auto'), cancel.signal);
		await account.clock.until(account.clock.sleep(1000));
		cancel.abort();
		const from = account.clock.now();
		await account.clock.until(sending);
		expect(account.clock.now()).toBe(from);
		expect(account.sent).toHaveLength(1);
	});

	it('The pauses of the 10,000 most recently used senders are remembered', () => {
		const { pacer } = new Account();
		const turnOf = (execution: number) =>
			pacer.pauseOf(String(execution), { sender: 'auto', fromMs: 1, toMs: 1 }).turns;
		const [first, second] = [turnOf(0), turnOf(1)];
		turnOf(0);
		for (let execution = 2; execution <= 10_000; execution++) turnOf(execution);
		expect(turnOf(0)).toBe(first);
		expect(turnOf(1)).not.toBe(second);
	});
});
