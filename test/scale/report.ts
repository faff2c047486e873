import { z } from 'zod';

import { readData, writeData, writePage } from '../docs/files';
import { list, page, table } from '../docs/markdown';
import { machineFor } from '../n8n/machine';
import { say } from '../n8n/told';

/** The report of many processes, and the file with the figures that it is made from. */

const figures = z.object({
	title: z.string(),
	/** When it was tried. */
	date: z.string(),
	rows: z.array(z.tuple([z.string(), z.union([z.string(), z.number()])])),
});
type Figures = z.infer<typeof figures>;

const scale = z.object({
	date: z.string(),
	command: z.string(),
	machine: z.string(),
	versions: z.string(),
	parts: z.array(figures),
});
export type Scale = z.infer<typeof scale>;

const DATA = 'scale.json';

export const loadScale = () => readData(DATA, scale);

export const SIMULATED = 'Workers that share a key, on a simulated clock';
/** How the titles of its runs begin. */
export const LONG_LIST = 'A long list';
export const SIMULATED_CHANNEL = 'Workers that share one channel, on a simulated clock';
export const SIMULATED_TROUBLE = 'A channel whose workers are in trouble, on a simulated clock';

const whatHolds = (parts: readonly Figures[]) =>
	list([
		'**No message was sent twice and none was lost while all processes lived**: two workers with one key, whether the rate is divided between them or not.',
		`**Workers share the rate of a key by themselves**, by what the service refuses: nothing is to be divided. The table “${SIMULATED}” compares what they reach with the rate divided by hand, and says what is refused at first (five seconds, on a channel three minutes, after the last worker came) and for good.`,
		`**Every callback started exactly one execution**, repeats none, through one webhook process.`,
		'**A killed process doubles no message**: what Retry sends after it, and whom it names, is tried by `npm run test:killed`.',
		...(parts.some(({ title }) => title.startsWith(LONG_LIST))
			? [
					'**A long list is sent to its end, though n8n is killed five times**: nobody gets it twice, and everybody counts as sent or is named as unclear or failed, with the reports in their rows.',
				]
			: []),
	]);

const tableOf = ({ title, date, rows }: Figures) =>
	`## ${title}\n\nTried on ${date}.\n\n${table(
		['', ''],
		rows.map(([what, figure]) => [what, String(figure)]),
	)}`;

export const scalePage = ({ date, command, machine, versions, parts }: Scale) =>
	page(
		'# Many processes',
		'n8n in queue mode: one main process, two workers with a concurrency of 10 each, one webhook process, with Redis and PostgreSQL.',
		'## What holds',
		whatHolds(parts),
		'## Where the figures come from',
		`This page is written by \`${command}\` (${date}), a part at a time, and only if each of its checks held, from ${DATA}. The journal of the simulator says what the service accepted.`,
		`${machine}, on which all of this ran at once; ${versions}.`,
		...parts.map(tableOf),
	);

/** The figures of a run, as tables: one for each thing that was tried. */
export class Report {
	private readonly parts: Figures[] = [];

	part(title: string): (what: string, figure: string | number) => void {
		say(`\n${title}`);
		const rows: Figures['rows'] = [];
		this.parts.push({ title, date: machineFor('').date, rows });
		return (what, figure) => rows.push([what, figure]);
	}

	/** @param held whether all checks held: only then the page has these figures in the place of older ones */
	write(held: boolean): void {
		if (this.parts.length === 0) return;
		say(`\n${this.parts.map(tableOf).join('\n\n')}`);
		if (!held) return;
		const isNew = ({ title }: Figures) => this.parts.some((part) => part.title === title);
		const others = (loadScale()?.parts ?? []).filter((part) => !isNew(part));
		const found = { ...machineFor('npm run test:scale'), parts: [...this.parts, ...others] };
		writeData(DATA, found);
		writePage('scale.md', scalePage(found));
	}
}
