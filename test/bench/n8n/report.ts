import { mkdirSync, readFileSync, existsSync, writeFileSync } from 'node:fs';
import { loadavg } from 'node:os';
import path from 'node:path';

import { format } from 'prettier';
import { z } from 'zod';

import { machineFor } from '../../n8n/machine';
import { CACHE, ROOT } from '../../n8n/paths';

const row = z.object({
	what: z.string(),
	figure: z.string(),
	baseline: z.string(),
	target: z.string(),
	/** Nothing where a figure only explains another. */
	met: z.boolean().optional(),
});
export type Row = z.infer<typeof row>;

const section = z.object({
	title: z.string(),
	/** How it was measured, for somebody who does it again. */
	how: z.string(),
	rows: z.array(row).default([]),
	/** What a benchmark that prints its own tables printed. */
	printed: z.string().optional(),
});
export type Section = z.infer<typeof section>;

const kept = section.extend({ command: z.string(), at: z.string(), load: z.string() });

const PLACE = path.join(CACHE, 'bench');

const verdict = (met: boolean | undefined) =>
	met === undefined ? '' : met ? 'met' : '**NOT met**';

export function markdown({ title, how, rows, printed }: Section): string {
	const table = rows.map(
		({ what, figure, baseline, target, met }) =>
			`| ${what} | ${figure} | ${baseline} | ${target} | ${verdict(met)} |`,
	);
	return [
		`## ${title}`,
		how,
		...(printed === undefined ? [] : [printed]),
		...(rows.length === 0
			? []
			: [
					`| | figure | baseline in the same run | target | |\n|---|---|---|---|---|\n${table.join('\n')}`,
				]),
	].join('\n\n');
}

/** Keeps what was measured now beside what was measured before, so that one benchmark can be run again alone. */
export function keep(name: string, measured: Section, loadBefore: string): void {
	mkdirSync(PLACE, { recursive: true });
	const { BENCH_REPEATS: repeats } = process.env;
	const command = `${repeats === undefined ? '' : `BENCH_REPEATS=${repeats} `}npm run bench ${name}`;
	const at = new Date().toISOString().slice(0, 16).replace('T', ' ');
	writeFileSync(
		path.join(PLACE, `${name}.json`),
		JSON.stringify({ ...measured, command, at, load: loadBefore }),
	);
}

export const load = () => loadavg()[0]?.toFixed(1) ?? '';

function machine(): string {
	const { machine: where, versions } = machineFor('npm run bench');
	return [
		`- Machine: ${where}`,
		`- ${versions}; SQLite, one process, n8n’s own defaults; the package as npm packs it; the benchmarks and the simulator in processes of their own`,
		'- Command: `npm run bench`, or `npm run bench <name> …` for some; `BENCH_REPEATS` says how often (3)',
	].join('\n');
}

export async function write(names: readonly string[]): Promise<void> {
	const sections = names.flatMap((name) => {
		const file = path.join(PLACE, `${name}.json`);
		if (!existsSync(file)) return [];
		const {
			command,
			at,
			load: before,
			...measured
		} = kept.parse(JSON.parse(readFileSync(file, 'utf8')));
		return [
			`${markdown(measured)}\n\n\`${command}\`, ${at} UTC; load of the machine before it: ${before}.`,
		];
	});
	const text = [
		'# Benchmarks',
		'Written by `npm run bench`; not by hand. Each figure stands beside baselines that were taken in the same run, in turn with it; medians where there are repeats.',
		machine(),
		...sections,
	].join('\n\n');
	writeFileSync(
		path.join(ROOT, 'BENCHMARKS.md'),
		await format(text, { parser: 'markdown', printWidth: 100 }),
	);
}

export const times = (figure: number, baseline: number) => (figure / baseline).toFixed(2);
export const percent = (share: number, digits = 1) => `${(share * 100).toFixed(digits)} %`;
