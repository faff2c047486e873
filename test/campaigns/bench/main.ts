import { loadavg } from 'node:os';

import { Explained, failed } from '../../../scripts/n8n/say.js';
import { Report } from '../frame/report';
import { runCampaign } from '../frame/runner';
import { cpu, memory } from './cost';
import { rows } from './rows';
import { broadcast } from './speed';
import { setUp, type Section, type World } from './world';

/** npm run bench: each benchmark next to its baselines in one run. Names as arguments pick some of them. */

const ALL: Record<string, (world: World) => Promise<Section>> = {
	...{ broadcast, cpu, memory, rows },
};

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
			for (const [name, run] of Object.entries(ALL)) {
				if (!isWhole && !chosen.includes(name)) continue;
				const before = loadavg()[0]?.toFixed(1) ?? '';
				const { title, how, rows: found } = await run(world);
				const part = report.part(title, `${how} Load before: ${before}.`, `npm run bench ${name}`);
				const lines: string[][] = [];
				for (const { what, figure, baseline = '', target = '', met } of found) {
					lines.push([what, figure, baseline, target]);
					if (met === undefined) continue;
					part.holds(`${what}: ${target}`, met ? [] : [`${figure}. ${baseline}`]);
				}
				part.table(['', 'Figure', 'Baseline', 'Target'], lines);
			}
		},
		isWhole,
	);
}

main().catch(failed);
