import { z } from 'zod';

import { readData, writeData, writePage } from '../docs/files';
import { list, page, table } from '../docs/markdown';
import { machineFor } from '../n8n/machine';
import { say } from '../n8n/told';

/** docs/scale.md, and docs/data/scale.json with the figures that it is made from. */

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
		'**A killed process doubles no message**: what Retry sends after it, and whom it names, is tried by [sixty runs of their own](killed-runs.md).',
		...(parts.some(({ title }) => title.startsWith(LONG_LIST))
			? [
					'**A long list is sent to its end, though n8n is killed five times**: nobody gets it twice, and everybody counts as sent or is named as unclear or failed, with the reports in their rows ([how](long-lists.md)).',
				]
			: []),
	]);

const WHAT_DOES_NOT = list([
	'**Workers that start together, or come to others, have more than 3 % of their first requests refused**, once; each is sent again. They can learn of each other only from a refusal, and that comes back a round trip after the limit was full. One that is alone loses no speed only if it starts about 90 of 100 in its first second; with 400 ms of latency it sends half of them before it can know whether it is alone, so two workers start up to 2 × 100 where 100 fit: 100 are refused. When a newcomer comes, as many are refused as it starts in one round trip and a little more: 26 to 102. From then on 0.3 to 2 % are refused up to 400 ms of latency, 1 to 4 % at 1.5 s. So a run of 5,000 stays within 3 % up to 400 ms, one of 3,000 in which three start and a fourth comes only up to 50 ms, and at 1.5 s most do not.',
	'**With 1.5 s of latency, workers reach 0.91 to 0.94 of the divided rate** if one comes to others: each of them corrects its part a second and a half late.',
	'**A worker that comes to a full channel has its part after one to two minutes.** Twice a minute, by the time of day, each worker leaves one place free for six seconds, and a newcomer looks only then; whoever misses its place gives part of its own away. It costs 6 to 21 requests until all have their part, then each worker’s question every four or five minutes whether someone has ended: 1 to 4 %. If four begin a second apart, one of them had 56 % of its part in twenty minutes, and up to 5.4 % were refused. If their clocks differ by many seconds, a newcomer finds its part later.',
	'**A channel whose batches go now to one worker and now to the other is not filled**: each keeps to what it found free when it last looked. The long list in queue mode, on a busy machine, went at about six tenths of the pace.',
	'**What a worker leaves on a channel when it ends, the others take within six minutes**, not at once. And the place that is kept free has a price for one that is alone: of a batch of more than 118 messages, two wait up to a minute longer.',
	'**Each process remembers callbacks by itself**: several webhook processes may each start the workflow once for the same callback. [An example](../examples/drop-repeated-callbacks.json) drops the repeats behind the trigger.',
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
		'## What does not hold',
		WHAT_DOES_NOT,
		'## Where the figures come from',
		`This page is written by \`${command}\` (${date}), a part at a time, and only if each of its checks held, from [${DATA}](data/${DATA}). The journal of the [simulator](../test/simulator/README.md) says what the service accepted.`,
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
