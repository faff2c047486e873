import { z } from 'zod';

import { readData, writeData } from '../docs/files';
import { AFTER, BEFORE, GROUNDS, type Run } from './plan';

/** What the runs found, a line for each: a run that is there is not run again. */

export const DATA = 'killed-runs.json';

const count = z.number().int().min(0);

const row = z.object({
	id: z.string(),
	seed: z.number(),
	ground: z.enum(GROUNDS),
	before: z.enum(BEFORE),
	items: count,
	after: z.enum(AFTER),
	hasKeys: z.boolean(),
	signal: z.enum(['SIGKILL', 'SIGTERM']),
	struck: z.enum(['worker', 'all']),
	onError: z.enum(['stopWorkflow', 'continueRegularOutput']),
	saveProgress: z.boolean(),
	requestsPerSecond: z.number(),
	latencyMs: z.number(),
	killAfterRequests: count,
	killPlusMs: count,
	againOf: z.enum(['original', 'retry']),
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
export type Row = z.infer<typeof row>;

export const load = (): Row[] => readData(DATA, z.array(row)) ?? [];

export function save(rows: readonly Row[]): void {
	writeData(
		DATA,
		[...rows].sort((a, b) => a.id.localeCompare(b.id, 'en', { numeric: true })),
	);
}

/** Whether a run was done, with just this plan. */
export const isDone = (rows: readonly Row[], { id, seed }: Run) =>
	rows.some((row) => row.id === id && row.seed === seed);
