import { z } from 'zod';

import { chance } from '../../simulator/core/chance';

/** Which runs there are, and everything about each that is left to chance: the same seed gives the same runs. Pure. */

export const GROUNDS = ['n8n2', 'n8n1', 'n8n2-queue', 'n8n1-queue'] as const;
export type GroundName = (typeof GROUNDS)[number];

/** What runs before the node that sends, and how much of it n8n stores. */
export const BEFORE = ['nothing', 'progress', 'wait', 'loop', 'sub'] as const;
export type Before = (typeof BEFORE)[number];

/** What a person does once n8n is up again. */
export const AFTER = ['retry', 'two-retries', 'retry-edited', 'new-start'] as const;
export type After = (typeof AFTER)[number];

export const ITEMS = [1, 30, 500, 5000] as const;

export const run = z.object({
	/** Names the run in the data file, on the command line and in each message that it sends. */
	id: z.string(),
	seed: z.number(),
	ground: z.enum(GROUNDS),
	before: z.enum(BEFORE),
	items: z.number(),
	after: z.enum(AFTER),
	/** Each message has a Send Once Key. */
	hasKeys: z.boolean(),
	signal: z.enum(['SIGKILL', 'SIGTERM']),
	/** In queue mode: the worker that sends, or every process of n8n. */
	struck: z.enum(['worker', 'all']),
	onError: z.enum(['stopWorkflow', 'continueRegularOutput']),
	saveProgress: z.boolean(),
	requestsPerSecond: z.number(),
	latencyMs: z.number(),
	/** The moment of the kill: so many requests have reached the service, and then so long. */
	killAfterRequests: z.number(),
	killPlusMs: z.number(),
	/** Which failed execution is retried once more when Retry ended with an error. */
	againOf: z.enum(['original', 'retry']),
});
export type Run = z.output<typeof run>;

type Combination = Pick<Run, 'ground' | 'before' | 'items' | 'after' | 'hasKeys' | 'struck'>;

/** A new start, and a sub-workflow, which is new each time it is called, need keys. */
const needsKeys = (before: Before, after: After) => before === 'sub' || after === 'new-start';

const inTurn = <T>(list: readonly T[], at: number): T => {
	const found = list[at % list.length];
	if (found === undefined) throw new Error('An empty list has no turns');
	return found;
};

const combination = (
	ground: GroundName,
	before: Before,
	items: (typeof ITEMS)[number],
	after: After,
	{ hasKeys = false, struck = 'all' }: Partial<Pick<Run, 'hasKeys' | 'struck'>> = {},
): Combination => ({
	...{ ground, before, items, after, struck },
	hasKeys: hasKeys || needsKeys(before, after),
});

const KEYS = { hasKeys: true };

/** Each two of what is before, how many items and what is done meet at least once; each of the first two with two of the last. */
const ONE_PROCESS_2: readonly Combination[] = BEFORE.flatMap((before, row) =>
	ITEMS.flatMap((items, column) =>
		[0, 2].map((shift) => {
			const after = inTurn(AFTER, row + column + shift);
			return combination('n8n2', before, items, after, { hasKeys: shift === 2 });
		}),
	),
);

const ONE_PROCESS_1: readonly Combination[] = [
	combination('n8n1', 'nothing', 30, 'retry'),
	combination('n8n1', 'nothing', 500, 'new-start'),
	combination('n8n1', 'progress', 1, 'two-retries'),
	combination('n8n1', 'progress', 500, 'retry', KEYS),
	combination('n8n1', 'wait', 30, 'retry-edited'),
	combination('n8n1', 'wait', 5000, 'retry', KEYS),
	combination('n8n1', 'loop', 30, 'retry'),
	combination('n8n1', 'sub', 500, 'two-retries'),
];

/** n8n 2 cannot retry what a killed worker ran: there the person starts anew. */
const QUEUE_2: readonly Combination[] = [
	combination('n8n2-queue', 'nothing', 500, 'new-start', { struck: 'worker' }),
	combination('n8n2-queue', 'progress', 30, 'new-start', { struck: 'worker' }),
	combination('n8n2-queue', 'progress', 500, 'retry', { struck: 'worker' }),
	combination('n8n2-queue', 'nothing', 500, 'retry'),
	combination('n8n2-queue', 'nothing', 500, 'retry', KEYS),
	combination('n8n2-queue', 'progress', 500, 'two-retries'),
	combination('n8n2-queue', 'nothing', 500, 'two-retries', KEYS),
	combination('n8n2-queue', 'wait', 30, 'two-retries'),
];

