import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

import { z } from 'zod';

import { CACHE } from '../../n8n/paths';
import type { Report } from '../frame/report';
import { GROUNDS, run, type GroundName, type Run } from './plan';

/** What the runs found, kept from one command to the next: a run that is there is not run again. */

const FILE = path.join(CACHE, 'killed-runs.json');

const count = z.number().int().min(0);

const row = run.extend({
	/** Accepted when n8n was struck. */
	atKill: count,
	/** What n8n called the execution once it was up again. */
	endedAs: z.string(),
	/** Sent before a person did anything: n8n 1 runs a killed worker's job again. */
	byItself: count,
	/** What the person did, and how each ended. */
	done: z.array(z.string()),
	/** Sent by Retry, or by the new start. */
	byRetry: count,
	accepted: count,
	twice: count,
	named: count,
	left: count,
	unnamed: count,
	executions: count,
	/** Whether the node ran again, or n8n refused. */
	ranAgain: z.boolean(),
	broken: z.array(z.string()),
	seconds: z.number(),
	/** Digest of the package that was tried. */
	build: z.string(),
});
export type Row = z.output<typeof row>;

export const load = (): Row[] =>
	existsSync(FILE)
		? (z.array(row).safeParse(JSON.parse(readFileSync(FILE, 'utf8'))).data ?? [])
		: [];

export function save(rows: readonly Row[]): void {
	mkdirSync(CACHE, { recursive: true });
	writeFileSync(FILE, `[\n${rows.map((one) => JSON.stringify(one)).join(',\n')}\n]\n`);
}

/** Whether a run was done, with just this plan. */
export const isDone = (rows: readonly Row[], { id, seed }: Run) =>
	rows.some((one) => one.id === id && one.seed === seed);

const GROUND: Record<GroundName, string> = {
	n8n2: 'n8n 2, one process',
	n8n1: 'n8n 1, one process',
	'n8n2-queue': 'n8n 2, two workers',
	'n8n1-queue': 'n8n 1, two workers',
};

const HOW =
	'n8n is ended in the middle of a batch, by kill -9 or by SIGTERM with a second of grace, at a moment that a seed decides, and started again. Then comes Retry, two Retries at once, Retry after an edit, or a new start. Each message carries a number of its own, by which the simulator’s journal shows what was sent twice.';

/** The counts of a run, as the table shows them. */
const COUNTS = [
	'items',
	'atKill',
	'byItself',
	'byRetry',
	'accepted',
	'twice',
	'named',
	'left',
	'unnamed',
] as const;

/** A part for each way to run n8n, a line for each run, and the sums. */
export function tell(report: Report, rows: readonly Row[]): void {
	for (const ground of GROUNDS) {
		const here = rows.filter((one) => one.ground === ground);
		if (here.length === 0) continue;
		const part = report.part(GROUND[ground], HOW);
		for (const { id, broken } of here) {
			part.holds(
				'Nothing is sent twice, everything that was not sent is named, and with keys the list is finished',
				broken.map((what) => `${id}: ${what}`),
			);
		}
		const sum = (of: (typeof COUNTS)[number]) => here.reduce((all, one) => all + one[of], 0);
		part.table(
			['Run', 'Seed', 'Struck', 'Ended as', ...COUNTS, 'Ran again'],
			[
				...here.map((one) => [
					one.id,
					String(one.seed),
					`${one.signal} ${one.struck} at ${one.killAfterRequests}`,
					`${one.endedAs}; ${one.done.join(', ')}`,
					...COUNTS.map((of) => String(one[of])),
					one.ranAgain ? 'yes' : 'no',
				]),
				['**All**', '', '', '', ...COUNTS.map((of) => String(sum(of))), ''],
			],
		);
	}
}
