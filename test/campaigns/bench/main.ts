import { loadavg } from 'node:os';

import { Explained, failed } from '../../../scripts/n8n/say.js';
import { Report } from '../frame/report';
import { runCampaign } from '../frame/runner';
import { queue } from './queue';
import { broadcast } from './speed';
import { setUp, type Benchmark } from './world';

/** npm run bench: each benchmark next to its baselines in one run. Names as arguments pick some of them. */

const ALL: Record<string, Benchmark> = { broadcast, queue };

async function main(): Promise<void> {
	const chosen = process.argv.slice(2);
	const unknown = chosen.filter((name) => !Object.hasOwn(ALL, name));
	if (unknown.length > 0) {
		const names = Object.keys(ALL).join(', ');
		throw new Explained(`There is no benchmark ${unknown.join(', ')}: pick from ${names}.`);
	}
	const report = new Report('benchmarks', 'Benchmarks', 'npm run bench');
	// Only a whole campaign is saved.
	const isWhole = chosen.length === 0;
	await runCampaign(
		report,
		async (endings) => {
			const world = await setUp(endings);
			for (const [name, { title, how, run }] of Object.entries(ALL)) {
				if (!isWhole && !chosen.includes(name)) continue;
				const load = loadavg()[0]?.toFixed(1) ?? '';
				report.part(title, `${how} Load before: ${load}.`, `npm run bench ${name}`);
				await run(world, report);
			}
		},
		isWhole,
	);
}

main().catch(failed);
