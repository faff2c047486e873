import { range, shortened } from '../../docs/markdown';
import type { CancelRow } from './cancel';
import type { Row, Standing } from './faultRun';
import { nameOf } from './settings';

/** The tables of the runs under faults. Pure. */

const LONGEST_WORDS = 170;

const across = (all: readonly Standing[], of: (one: Standing) => number) => range(all.map(of));

/** Accepted by the service, then what the person is told: sent, not sent, unknown. */
const told = (all: readonly Standing[]) =>
	`${across(all, (one) => one.accepted)} → ${across(all, (one) => one.sent)} · ${across(all, (one) => one.notSent)} · ${across(all, (one) => one.unknown)}`;

/** What a person reads most often, without the place of the item and the counts, which differ. */
function readMostOften(rows: readonly Row[]): string {
	const counts = new Map<string, number>();
	for (const { words } of rows) {
		if (words === undefined) continue;
		const description = words.description.replace(/^Items? \d[^.]* of \d+\. /, '');
		const text = `${words.message}. ${description}`
			.replace(/ (Of \d+ items|To (send|get) the others).*$/, '')
			.replace(/\s+/g, ' ');
		counts.set(text, (counts.get(text) ?? 0) + 1);
	}
	const [first] = [...counts].sort(([, a], [, b]) => b - a);
	return shortened(first?.[0] ?? '', LONGEST_WORDS);
}

export const FAULT_HEAD = [
	'Operation',
	'Fault',
	'Met',
	'Requests',
	'Stop Workflow: accepted → told sent · not sent · unknown',
	'Both kinds of Continue',
	'Accepted after Retry',
	'What a person reads most often',
];

/** A row for each fault, across the settings of the node. */
export function faultRows(rows: readonly Row[]): string[][] {
	const kinds = new Map<string, Row[]>();
	for (const row of rows) {
		const key = `${row.operation}: ${row.fault}`;
		kinds.set(key, [...(kinds.get(key) ?? []), row]);
	}
	return [...kinds.values()].map((runs) => {
		const stop = runs.filter(({ settings }) => settings.onError === 'stopWorkflow');
		const goOn = runs.filter((row) => !stop.includes(row));
		const retried = runs.flatMap(({ afterRetry }) => afterRetry ?? []);
		return [
			runs[0]?.operation ?? '',
			runs[0]?.fault ?? '',
			`${runs.filter(({ wrong }) => wrong.length === 0).length} of ${runs.length}`,
			across(
				runs.map(({ first }) => first),
				(one) => one.requests,
			),
			told(stop.map(({ first }) => first)),
			told(goOn.map(({ first }) => first)),
			across(retried, (one) => one.accepted) || 'nothing to retry',
			readMostOften(runs),
		];
	});
}

export const STOPPED_HEAD = [
	'Settings',
	'Save Execution Progress',
	'Requests at the press, in all',
	'Last request after it (ms)',
	'Accepted, told in the log',
	'Retry',
	'Accepted then, twice',
];

export const stoppedRow = (row: CancelRow): string[] => [
	nameOf(row.settings),
	row.saveProgress ? 'yes' : '',
	`${row.requestsAtStop}, ${row.requests}`,
	String(row.lastStartMs),
	`${row.accepted}, ${row.toldAccepted ?? 'nothing'}`,
	row.retry,
	`${row.afterRetry.accepted}, ${row.afterRetry.twice}`,
];
