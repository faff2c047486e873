import { table } from '../docs/markdown';
import { GROUNDS, type After, type Before, type GroundName } from './plan';
import type { Row } from './results';

/** What the runs found, in words and tables for people. Pure. */

const GROUND: Record<GroundName, string> = {
	n8n2: 'n8n 2, one process',
	n8n1: 'n8n 1, one process',
	'n8n2-queue': 'n8n 2, two workers',
	'n8n1-queue': 'n8n 1, two workers',
};

const WHAT: Record<Before, string> = {
	nothing: 'nothing stored',
	progress: 'Save Execution Progress',
	wait: 'after Wait',
	loop: 'in a loop',
	sub: 'in a sub-workflow',
};

const DONE: Record<After, string> = {
	retry: 'Retry',
	'two-retries': 'two Retries at once',
	'retry-edited': 'Retry after an edit',
	'new-start': 'new start, Send Once Key',
};

type Count =
	| 'items'
	| 'atKill'
	| 'byItself'
	| 'byRetry'
	| 'accepted'
	| 'twice'
	| 'named'
	| 'left'
	| 'unnamed'
	| 'executions';

const sum = (rows: readonly Row[], count: Count) =>
	String(rows.reduce((total, row) => total + row[count], 0));

const FIGURES: readonly [string, Count][] = [
	['Messages', 'items'],
	['Accepted at the kill', 'atKill'],
	['Sent by n8n’s own second run', 'byItself'],
	['Sent by Retry or new start', 'byRetry'],
	['Accepted in all', 'accepted'],
	['Sent twice', 'twice'],
	['Named as maybe sent', 'named'],
	['Of these, never sent', 'left'],
	['Never sent, not named', 'unnamed'],
	['Executions', 'executions'],
];

const HEAD = FIGURES.map(([title]) => title);
const figuresOf = (rows: readonly Row[]) => FIGURES.map(([, count]) => sum(rows, count));
const brokenIn = (rows: readonly Row[]) => rows.filter(({ broken }) => broken.length > 0).length;

/** Those that are alike in these words, under them. */
function grouped(rows: readonly Row[], by: (row: Row) => readonly string[]) {
	const groups = new Map<string, { words: readonly string[]; group: Row[] }>();
	for (const row of rows) {
		const words = by(row);
		const { group } = groups.get(words.join()) ?? { group: [] };
		groups.set(words.join(), { words, group: [...group, row] });
	}
	return [...groups.values()];
}

const total = (rows: readonly Row[], empty: number) => [
	'**All**',
	...Array.from({ length: empty }, () => ''),
	...figuresOf(rows),
];

/** A row for each combination. */
export const everyCombination = (rows: readonly Row[]) =>
	table(
		['n8n', 'Before the node', 'Then', 'Kills', ...HEAD, 'Broken'],
		[
			...grouped(rows, ({ ground, before, items, after }) => [
				GROUND[ground],
				WHAT[before],
				DONE[after],
				String(items),
			]).map(({ words: [ground = '', before = '', after = ''], group }) => [
				...[ground, before, after],
				group
					.map(({ signal, killAfterRequests }) => `${signal} at ${killAfterRequests}`)
					.join(', '),
				...figuresOf(group),
				group.flatMap(({ broken }) => broken).join('; '),
			]),
			[...total(rows, 3), `${brokenIn(rows)} of ${rows.length} runs`],
		],
	);

/** For docs/reliability.md: a row for each place and what n8n stores there. */
export const summary = (rows: readonly Row[], of: number): string =>
	[
		`n8n ended in the middle of a batch by kill -9, or by SIGTERM with a second of grace, at a moment that a seed decides; started again; then Retry, two Retries at once, Retry after an edit of the node, or a new start with Send Once Key. The simulator’s journal is the witness: each message carries a number of its own. \`npm run test:killed\` ran ${rows.length} of ${of}; ${brokenIn(rows)} broke a promise. Each run is a line of [killed-runs.json](data/killed-runs.json).`,
		table(
			['n8n', 'Before the node', 'Runs', ...HEAD],
			[
				...GROUNDS.flatMap((ground) =>
					grouped(
						rows.filter((row) => row.ground === ground),
						({ before }) => [GROUND[ground], WHAT[before]],
					),
				).map(({ words, group }) => [...words, String(group.length), ...figuresOf(group)]),
				['**All**', '', String(rows.length), ...figuresOf(rows)],
			],
		),
	].join('\n\n');

const MARKS = ['<!-- killed runs -->', '<!-- end of killed runs -->'] as const;

/** The page with the section between its marks; as it is if it has none. */
export function insertInto(page: string, section: string): string {
	const [from, to] = MARKS.map((mark) => page.indexOf(mark)) as [number, number];
	if (from < 0 || to < from) return page;
	return `${page.slice(0, from + MARKS[0].length)}\n\n${section}\n\n${page.slice(to)}`;
}
