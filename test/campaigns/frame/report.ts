import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { cpus, release, totalmem, type } from 'node:os';
import path from 'node:path';

import { list, page, table } from '../../docs/markdown';
import { CACHE, ROOT } from '../../n8n/paths';
import { say } from '../../../scripts/n8n/say.js';
import { N8N } from '../../n8n/versions';

const MOST_SHOWN = 20;

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

function sentence([what, wrong]: readonly [string, readonly string[]]): string {
	if (wrong.length === 0) return what;
	const rest = wrong.length > MOST_SHOWN ? ` … and ${wrong.length - MOST_SHOWN} more` : '';
	return `**Not so**: ${what}: ${wrong.slice(0, MOST_SHOWN).join('; ')}${rest}`;
}

/**
 * What a campaign found, as a page. Git ignores it: a release gets it as an attachment. The sentences under "What holds"
 * follow from the promises that were checked, so a promise that broke says so.
 */
export class Report {
	/** What was found where a promise does not hold, by its words. */
	private readonly promises = new Map<string, string[]>();
	private readonly parts: string[] = [];
	private title = '';

	constructor(
		private readonly name: string,
		private readonly heading: string,
		private readonly command: string,
	) {}

	/** What comes next belongs to this part. @param how for a person who does it again */
	part(title: string, how = '', command = this.command): void {
		say(`\n${title}`);
		this.title = title;
		this.parts.push(`## ${title}`, `\`${command}\`. ${how}`.trim());
	}

	/** @param wrong what was found where it does not hold; nothing if it does */
	holds(what: string, wrong: readonly string[]): void {
		const promise = `${this.title}: ${what}`;
		const known = this.promises.get(promise);
		this.promises.set(promise, [...(known ?? []), ...wrong]);
		if (wrong.length > 0) say(`  ✗ ${what}\n    ${wrong.join('\n    ')}`);
		else if (known === undefined) say(`  ✓ ${what}`);
	}

	table(head: readonly string[], rows: readonly (readonly string[])[]): void {
		this.parts.push(table(head, rows));
	}

	/** Prints what was found, and sets the exit code. @param isKept false if only a piece was looked at */
	end(isKept = true): void {
		const promises = [...this.promises];
		const unmet = promises.filter(([, wrong]) => wrong.length > 0).length;
		const holds = list(promises.map(sentence));
		const text = page(`# ${this.heading}`, where(), '## What holds', holds, ...this.parts);
		say(`\n${text}`);
		if (isKept) {
			const folder = path.join(CACHE, 'reports');
			mkdirSync(folder, { recursive: true });
			writeFileSync(path.join(folder, `${this.name}.md`), text);
		}
		say(`\n${promises.length - unmet} passed, ${unmet} failed`);
		if (unmet > 0) process.exitCode = 1;
	}
}
