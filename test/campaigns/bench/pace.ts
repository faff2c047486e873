import '../../support/environment';

import { spawn } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';

import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { run } from '../../../nodes/MessagingService/engine';
import { resources } from '../../../nodes/MessagingService/operations';
import { panelFields } from '../../../nodes/MessagingService/panel';
import { READINGS, type Reading } from '../../simulator/core/window';
import { runNode } from '../../support/harness';
import { loginTo } from '../../support/login';
import { Probe } from '../../support/probe';
import { tallyOf } from '../frame/journal';
import { inTurn, medianOf, percent } from '../frame/measure';
import { people, TEXT } from '../frame/nodes';
import type { Row, Section, World } from './world';

/** How fast a batch goes through each reading of the limit, on a quiet machine and next to four busy loops. */

const ITEMS = Number(process.env.BENCH_ITEMS ?? 600);
const LATENCIES = [50, 400];
const BUSY_LOOPS = 4;

/** Accepted a second, quiet; the part of the first reading that the others reach next to busy loops. */
const TARGETS: Record<Reading, { least: number; refused: number; ofFirst: number }> = {
	'any period': { least: 95, refused: 0.01, ofFirst: 1 },
	clock: { least: 95, refused: 0.01, ofFirst: 0.85 },
	bucket: { least: 95, refused: 0.01, ofFirst: 0.85 },
	gap: { least: 90, refused: 0.05, ofFirst: 0.7 },
};

/** The node's operations. The file of the node cannot be loaded here: its name ends like a binary module's. */
class Sender extends Probe {
	override description = { ...new Probe().description, properties: panelFields(resources) };

	override async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		return [await run(this, resources)];
	}
}

async function measure({ service }: World, requestReading: Reading, latencyMs: number) {
	await service.reset({ latencyMs, requestReading });
	await sleep(1100);
	const { messagingServiceApi } = loginTo(service.url);
	const { error } = await runNode({
		nodeType: new Sender(),
		parameters: TEXT,
		items: people(ITEMS, 'Hello').map(({ to, text }) => ({ to, text })),
		credentials: { messagingServiceApi: { ...messagingServiceApi, requestsPerSecond: 100 } },
	});
	if (error) throw error;
	return tallyOf(await service.journal(), ITEMS);
}

async function nextToBusyLoops<T>(loops: number, work: () => Promise<T>): Promise<T> {
	const busy = Array.from({ length: loops }, () =>
		spawn(process.execPath, ['-e', 'for (;;);'], { stdio: 'ignore' }),
	);
	try {
		return await work();
	} finally {
		for (const child of busy) child.kill('SIGKILL');
	}
}

export async function pace(world: World): Promise<Section> {
	const rows: Row[] = [];
	for (const latencyMs of LATENCIES) {
		for (const loops of [0, BUSY_LOOPS]) {
			const results = await nextToBusyLoops(loops, () =>
				inTurn(READINGS, (reading) => measure(world, reading, latencyMs)),
			);
			const rateOf = (reading: Reading) => medianOf(results[reading], (one) => one.perSecond);
			for (const reading of READINGS) {
				const rate = rateOf(reading);
				const part = rate / rateOf('any period');
				const refused = medianOf(results[reading], (one) => one.refusedShare);
				const { least, refused: most, ofFirst } = TARGETS[reading];
				const isWhole = results[reading].every(({ lost, twice }) => lost + twice === 0);
				const isFast = loops === 0 ? rate >= least && refused <= most : part >= ofFirst;
				rows.push({
					what: `${reading}, ${latencyMs} ms, ${loops} busy loops`,
					figure: `${rate.toFixed(1)} a second, ${percent(refused)} refused`,
					baseline: `${part.toFixed(2)} of any period`,
					target: `none lost or twice, ${loops === 0 ? `≥ ${least}, ≤ ${percent(most)}` : `≥ ${ofFirst} of any period`}`,
					met: isWhole && isFast,
				});
			}
		}
	}
	return {
		title: 'Pace of the engine alone',
		how: `${ITEMS} messages for each reading of "one request per 10 milliseconds", run by n8n-core, to the simulator; medians, taken in turn.`,
		rows,
	};
}
