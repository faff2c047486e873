import { mkdirSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import path from 'node:path';

import { CACHE } from '../n8n/paths';
import { say } from '../n8n/told';
import { N8N_2 } from '../n8n/versions';

/** The figures of a run, as tables: one for each thing that was tried. */
export class Report {
	private readonly parts: { title: string; rows: [string, string | number][] }[] = [];

	part(title: string): (what: string, figure: string | number) => void {
		say(`\n${title}`);
		const rows: [string, string | number][] = [];
		this.parts.push({ title, rows });
		return (what, figure) => rows.push([what, figure]);
	}

	write(): void {
		if (this.parts.length === 0) return;
		const told = [
			`n8n ${N8N_2.n8n} in queue mode (one main, two workers with a concurrency of 10, one webhook process), the simulator, Redis and PostgreSQL on one machine with ${availableParallelism()} cores.`,
			...this.parts.map(
				({ title, rows }) =>
					`## ${title}\n\n| | |\n|---|---|\n${rows.map(([what, figure]) => `| ${what} | ${figure} |`).join('\n')}`,
			),
		].join('\n\n');
		const file = path.join(CACHE, 'scale/report.md');
		mkdirSync(path.dirname(file), { recursive: true });
		writeFileSync(file, `${told}\n`);
		say(`\n${told}\n\nWritten to ${path.relative(process.cwd(), file)}`);
	}
}
