import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { cpus, release, totalmem, type } from 'node:os';
import path from 'node:path';
import { isDeepStrictEqual } from 'node:util';

import { list, page, table } from '../../docs/markdown';
import { CACHE, ROOT } from '../../n8n/paths';
import { say } from '../../../scripts/n8n/say.js';
import { N8N } from '../../n8n/versions';

/**
 * What a campaign found, as a page. Git ignores it: a release gets it as an attachment. The sentences under "What holds"
 * follow from the promises that were checked, so a promise that broke says so.
 */

interface Promised {
	what: string;
	/** How often it was checked, and what was found where it did not hold. */
	checked: number;
	wrong: string[];
}

interface Table {
	head: readonly string[];
	rows: readonly (readonly string[])[];
}

const MOST_SHOWN = 20;

function sentence({ what, checked, wrong }: Promised): string {
	const times = checked === 1 ? '' : ` (checked ${checked} times)`;
	if (wrong.length === 0) return `${what}${times}`;
	const rest = wrong.length > MOST_SHOWN ? ` … and ${wrong.length - MOST_SHOWN} more` : '';
	return `**Not so**${times}: ${what}: ${wrong.slice(0, MOST_SHOWN).join('; ')}${rest}`;
}

/** One thing that was tried: its promises and its figures. */
export class Part {
	private readonly promises = new Map<string, Promised>();
	private readonly figures: string[][] = [];
	private readonly tables: Table[] = [];

	/** @param how for a person who does it again */
	constructor(
		readonly title: string,
		private readonly command: string,
		private readonly how: string,
	) {}

	/** @param wrong what was found where it does not hold; nothing if it does */
	holds(what: string, wrong: readonly string[]): void {
		const known = this.promises.get(what) ?? { what, checked: 0, wrong: [] };
		known.checked++;
		known.wrong.push(...wrong);
		this.promises.set(what, known);
		if (known.checked === 1 || wrong.length > 0) {
			say(wrong.length === 0 ? `  ✓ ${what}` : `  ✗ ${what}\n    ${wrong.join('\n    ')}`);
		}
	}

	same(what: string, found: unknown, wanted: unknown): void {
		const words = `${JSON.stringify(found)} instead of ${JSON.stringify(wanted)}`;
		this.holds(what, isDeepStrictEqual(found, wanted) ? [] : [words]);
	}

	figure(what: string, figure: string | number): void {
		this.figures.push([what, String(figure)]);
	}

	table(head: readonly string[], rows: Table['rows']): void {
		this.tables.push({ head, rows });
	}

	get all(): Promised[] {
		return [...this.promises.values()];
	}

	get page(): string {
		const figures = this.figures.length > 0 ? [{ head: ['', ''], rows: this.figures }] : [];
		const tables = [...figures, ...this.tables].map(({ head, rows }) => table(head, rows));
		return [`## ${this.title}`, `\`${this.command}\`. ${this.how}`.trim(), ...tables].join('\n\n');
	}
}

const REPORTS = path.join(CACHE, 'reports');

/** With a plus if the work tree differs from it. */
function commit(): string {
	try {
		const args = ['describe', '--always', '--exclude=*', '--dirty=+'];
		return execFileSync('git', args, { cwd: ROOT, encoding: 'utf8' }).trim();
	} catch {
		return 'unknown';
	}
}

function where(): string {
	const [cpu] = cpus();
	const memory = Math.round(totalmem() / 2 ** 30);
	const machine = `${cpus().length} × ${cpu?.model ?? 'CPU'}, ${memory} GiB, ${type()} ${release()}`;
	const date = new Date().toISOString().slice(0, 10);
	return `${date}, commit ${commit()}. ${machine}; n8n ${N8N.version} on Node ${N8N.node}; simulator and checks on Node ${process.versions.node}.`;
}

/** The report of one campaign. */
export class Report {
	private readonly parts: Part[] = [];

	constructor(
		private readonly name: string,
		private readonly title: string,
		private readonly command: string,
	) {}

	part(title: string, how = '', command = this.command): Part {
		say(`\n${title}`);
		const made = new Part(title, command, how);
		this.parts.push(made);
		return made;
	}

	/** Prints what was found, and sets the exit code. @param isKept false if only a piece was looked at */
	end(isKept = true): void {
		const promises = this.parts.flatMap(({ title, all }) => all.map((one) => ({ ...one, title })));
		const unmet = promises.filter(({ wrong }) => wrong.length > 0).length;
		const holds = list(promises.map((one) => `${one.title}: ${sentence(one)}`));
		const parts = this.parts.map((one) => one.page);
		const text = page(`# ${this.title}`, where(), '## What holds', holds, ...parts);
		say(`\n${text}`);
		if (isKept) {
			mkdirSync(REPORTS, { recursive: true });
			writeFileSync(path.join(REPORTS, `${this.name}.md`), text);
		}
		say(`\n${promises.length - unmet} passed, ${unmet} failed`);
		if (unmet > 0) process.exitCode = 1;
	}
}
