import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus, release, totalmem, type } from 'node:os';
import path from 'node:path';
import { isDeepStrictEqual } from 'node:util';

import { z } from 'zod';

import { list, page, table } from '../../docs/markdown';
import { CACHE, ROOT } from '../../n8n/paths';
import { say } from '../../../scripts/n8n/say.js';
import { N8N } from '../../n8n/versions';

/**
 * What a campaign found, as data and as a page. Git ignores both: a release gets them as attachments. The sentences under
 * "What holds" follow from the promises that were checked, so a promise that broke says so.
 */

const promise = z.object({
	what: z.string(),
	/** How often it was checked, and what was found where it did not hold. */
	checked: z.number(),
	wrong: z.array(z.string()),
});
export type Promised = z.output<typeof promise>;

const part = z.object({
	title: z.string(),
	date: z.string(),
	commit: z.string(),
	command: z.string(),
	/** How it was measured, for a person who does it again. */
	how: z.string(),
	promises: z.array(promise),
	tables: z.array(z.object({ head: z.array(z.string()), rows: z.array(z.array(z.string())) })),
});
type Found = z.output<typeof part>;

const campaign = z.object({ machine: z.string(), versions: z.string(), parts: z.array(part) });
export type Campaign = z.output<typeof campaign>;

const MOST_SHOWN = 20;

const broken = ({ wrong }: Promised) => wrong.length > 0;

export function sentence({ what, checked, wrong }: Promised): string {
	const times = checked === 1 ? '' : ` (checked ${checked} times)`;
	if (wrong.length === 0) return `${what}${times}`;
	const rest = wrong.length > MOST_SHOWN ? ` … and ${wrong.length - MOST_SHOWN} more` : '';
	return `**Not so**${times}: ${what}: ${wrong.slice(0, MOST_SHOWN).join('; ')}${rest}`;
}

const tablesOf = ({ tables }: Pick<Found, 'tables'>) =>
	tables.map(({ head, rows }) => table(head, rows));

export const reportPage = (title: string, { machine, versions, parts }: Campaign): string =>
	page(
		`# ${title}`,
		`${machine}; ${versions}.`,
		'## What holds',
		list(parts.flatMap((one) => one.promises.map((each) => `${one.title}: ${sentence(each)}`))),
		...parts.flatMap((one) => [
			`## ${one.title}`,
			`\`${one.command}\`, ${one.date}, commit ${one.commit}.${one.how === '' ? '' : ` ${one.how}`}`,
			...tablesOf(one),
		]),
	);

/** One thing that was tried: its promises and its figures. */
export class Part {
	private readonly promises = new Map<string, Promised>();
	private readonly figures: string[][] = [];
	private readonly tables: Found['tables'] = [];

	constructor(
		private readonly face: Pick<Found, 'title' | 'date' | 'commit' | 'command' | 'how'>,
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

	table(head: readonly string[], rows: readonly (readonly string[])[]): void {
		this.tables.push({ head: [...head], rows: rows.map((row) => [...row]) });
	}

	found(): Found {
		const figures = this.figures.length > 0 ? [{ head: ['', ''], rows: this.figures }] : [];
		return {
			...this.face,
			promises: [...this.promises.values()],
			tables: [...figures, ...this.tables],
		};
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

function where(): Pick<Campaign, 'machine' | 'versions'> {
	const [cpu] = cpus();
	const memory = Math.round(totalmem() / 2 ** 30);
	return {
		machine: `${cpus().length} × ${cpu?.model ?? 'CPU'}, ${memory} GiB, ${type()} ${release()}`,
		versions: `n8n ${N8N.version} on Node ${N8N.node}; simulator and checks on Node ${process.versions.node}`,
	};
}

/** The report of one campaign. A part that is tried again replaces the one with its title. */
export class Report {
	private readonly parts: Part[] = [];
	private readonly file: string;

	constructor(
		name: string,
		private readonly title: string,
		private readonly command: string,
	) {
		this.file = path.join(REPORTS, name);
	}

	part(title: string, how = '', command = this.command): Part {
		say(`\n${title}`);
		const date = new Date().toISOString().slice(0, 10);
		const made = new Part({ title, how, date, commit: commit(), command });
		this.parts.push(made);
		return made;
	}

	/** Prints what was found, and sets the exit code. @param isKept false if only a piece was looked at */
	end(isKept = true): void {
		const parts = this.parts.map((one) => one.found());
		say(`\n${parts.map((one) => [`## ${one.title}`, ...tablesOf(one)].join('\n\n')).join('\n\n')}`);
		if (isKept && parts.length > 0) this.write(parts);
		const promises = parts.flatMap((one) => one.promises);
		const unmet = promises.filter(broken).length;
		say(`\n${promises.length - unmet} passed, ${unmet} failed`);
		if (unmet > 0) process.exitCode = 1;
	}

	private write(parts: readonly Found[]): void {
		const before = existsSync(`${this.file}.json`)
			? campaign.safeParse(JSON.parse(readFileSync(`${this.file}.json`, 'utf8'))).data
			: undefined;
		const isNew = ({ title }: Found) => parts.some((one) => one.title === title);
		const others = (before?.parts ?? []).filter((one) => !isNew(one));
		const all = { ...where(), parts: [...parts, ...others] };
		mkdirSync(REPORTS, { recursive: true });
		writeFileSync(`${this.file}.json`, `${JSON.stringify(all, null, 1)}\n`);
		writeFileSync(`${this.file}.md`, reportPage(this.title, all));
	}
}