/** n8n 1 runs what a killed worker ran a second time, by itself; only what is still open then is retried. */
const QUEUE_1: readonly Combination[] = [
	combination('n8n1-queue', 'nothing', 500, 'retry', { struck: 'worker' }),
	combination('n8n1-queue', 'nothing', 500, 'retry', { struck: 'worker', hasKeys: true }),
	combination('n8n1-queue', 'nothing', 1, 'two-retries', { struck: 'worker' }),
	combination('n8n1-queue', 'progress', 500, 'two-retries', { struck: 'worker' }),
	combination('n8n1-queue', 'loop', 30, 'retry', { struck: 'worker' }),
	combination('n8n1-queue', 'wait', 500, 'retry-edited'),
	combination('n8n1-queue', 'progress', 30, 'retry'),
];

const COMBINATIONS = [...ONE_PROCESS_2, ...ONE_PROCESS_1, ...QUEUE_2, ...QUEUE_1];

export const USUAL_SEED = 17;
export const USUAL_RUNS = COMBINATIONS.length;

/** From SIGTERM until n8n is gone: the second of grace, and two more that it takes to report that it was too short. */
const DYING_S = 3.5;

function paceOf(items: number, signal: Run['signal']) {
	const dies = signal === 'SIGTERM';
	if (items === 1) {
		return { requestsPerSecond: 100, latencyMs: dies ? DYING_S * 1000 + 1500 : 400 };
	}
	// Slow enough that a small batch lasts longer than n8n takes to die.
	if (items <= 30) return { requestsPerSecond: dies ? 3 : 10, latencyMs: 200 };
	return { requestsPerSecond: 100, latencyMs: 200 };
}

/** Any moment of the batch at which its end does not come before the process's. */
function momentOf(
	items: number,
	signal: Run['signal'],
	{ requestsPerSecond, latencyMs }: ReturnType<typeof paceOf>,
	random: () => number,
) {
	const sentWhileDying = signal === 'SIGTERM' && items > 1 ? DYING_S * requestsPerSecond : 0;
	// In the longest batches not so late that nothing is left to retry.
	const latest = items > 500 ? items * 0.7 : items - Math.ceil(sentWhileDying);
	const window = items === 1 && signal === 'SIGTERM' ? 1000 : latencyMs * 1.5;
	return {
		killAfterRequests: Math.floor(random() * (latest + 1)),
		killPlusMs: Math.floor(random() * window),
	};
}

function savesProgress(before: Before, coin: number): boolean {
	if (before === 'progress') return true;
	return (before === 'loop' || before === 'sub') && coin < 0.5;
}

function runOf(combination: Combination, seed: number, round: number): Run {
	const { ground, before, items, after, hasKeys, struck } = combination;
	const random = chance(seed);
	const signal = random() < 0.7 ? 'SIGKILL' : 'SIGTERM';
	const pace = paceOf(items, signal);
	const onError = random() < 0.5 ? 'stopWorkflow' : 'continueRegularOutput';
	return {
		id: [
			ground,
			...(ground.endsWith('-queue') ? [`${struck}-killed`] : []),
			before,
			items,
			after,
			...(hasKeys ? ['keys'] : []),
			...(round > 0 ? [`round-${round + 1}`] : []),
		].join('/'),
		seed,
		...combination,
		signal,
		// A loop that stops at the first round with an unknown item could never be finished.
		onError: before === 'loop' ? 'continueRegularOutput' : onError,
		saveProgress: savesProgress(before, random()),
		...pace,
		...momentOf(items, signal, pace, random),
		againOf: random() < 0.5 ? 'original' : 'retry',
	};
}

/** In an order that makes the first few a sample of all; more than all go on with other moments. */
export function planned(seed: number, runs: number): Run[] {
	const random = chance(seed);
	const shuffled = COMBINATIONS.map((one) => ({ one, at: random() }))
		.sort((a, b) => a.at - b.at)
		.map(({ one }) => one);
	return Array.from({ length: runs }, (_, at) =>
		runOf(inTurn(shuffled, at), Math.floor(random() * 2 ** 31), Math.floor(at / shuffled.length)),
	);
}
