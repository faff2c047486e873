import { chance } from '../../simulator/core/chance';
import type { Signal } from '../frame/testbed';

/** Which runs there are, and what of each is left to chance. The same seed gives the same runs. */

export const BEDS = ['single', 'queue'] as const;
export type BedName = (typeof BEDS)[number];

/** What runs before the node that sends, and how much of it n8n stores. */
const BEFORE = ['nothing', 'progress', 'wait', 'loop', 'sub'] as const;

/** Saves progress in half of its runs. */
const MAY_SAVE: readonly string[] = ['loop', 'sub'];

const AFTER = ['retry', 'two-retries', 'retry-edited', 'new-start'] as const;

const ITEMS = [1, 30, 500, 5000] as const;

interface Combination {
	bed: BedName;
	before: (typeof BEFORE)[number];
	items: number;
	after: (typeof AFTER)[number];
	hasKeys: boolean;
	/** In queue mode: the worker that sends, or every process of n8n. */
	struck: 'worker' | 'all';
}

export interface Run extends Combination {
	/** Names the run in the report, on the command line and in each message that it sends. */
	id: string;
	seed: number;
	signal: Signal;
	onError: 'stopWorkflow' | 'continueRegularOutput';
	saveProgress: boolean;
	requestsPerSecond: number;
	latencyMs: number;
	/** The moment of the kill: after this many requests, and then this long. */
	killAfterRequests: number;
	killPlusMs: number;
	/** Which failed execution is retried once more when Retry ended with an error. */
	againOf: 'original' | 'retry';
}

type Given = readonly [before: Run['before'], items: number, after: Run['after'], keys?: 'keys'];

const on = (
	bed: BedName,
	struck: Run['struck'],
	...given: readonly Given[]
): readonly Combination[] =>
	given.map(([before, items, after, keys]) => ({
		bed,
		struck,
		before,
		items,
		after,
		// A new start, and a sub-workflow, which is new each time it is called, need keys.
		hasKeys: keys === 'keys' || before === 'sub' || after === 'new-start',
	}));

/** Each two of what is before, how many items and what is done meet at least once; each of the first two with two of the last. */
const PAIRS = BEFORE.flatMap((before, row) =>
	ITEMS.flatMap((items, column) => {
		const after = (shift: number) => AFTER[(row + column + shift) % AFTER.length] ?? 'retry';
		return [[before, items, after(0)] as const, [before, items, after(2), 'keys'] as const];
	}),
);

const COMBINATIONS = [
	...on('single', 'all', ...PAIRS),
	// n8n cannot retry what a killed worker ran: there the person starts again.
	...on(
		'queue',
		'worker',
		['nothing', 500, 'new-start'],
		['progress', 30, 'new-start'],
		['progress', 500, 'retry'],
	),
	...on(
		'queue',
		'all',
		['nothing', 500, 'retry'],
		['progress', 500, 'two-retries'],
		['nothing', 500, 'two-retries', 'keys'],
		['wait', 30, 'two-retries'],
	),
];

export const USUAL_SEED = 17;

/** From SIGTERM until n8n is gone: the second of grace, and two more that it takes to report that it was too short. */
const DYING_S = 3.5;

function paceOf(items: number, signal: Signal) {
	const dies = signal === 'SIGTERM';
	const latencyMs = dies ? DYING_S * 1000 + 1500 : 400;
	if (items === 1) return { requestsPerSecond: 100, latencyMs };
	// Slow enough that a small batch lasts longer than n8n takes to die.
	return { requestsPerSecond: items > 30 ? 100 : dies ? 3 : 10, latencyMs: 200 };
}

/** Any moment of the batch at which its end does not come before the process's. */
function momentOf(
	items: number,
	signal: Signal,
	{ requestsPerSecond, latencyMs }: ReturnType<typeof paceOf>,
	random: () => number,
) {
	const sentWhileDying = signal === 'SIGTERM' && items > 1 ? DYING_S * requestsPerSecond : 0;
	// In the longest batches not so late that nothing is left to retry.
	const latest = items > 500 ? items * 0.7 : items - Math.ceil(sentWhileDying);
	const window = items === 1 && signal === 'SIGTERM' ? 1000 : latencyMs * 1.5;
	const killAfterRequests = Math.floor(random() * (latest + 1));
	return { killAfterRequests, killPlusMs: Math.floor(random() * window) };
}

function runOf(combination: Combination, seed: number): Run {
	const { bed, before, items, after, hasKeys, struck } = combination;
	const random = chance(seed);
	const signal = random() < 0.7 ? 'SIGKILL' : 'SIGTERM';
	const pace = paceOf(items, signal);
	const onError = random() < 0.5 ? 'stopWorkflow' : 'continueRegularOutput';
	return {
		id: `${bed}/${struck}-killed/${before}/${items}/${after}${hasKeys ? '/keys' : ''}`,
		seed,
		...combination,
		signal,
		// A loop that stops at the first round with an unknown item could never be finished.
		onError: before === 'loop' ? 'continueRegularOutput' : onError,
		saveProgress: before === 'progress' || (MAY_SAVE.includes(before) && random() < 0.5),
		...pace,
		...momentOf(items, signal, pace, random),
		againOf: random() < 0.5 ? 'original' : 'retry',
	};
}

/** All runs, in an order that makes the first few a sample of all. */
export function planned(seed: number): Run[] {
	const random = chance(seed);
	return COMBINATIONS.map((one) => ({ one, at: random() }))
		.sort((a, b) => a.at - b.at)
		.map(({ one }) => runOf(one, Math.floor(random() * 2 ** 31)));
}
