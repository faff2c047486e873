import { writeFileSync } from 'node:fs';
import path from 'node:path';

import { format, resolveConfig } from 'prettier';

import { ROOT } from '../n8n/paths';
import { say } from '../n8n/told';
import { machineFor } from '../n8n/machine';

const PAGE = path.join(ROOT, 'SCALE.md');

/** The figures of a run, as tables: one for each thing that was tried. */
export class Report {
	private readonly parts: { title: string; rows: [string, string | number][] }[] = [];

	part(title: string): (what: string, figure: string | number) => void {
		say(`\n${title}`);
		const rows: [string, string | number][] = [];
		this.parts.push({ title, rows });
		return (what, figure) => rows.push([what, figure]);
	}

	/** @param whole whether everything was tried: only then is the page of the project written anew */
	async write(whole: boolean): Promise<void> {
		if (this.parts.length === 0) return;
		const { date, command, machine, versions } = machineFor('npm run test:scale');
		const told = [
			'# Many processes',
			'n8n in queue mode: one main process, two workers with a concurrency of 10 each, one webhook process, with Redis and PostgreSQL, and the [simulator](test/simulator/README.md) beside them. Its journal is the witness of what the service accepted.',
			`This page is generated: \`${command}\` wrote it on ${date}.`,
			`- ${machine}, on which all of this ran at once\n- ${versions}`,
			...this.parts.map(
				({ title, rows }) =>
					`## ${title}\n\n| | |\n|---|---|\n${rows.map(([what, figure]) => `| ${what} | ${figure} |`).join('\n')}`,
			),
		].join('\n\n');
		say(`\n${told}`);
		if (!whole) return;
		const text = await format(told, { ...(await resolveConfig(PAGE)), parser: 'markdown' });
		writeFileSync(PAGE, text);
	}
}
