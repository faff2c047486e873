import { loadavg } from 'node:os';

import { Explained, failed } from '../../../scripts/n8n/say.js';
import { Report } from '../frame/report';
import { runCampaign } from '../frame/runner';
import { startWitness } from '../frame/witness';
import { queue } from './queue';
import { broadcast } from './speed';
import type { Benchmark } from './lists';

/** npm run bench. Names as arguments pick some. */

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
			const service = await startWitness(endings);
			for (const [name, { title, how, run }] of Object.entries(ALL)) {
				if (!isWhole && !chosen.includes(name)) continue;
				const load = loadavg()[0]?.toFixed(1) ?? '';
				report.part(title, `${how} Load before: ${load}.`, `npm run bench ${name}`);
				await endings.within((inner) => run({ endings: inner, service }, report));
			}
		},
		isWhole,
	);
}

main().catch(failed);
