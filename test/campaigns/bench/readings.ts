import '../../support/environment';

import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { run } from '../../../nodes/MessagingService/engine';
import { resources } from '../../../nodes/MessagingService/operations';
import { describe } from '../../../nodes/MessagingService/panel';
import { table } from '../../docs/markdown';
import { freePorts } from '../../n8n/ports';
import { startSimulatorProcess, type SimulatorProcess } from '../../n8n/simulatorProcess';
import { READINGS, type Reading } from '../../simulator/core/window';
import { runNode } from '../../support/harness';
import { loginTo } from '../../support/login';
import { median } from '../../support/median';
import { Probe } from '../../support/probe';
import { tallyOf, type Tally } from './n8n/sent';

/** How fast a batch goes through each reading of the limit, on a quiet machine and next to four busy loops. */

const ITEMS = Number(process.argv[2] ?? 600);
const REPEATS = Number(process.argv[3] ?? 3);
const LATENCIES = (process.argv[4] ?? '50,400').split(',').map(Number);
const BUSY_LOOPS = 4;

/** Accepted a second, quiet; the part of the first reading that the others reach next to busy loops. */
const TARGETS: Record<Reading, { least: number; refused: number; ofFirst: number }> = {
	'any period': { least: 95, refused: 0.01, ofFirst: 1 },
	clock: { least: 95, refused: 0.01, ofFirst: 0.85 },
	bucket: { least: 95, refused: 0.01, ofFirst: 0.85 },
	gap: { least: 90, refused: 0.05, ofFirst: 0.7 },
};

/** The node's operations; its own file cannot be loaded here, since its name ends like a binary module's. */
class Sender extends Probe {
	override description = { ...new Probe().description, properties: describe(resources) };

	override async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		return [await run(this, resources)];
	}
}

async function measure(
	service: SimulatorProcess,
	requestReading: Reading,
	latencyMs: number,
): Promise<Tally> {
	await service.reset({ latencyMs, requestReading });
	await sleep(1100);
	const { error } = await runNode({
		nodeType: new Sender(),
		parameters: {
			resource: 'whatsappUnofficial',
			operation: 'sendText',
			destination: '={{ $json.to }}',
			message: 'Hello',
		},
		items: Array.from({ length: ITEMS }, (_, at) => ({ to: String(6281200000000 + at) })),
		credentials: {
			messagingServiceApi: {
				...loginTo(service.url).messagingServiceApi,
				requestsPerSecond: 100,
			},
		},
	});
	if (error) throw error;
	return tallyOf(await service.journal(), ITEMS);
}

/** Runs it while other processes take all the time of the processors. */
async function nextToBusyLoops<T>(loops: number, run: () => Promise<T>): Promise<T> {
	const busy = Array.from({ length: loops }, () =>
		spawn(process.execPath, ['-e', 'for (;;);'], { stdio: 'ignore' }),
	);
	try {
		return await run();
	} finally {
		for (const child of busy) child.kill('SIGKILL');
	}
}

const percent = (share: number) => `${(share * 100).toFixed(1)} %`;

async function main(): Promise<void> {
	const folder = mkdtempSync(path.join(tmpdir(), 'readings-'));
	const [port = 0] = await freePorts(1);
	const service = await startSimulatorProcess(folder, port);
	const rows: string[][] = [];
	let met = true;
	try {
		for (const latencyMs of LATENCIES) {
			for (const loops of [0, BUSY_LOOPS]) {
				const results = await nextToBusyLoops(loops, async () => {
					const taken = READINGS.map((): Tally[] => []);
					for (let repeat = 0; repeat < REPEATS; repeat++) {
						for (const [at, reading] of READINGS.entries()) {
							taken[at]?.push(await measure(service, reading, latencyMs));
						}
					}
					return taken;
				});
				const rates = results.map((tallies) => median(tallies.map((one) => one.perSecond)));
				for (const [at, reading] of READINGS.entries()) {
					const tallies = results[at] ?? [];
					const rate = rates[at] ?? 0;
					const part = rate / (rates[0] ?? rate);
					const refused = median(tallies.map((one) => one.refusedShare));
					const { least, refused: most, ofFirst } = TARGETS[reading];
					const isMet =
						tallies.every(({ lost, twice }) => lost === 0 && twice === 0) &&
						(loops === 0 ? rate >= least && refused <= most : part >= ofFirst);
					met &&= isMet;
					rows.push([
						`${latencyMs} ms`,
						loops === 0 ? 'quiet' : `${loops} busy loops`,
						reading,
						`${rate.toFixed(1)} (${tallies.map((one) => one.perSecond.toFixed(1)).join(', ')})`,
						part.toFixed(2),
						percent(refused),
						loops === 0 ? `≥ ${least}, ≤ ${percent(most)}` : `≥ ${ofFirst} of the first`,
						isMet ? 'met' : 'NOT met',
						loadavg()[0]?.toFixed(1) ?? '',
					]);
				}
			}
		}
	} finally {
		await service.stop();
		rmSync(folder, { recursive: true, force: true });
	}
	process.stdout.write(
		`${ITEMS} messages for each reading of "one request per 10 milliseconds", to the simulator; medians of ${REPEATS} runs, taken in turn. None may be lost or sent twice.

${table(['latency', 'machine', 'reading', 'accepted a second', 'of the first', 'refused on the way', 'to reach', '', 'load'], rows)}
`,
	);
	process.exitCode = met ? 0 : 1;
}

void main();
