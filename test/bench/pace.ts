import '../support/environment';

import { fork } from 'node:child_process';
import path from 'node:path';

import type { INodeType } from 'n8n-workflow';

import { runNode } from '../support/harness';
import { table } from '../docs/markdown';
import { doubledOf, timesOf } from '../support/counted';
import { median } from '../support/median';
import { Probe } from '../support/probe';
import { OneAtATime, OneEachTenMilliseconds } from './baselines';

/** How fast a batch goes through a service that accepts 100 requests in any second, beside what a careless node does. */

const PER_SECOND = 100;
const LATENCIES = [50, 400];
const ITEMS = Number(process.argv[2] ?? 1000);
const REPEATS = Number(process.argv[3] ?? 3);
/** One at a time goes at the same speed however many there are: fewer are enough. */
const ITEMS_ONE_AT_A_TIME = 60;

interface Entry {
	at: number;
	accepted: boolean;
	destination: string;
}

interface Result {
	accepted: number;
	perSecond: number;
	refusedShare: number;
	lost: number;
	twice: number;
	inOrder: boolean;
	wallMs: number;
}

const server = fork(path.join(__dirname, 'server.ts'), { execArgv: ['--import', 'tsx'] });

const answerOf = async (order?: unknown): Promise<unknown> => {
	const answer = new Promise((resolve) => server.once('message', resolve));
	if (order !== undefined) server.send(order as string);
	return await answer;
};

async function measure(
	url: string,
	nodeType: INodeType,
	items: number,
	latencyMs: number,
): Promise<Result> {
	await answerOf({ latencyMs, perSecond: PER_SECOND });
	const people = Array.from({ length: items }, (_, at) => ({ to: String(62812000000 + at) }));
	const from = performance.now();
	const { outputs, error } = await runNode({
		nodeType,
		parameters: { resource: 'probe', operation: 'post', destination: '={{ $json.to }}', url },
		items: people,
		credentials: {
			messagingServiceApi: {
				baseUrl: url,
				pathPrefix: '/svc_api/1.0',
				apiKey: 'key of the benchmark',
			},
		},
	});
	const wallMs = performance.now() - from;
	if (error) throw error;
	const journal = (await answerOf('report')) as Entry[];
	const accepted = journal.filter((entry) => entry.accepted);
	const span = (accepted.at(-1)?.at ?? 0) - (accepted[0]?.at ?? 0);
	const output = outputs[0] ?? [];
	return {
		accepted: accepted.length,
		perSecond: ((accepted.length - 1) / span) * 1000,
		refusedShare: (journal.length - accepted.length) / journal.length,
		lost: output.filter((json) => 'error' in json).length,
		twice: doubledOf(timesOf(accepted.map(({ destination }) => destination))),
		inOrder: people.every(({ to }, at) => output[at]?.ref_no === to),
		wallMs,
	};
}

const print = (line: string) => process.stdout.write(`${line}\n`);

const percent = (share: number) => `${(share * 100).toFixed(1)} %`;

void (async () => {
	const url = (await answerOf()) as string;
	const subjects: [string, INodeType, number][] = [
		['this node', new Probe(), ITEMS],
		['one at a time', new OneAtATime(), ITEMS_ONE_AT_A_TIME],
		['one start each 10 ms', new OneEachTenMilliseconds(), ITEMS],
	];
	let met = true;
	print(
		`${ITEMS} items, a service that accepts ${PER_SECOND} in any second; medians of ${REPEATS} runs, taken in turn.\n`,
	);
	const rows: string[][] = [];
	for (const latency of LATENCIES) {
		const results = subjects.map(() => [] as Result[]);
		for (let repeat = 0; repeat < REPEATS; repeat++) {
			for (const [at, [, nodeType, items]] of subjects.entries()) {
				results[at]?.push(await measure(url, nodeType, items, latency));
			}
		}
		const own = median((results[0] ?? []).map(({ perSecond }) => perSecond));
		for (const [at, [name]] of subjects.entries()) {
			const runs = results[at] ?? [];
			const of = (pick: (result: Result) => number) => median(runs.map(pick));
			const rate = of(({ perSecond }) => perSecond);
			const refused = of(({ refusedShare }) => refusedShare);
			rows.push([
				`${latency} ms`,
				name,
				rate.toFixed(1),
				(own / rate).toFixed(2),
				percent(refused),
				String(of(({ lost }) => lost)),
				String(of(({ twice }) => twice)),
			]);
			if (at === 0) {
				met &&= rate >= 95 && refused <= 0.01;
				met &&= runs.every(({ lost, twice, inOrder }) => lost === 0 && twice === 0 && inOrder);
			}
		}
	}
	print(
		table(
			[
				'latency',
				'way',
				'accepted a second',
				'ratio',
				'refused on the way',
				'items lost',
				'sent twice',
			],
			rows,
		),
	);
	print(
		`\nAt least 95 accepted a second, at most 1 % refused on the way, none lost, none twice, output in order: ${met ? 'met' : 'NOT met'}.`,
	);
	server.kill();
	process.exitCode = met ? 0 : 1;
})();
