import { newcomer, sendBy, together } from '../support/workers';
import { say } from '../n8n/told';
import { SIMULATED, SIMULATED_CHANNEL, type Report } from './report';

/** The pace of several workers by itself: the engine's own pacers, a limiter, and a clock that takes no time. */

const MESSAGES = 5000;
const CHANNEL_MESSAGES = 1200;
const REPEATS = [1, 2, 3];
const SECOND = 1000;
const MINUTE = 60 * SECOND;

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

const refusedOf = (runs: readonly Sent[]) =>
	`refused on the way: ${percent(runs.map(({ refusedShare }) => refusedShare))}`;

async function rate(report: Report): Promise<void> {
	const figure = report.part(SIMULATED);
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
			figure(
				`${name}, ${latencyMs} ms of latency`,
				`${range(speed, (value) => value.toFixed(2))} of divided; ${refusedOf(runs)}; least share: ${least}`,
			);
		}
	}
}

async function channel(report: Report): Promise<void> {
	const figure = report.part(SIMULATED_CHANNEL);
	const cases: [string, Workers, number][] = [1, 2, 4].map((count) => [
		`${count} at once`,
		together(count, CHANNEL_MESSAGES),
		0,
	]);
	cases.push(
		['a second comes to one', newcomer(1, 8 * MINUTE, 60, MINUTE), 2 * MINUTE],
		['a fourth comes to three', newcomer(3, 8 * MINUTE, 60, MINUTE), 2 * MINUTE],
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
			figure(
				`${name}, ${latencyMs} ms of latency`,
				`${aMinute} a minute; ${refusedOf(runs)}; least share: ${least}`,
			);
		}
	}
}

export async function simulated(report: Report): Promise<void> {
	await rate(report);
	await channel(report);
}
