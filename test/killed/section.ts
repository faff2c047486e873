import { list, page, table } from '../docs/markdown';
import { GROUNDS, type After, type Before, type GroundName } from './plan';
import { DATA, type Row } from './results';

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
	'new-start': 'new start',
};

const YES = ['', 'yes'];

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
		const known = groups.get(words.join());
		if (known) known.group.push(row);
		else groups.set(words.join(), { words, group: [row] });
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
		['n8n', 'Before the node', 'Then', 'Keys', 'Kills', ...HEAD, 'Broken'],
		[
			...grouped(rows, ({ ground, before, items, after, hasKeys }) => [
				GROUND[ground],
				WHAT[before],
				DONE[after],
				YES[Number(hasKeys)] ?? '',
				String(items),
			]).map(({ words: [ground = '', before = '', after = '', keys = ''], group }) => [
				...[ground, before, after, keys],
				group
					.map(({ signal, killAfterRequests }) => `${signal} at ${killAfterRequests}`)
					.join(', '),
				...figuresOf(group),
				group.flatMap(({ broken }) => broken).join('; '),
			]),
			[...total(rows, 4), `${brokenIn(rows)} of ${rows.length} runs`],
		],
	);

const SHORT: readonly [string, Count][] = [
	['Messages', 'items'],
	['Accepted at the kill', 'atKill'],
	['in all', 'accepted'],
	['twice', 'twice'],
	['Named', 'named'],
	['of these never sent', 'left'],
	['Never sent, not named', 'unnamed'],
];

const HOW =
	'n8n is ended in the middle of a batch, by kill -9 or by SIGTERM with a second of grace, at a moment that a seed decides, and started again. Before the node: nothing stored, Save Execution Progress, a Wait, a loop, a sub-workflow. Then: Retry, two Retries at once, Retry after an edit of the node, or a new start; with Send Once Keys or without; once more if that ended with an error. Each message carries a number of its own, by which the simulator’s journal shows what was sent twice.';

const ranAgain = (rows: readonly Row[]) => rows.filter((row) => row.ranAgain);

const summary = (rows: readonly Row[]) =>
	table(
		['n8n', 'Keys', 'Runs', ...SHORT.map(([title]) => title)],
		GROUNDS.flatMap((ground) =>
			[false, true].map((keys) =>
				rows.filter((row) => row.ground === ground && row.hasKeys === keys),
			),
		)
			.filter((group) => group.length > 0)
			.map((group) => [
				...group
					.slice(0, 1)
					.flatMap(({ ground, hasKeys }) => [GROUND[ground], YES[Number(hasKeys)] ?? '']),
				String(group.length),
				...SHORT.map(([, count]) => sum(group, count)),
			]),
	);

/** One line for each run, as short as the page asks for. */
const everyRun = (rows: readonly Row[]) =>
	table(
		[
			'n8n',
			'Before',
			'Then',
			'Keys',
			'Struck',
			'Items',
			'At the kill',
			'In all',
			'Twice',
			'Named',
			'Lost',
		],
		rows.map((row) => [
			row.ground,
			row.before,
			row.after,
			YES[Number(row.hasKeys)] ?? '',
			`${row.signal.slice(3)}${row.struck === 'worker' ? ', worker' : ''}`,
			...[row.items, row.atKill, row.accepted, row.twice, row.named, row.unnamed].map(String),
		]),
	);

/** The report. */
export const killedPage = (rows: readonly Row[]): string =>
	page(
		'# n8n killed in the middle of a batch',
		HOW,
		'## What holds',
		list([
			`${rows.length - brokenIn(rows)} of ${rows.length} runs broke no promise: ${sum(rows, 'twice')} messages were sent twice, ${sum(ranAgain(rows), 'unnamed')} were never sent and not named.`,
			...(ranAgain(rows).length === rows.length
				? []
				: [
						`In ${rows.length - ranAgain(rows).length} of the runs n8n did not run the node again (below): ${sum(
							rows.filter((row) => !row.ranAgain),
							'unnamed',
						)} messages stayed unsent, and nobody was there to name them.`,
					]),
			...(brokenIn(rows) === 0
				? []
				: rows
						.filter(({ broken }) => broken.length > 0)
						.map(({ id, broken }) => `**Not so:** ${id}: ${broken.join('; ')}.`)),
		]),
		'## By how n8n runs',
		`'Named' are items of which the node says that they may have been sent. \`npm run test:killed\` wrote ${DATA}, which holds every run with its seed.`,
		summary(rows),
		'## Every run',
		everyRun(rows),
	);
