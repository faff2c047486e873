import { spawn } from 'node:child_process';

import { ROOT } from '../../n8n/paths';
import { failed, Explained } from '../../n8n/say';
import { Report } from '../frame/report';
import { broadcast } from './n8n/broadcast';
import { callbacks } from './n8n/callbacks';
import { cpu } from './n8n/cpu';
import { fairness } from './n8n/fairness';
import { growth } from './n8n/growth';
import { marks, writers } from './n8n/marks';
import { memory } from './n8n/memory';
import { memoryShort } from './n8n/memoryShort';
import { official } from './n8n/official';
import { keep, load, type Section } from './n8n/report';
import { start } from './n8n/start';

/** npm run bench: each benchmark beside its baselines in one run. Names as arguments pick some of them. */

/** One that prints its own tables, in a process of its own. */
const printing =
	(title: string, how: string, ...commands: readonly (readonly string[])[]) =>
	async (): Promise<Section> => {
		let printed = '';
		let met = true;
		for (const args of commands) {
			const child = spawn(process.execPath, args, {
				cwd: ROOT,
				stdio: ['ignore', 'pipe', 'inherit'],
			});
			child.stdout.on('data', (chunk: Buffer) => {
				printed += chunk.toString();
			});
			const status = await new Promise((resolve) => child.once('close', resolve));
			met &&= status === 0;
		}
		const lines = printed.trim();
		const row = {
			what: 'All',
			figure: lines.split('\n').at(-1) ?? '',
			baseline: '',
			target: 'met',
		};
		return { title, how: `${how}\n\n${lines}\n\n`, rows: [{ ...row, met }] };
	};

const script = (file: string) => ['--import', 'tsx', `test/campaigns/bench/${file}`];

const ALL: Record<string, () => Promise<Section>> = {
	broadcast,
	fairness,
	official,
	cpu,
	memory,
	memoryShort,
	callbacks,
	start,
	growth,
	marks,
	writers,
	load: printing(
		'Loading of the files',
		'Without n8n: what requiring all files of the package takes.',
		['node_modules/gulp/bin/gulp.js', 'bundle', '--silent'],
		['test/campaigns/bench/load.mjs'],
	),
	pace: printing(
		'Pace of the engine alone',
		'Run by n8n-core, against each reading of the limit, quiet and next to busy loops.',
		script('readings.ts'),
	),
	simulator: printing(
		'The simulator',
		'So that it never is what a benchmark measures.',
		script('simulator.ts'),
	),
};

async function main(): Promise<void> {
	const chosen = process.argv.slice(2);
	const unknown = chosen.filter((name) => !Object.hasOwn(ALL, name));
	if (unknown.length > 0) {
		throw new Explained(
			`There is no benchmark ${unknown.join(', ')}: pick from ${Object.keys(ALL).join(', ')}.`,
		);
	}
	const report = new Report('benchmarks', 'Benchmarks', 'npm run bench');
	const { BENCH_REPEATS: repeats } = process.env;
	for (const [name, run] of Object.entries(ALL)) {
		if (chosen.length > 0 && !chosen.includes(name)) continue;
		const before = load();
		const command = `${repeats === undefined ? '' : `BENCH_REPEATS=${repeats} `}npm run bench ${name}`;
		keep(report, await run(), command, before);
	}
	report.end();
}

main().catch(failed);
