import { newcomer, sendBy, together } from '../../support/workers';
import { say } from '../../n8n/say';
import type { Report } from '../frame/report';

/** The pace of several workers by itself: the engine's own pacers, a limiter, and a clock that takes no time. */

const MESSAGES = 5000;
const CHANNEL_MESSAGES = 1200;
const REPEATS = [1, 2, 3];
const SECOND = 1000;
const MINUTE = 60 * SECOND;

/** A process that is killed when it has filled a channel. */
const FILLS_AND_ENDS = { messages: 60, from: 0 };

type Workers = ReturnType<typeof together>;
type Sent = Awaited<ReturnType<typeof sendBy>>;

const range = (values: readonly number[], show: (value: number) => string) => {
	const shown = [Math.min(...values), Math.max(...values)].map(show);
	return [...new Set(shown)].join('–');
};
const percent = (values: readonly number[]) =>
	`${range(values, (value) => (value * 100).toFixed(1))} %`;

const repeated = async (one: (seed: number) => Promise<Sent>) => {
	const runs: Sent[] = [];
	for (const seed of REPEATS) runs.push(await one(seed));
	return runs;
};

/** How long it takes until each has its part, after the last one came. */
const SETTLES = 5 * SECOND;
const CHANNEL_SETTLES = 3 * MINUTE;

/** What is lost at first, as requests, and what goes on for good, as a share. */
const refusedOf = (runs: readonly Sent[], comes: number, settles: number) => {
	const requests = (from: number, to: number) =>
		range(
			runs.map(({ refusedBetween }) => refusedBetween(from, to)),
			String,
		);
	const first = comes === 0 ? '' : `${requests(0, comes)} before it comes, `;
	const later = runs.map(({ refusedShareFrom }) => refusedShareFrom(comes + settles));
	return `refused: ${first}${requests(comes, comes + settles)} at first, then ${percent(later)}; ${percent(
		runs.map(({ refusedShare }) => refusedShare),
	)} in all`;
};

const lastOf = (workers: Workers) => Math.max(...workers.map(({ from }) => from));

async function rate(report: Report): Promise<void> {
	const part = report.part('Workers that share a key, on a simulated clock');
	const cases: [string, () => Workers, number, number][] = [1, 2, 4].map((count) => [
		`${count} at once`,
		() => together(count, MESSAGES),
		count,
		0,
	]);
	cases.push(
		['a second comes to one', () => newcomer(1, 20 * SECOND, 100, SECOND), 0, 2 * SECOND],
		['a fourth comes to three', () => newcomer(3, 20 * SECOND, 100, SECOND), 0, 2 * SECOND],
	);
	for (const latencyMs of [20, 50, 400, 1500]) {
		for (const [name, workersOf, count, after] of cases) {
			const runs = await repeated((seed) => sendBy({ workers: workersOf(), latencyMs, seed }));
			const divided =
				count === 0
					? []
					: await repeated((seed) =>
							sendBy({ workers: workersOf(), latencyMs, seed, requestsPerSecond: 100 / count }),
						);
			say(`  ${name}, ${latencyMs} ms`);
			const speed = runs.map(({ perSecond }, at) => perSecond / (divided[at]?.perSecond ?? 98.04));
			const least = percent(runs.map((run) => run.leastAfter(after)));
			const refused = refusedOf(runs, lastOf(workersOf()), SETTLES);
			part.figure(
				`${name}, ${latencyMs} ms`,
				`${range(speed, (value) => value.toFixed(2))} of divided; ${refused}; least share ${least}`,
			);
		}
	}
}

async function channel(report: Report): Promise<void> {
	const part = report.part('Workers that share one channel, on a simulated clock');
	const cases: [string, Workers, number][] = [1, 2, 4].map((count) => [
		`${count} at once`,
		together(count, CHANNEL_MESSAGES),
		0,
	]);
	cases.push(
		['4, a second apart', together(4, CHANNEL_MESSAGES, SECOND), 3 * MINUTE],
		['a second comes to one', newcomer(1, 16 * MINUTE, 60, MINUTE), 2 * MINUTE],
		['a fourth comes to three', newcomer(3, 16 * MINUTE, 60, MINUTE), 2 * MINUTE],
	);
	for (const latencyMs of [50, 400, 1500]) {
		for (const [name, workers, after] of cases) {
			const runs = await repeated((seed) =>
				sendBy({ workers, latencyMs, seed, isOneChannel: true }),
			);
			say(`  ${name} on one channel, ${latencyMs} ms`);
			const aMinute = range(
				runs.map(({ perSecond }) => perSecond * 60),
				(value) => value.toFixed(1),
			);
			const least = percent(runs.map((run) => run.leastAfter(after)));
			part.figure(
				`${name}, ${latencyMs} ms`,
				`${aMinute} a minute; ${refusedOf(runs, lastOf(workers), CHANNEL_SETTLES)}; least share ${least}`,
			);
		}
	}
}

/** What goes wrong around the workers: each from the second minute after the channel was filled. */
async function channelInTrouble(report: Report): Promise<void> {
	const part = report.part('A channel whose workers are in trouble, on a simulated clock');
	for (const latencyMs of [50, 400]) {
		const runs = await repeated((seed) =>
			sendBy({
				workers: [FILLS_AND_ENDS, { messages: 6 * 60, from: 20 * SECOND }],
				...{ latencyMs, seed, isOneChannel: true, sleepsLonger: 4 },
			}),
		);
		const aMinute = runs.flatMap(({ acceptedAt }) =>
			[2, 3, 4, 5].map(
				(minute) =>
					(acceptedAt[1] ?? []).filter((at) => at >= minute * MINUTE && at < (minute + 1) * MINUTE)
						.length,
			),
		);
		part.figure(
			`a second takes over from one that filled the channel and was killed, while every sleep lasts up to 4 times as long, ${latencyMs} ms`,
			`${range(aMinute, String)} in each minute from the second on`,
		);
	}
	for (const seconds of [2, 20]) {
		const workers = newcomer(3, 16 * MINUTE, 60, MINUTE);
		const runs = await repeated((seed) =>
			sendBy({
				workers,
				...{ latencyMs: 50, seed, isOneChannel: true, clocksDifferMs: seconds * SECOND },
			}),
		);
		const least = percent(runs.map((run) => run.leastAfter(2 * MINUTE)));
		part.figure(
			`a fourth comes to three, and the clocks differ by ${seconds} s, 50 ms`,
			`${refusedOf(runs, lastOf(workers), CHANNEL_SETTLES)}; least share ${least}`,
		);
	}
}

export async function simulated(report: Report): Promise<void> {
	await rate(report);
	await channel(report);
	await channelInTrouble(report);
}
