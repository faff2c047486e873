import { loadavg } from 'node:os';

import { z } from 'zod';

import { readData, writeData, writePage } from '../../docs/files';
import { list, page, table } from '../../docs/markdown';
import { machineFor } from '../../n8n/machine';

/** The report of the benchmarks, and the file with the figures that it is made from. */

const row = z.object({
	what: z.string(),
	figure: z.string(),
	baseline: z.string(),
	target: z.string(),
	/** Missing if a figure only explains another. */
	met: z.boolean().optional(),
});
export type Row = z.infer<typeof row>;

const section = z.object({
	title: z.string(),
	/** How it was measured, for somebody who does it again. */
	how: z.string(),
	rows: z.array(row).default([]),
	/** What a benchmark that prints its own tables printed, and whether it met its targets. */
	printed: z.string().optional(),
	met: z.boolean().optional(),
});
export type Section = z.infer<typeof section>;

const kept = section.extend({ command: z.string(), at: z.string(), load: z.string() });
type Kept = z.infer<typeof kept>;

const benchmarks = z.object({
	machine: z.string(),
	versions: z.string(),
	sections: z.record(kept),
});
export type Benchmarks = z.infer<typeof benchmarks>;

const DATA = 'benchmarks.json';

export const loadBenchmarks = () => readData(DATA, benchmarks);

const verdict = (met: boolean | undefined) =>
	met === undefined ? '' : met ? 'met' : '**NOT met**';

export function markdown({ title, how, rows, printed }: Section): string {
	return [
		`## ${title}`,
		how,
		...(printed === undefined ? [] : [printed]),
		...(rows.length === 0
			? []
			: [
					table(
						['', 'Figure', 'Baseline', 'Target', ''],
						rows.map(({ what, figure, baseline, target, met }) => [
							what,
							figure,
							baseline,
							target,
							verdict(met),
						]),
					),
				]),
	].join('\n\n');
}

/** Keeps what was measured now beside what was measured before, so that one benchmark can be run again alone. */
export function keep(name: string, measured: Section, loadBefore: string): void {
	const { BENCH_REPEATS: repeats } = process.env;
	const command = `${repeats === undefined ? '' : `BENCH_REPEATS=${repeats} `}npm run bench ${name}`;
	const at = new Date().toISOString().slice(0, 16).replace('T', ' ');
	const { machine, versions } = machineFor(command);
	const sections = {
		...loadBenchmarks()?.sections,
		[name]: { ...measured, command, at, load: loadBefore },
	};
	writeData(DATA, { machine, versions, sections });
}

export const load = () => loadavg()[0]?.toFixed(1) ?? '';

const lastLine = (text: string) => text.split('\n').at(-1) ?? '';

/** One line each: its first figure, and how many of its targets are met. */
const overview = (sections: readonly Kept[]) =>
	table(
		['Benchmark', 'First figure', 'Targets met'],
		sections.map(({ title, rows, printed, met }) => {
			const asked = rows.length > 0 ? rows.flatMap((one) => one.met ?? []) : [met ?? true];
			const good = asked.filter((one) => one).length;
			const [first] = rows;
			return [
				title,
				first ? `${first.what}: ${first.figure}` : lastLine(printed ?? ''),
				good === asked.length ? `${good} of ${asked.length}` : `**${good} of ${asked.length}**`,
			];
		}),
	);

const unmetOf = (sections: readonly Kept[]) =>
	sections.flatMap(({ title, rows, printed, met }) => [
		...rows
			.filter((one) => one.met === false)
			.map(
				({ what, figure, baseline, target }) =>
					`**${title}.** ${what}: ${figure}; target ${target}. ${baseline}`,
			),
		...(met === false ? [`**${title}.** ${lastLine(printed ?? '')}`] : []),
	]);

export function benchmarksPage({ machine, versions, sections }: Benchmarks): string {
	const inOrder = Object.values(sections);
	const unmet = unmetOf(inOrder);
	return page(
		'# Benchmarks',
		'How fast the node is and what it costs n8n, beside n8n’s own nodes in the same run.',
		'## What holds',
		overview(inOrder),
		'## What does not hold',
		unmet.length === 0 ? 'Every target is met.' : list(unmet),
		'## Where the figures come from',
		`This page is written by \`npm run bench\`, from ${DATA}. Baselines are of the same run, in turn with each figure; medians if there are repeats (\`BENCH_REPEATS\` says how many, 3 by default). \`npm run bench <name> …\` runs some: ${Object.keys(sections).join(', ')}.`,
		`${machine}; ${versions}; SQLite, one process, n8n’s own defaults; the package as npm packs it; benchmarks and simulator in processes of their own. 'HTTP Request as it comes' has no batches.`,
		...inOrder.map(
			({ command, at, load: before, ...measured }) =>
				`${markdown(measured)}\n\n\`${command}\`, ${at} UTC; load before: ${before}.`,
		),
	);
}

export function write(): void {
	const all = loadBenchmarks();
	if (all !== undefined) writePage('benchmarks.md', benchmarksPage(all));
}

export const times = (figure: number, baseline: number) => (figure / baseline).toFixed(2);
export const percent = (share: number, digits = 1) => `${(share * 100).toFixed(digits)} %`;
