import { z } from 'zod';

import { readData, writeData } from '../docs/files';
import type { CancelRow } from './cancel';
import type { Row } from './faultRun';
import { ON_ERROR } from './settings';

/** What the last runs found, as a file keeps it: either command can write the whole page from it. */

const machine = z.object({
	date: z.string(),
	command: z.string(),
	machine: z.string(),
	versions: z.string(),
});

/** Null if it was not counted: a read sends nothing. */
const count = z.number().nullable();

const standing = z.object({
	endedAs: z.string().nullable(),
	requests: count,
	accepted: count,
	acceptedTwice: count,
	toldSent: count,
	toldNotSent: count,
	toldUnknown: count,
});
export type Standing = z.infer<typeof standing>;

const settings = z.object({ onError: z.enum(ON_ERROR), retryOnFail: z.boolean() });

const run = z.object({
	...settings.shape,
	first: standing,
	/** Once Retry was pressed with the fault gone, if n8n offers it. */
	afterRetry: standing.nullable(),
	/** What a person reads first. */
	words: z.string().optional(),
	wrong: z.array(z.string()),
});
export type Run = z.infer<typeof run>;

const kind = z.object({
	operation: z.string(),
	fault: z.string(),
	/** What a person reads most often, without the place of the item; null if nothing failed. */
	reads: z.string().nullable(),
	runs: z.array(run),
});
export type Kind = z.infer<typeof kind>;

const faults = machine.extend({ kinds: z.array(kind) });
export type FaultPart = z.infer<typeof faults>;

const stoppedRun = z.object({
	...settings.shape,
	saveProgress: z.boolean(),
	requestsAtStop: z.number(),
	requests: z.number(),
	lastStartMs: z.number(),
	accepted: z.number(),
	/** How many were accepted, as n8n's log says. */
	toldAccepted: count,
	said: z.string(),
	retry: z.string(),
	retryAccepted: z.number(),
	retryAcceptedTwice: z.number(),
	wrong: z.array(z.string()),
});
export type StoppedRun = z.infer<typeof stoppedRun>;

const stopped = machine.extend({ runs: z.array(stoppedRun) });

const faultRuns = z.object({
	faults: faults.optional(),
	clock: faults.optional(),
	stopped: stopped.optional(),
});
export type FaultRuns = z.infer<typeof faultRuns>;

const trend = z.object({
	slopePerMinute: z.number(),
	firstQuarter: z.number(),
	lastQuarter: z.number(),
	/** Missing if it was too short to tell. */
	flat: z.boolean().optional(),
});
export type Slope = z.infer<typeof trend>;

const soak = machine.extend({
	minutes: z.number(),
	executions: z.number(),
	messages: z.number(),
	requests: z.number(),
	faults: z.number(),
	accepted: z.number(),
	twice: z.number(),
	requestsPerSecond: z.number(),
	acceptedPerSecond: z.number(),
	told: z.object({ sent: z.number(), notSent: z.number(), unknown: z.number() }),
	rss: trend,
	heap: trend,
	handles: trend,
	wrong: z.array(z.string()),
});
export type Soak = z.infer<typeof soak>;

const FAULT_RUNS = 'fault-runs.json';
const SOAK = 'soak.json';

export const loadFaultRuns = (): FaultRuns => readData(FAULT_RUNS, faultRuns) ?? {};
export const loadSoak = (): Soak | undefined => readData(SOAK, soak);

/** Each part is kept by itself: it can be run again alone. */
export function saveFaultRuns(parts: FaultRuns): void {
	const { faults, clock, stopped } = { ...loadFaultRuns(), ...parts };
	writeData(FAULT_RUNS, { faults, clock, stopped });
}

export const saveSoak = (result: Soak) => {
	// Leaves out what the page does not need.
	writeData(SOAK, soak.parse(result));
};

const standingOf = ({
	status,
	requests,
	accepted,
	twice,
	sent,
	notSent,
	unknown,
}: Row['first']): Standing => ({
	endedAs: status,
	requests,
	accepted,
	acceptedTwice: twice,
	toldSent: sent,
	toldNotSent: notSent,
	toldUnknown: unknown,
});

const textOf = ({ message, description }: { message: string; description: string }) =>
	`${message}. ${description}`;

/** Without the place of the item and the counts, which differ. */
const readsOf = (words: { message: string; description: string }) =>
	textOf({ ...words, description: words.description.replace(/^Items? \d[^.]* of \d+\. /, '') })
		.replace(/ (Of \d+ items|To (send|get) the others).*$/, '')
		.replace(/\s+/g, ' ');

function mostOften(texts: readonly string[]): string | null {
	const counts = new Map<string, number>();
	for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1);
	const [first] = [...counts].sort(([, a], [, b]) => b - a);
	return first?.[0] ?? null;
}

/** The rows of a run, gathered by operation and fault. */
export function kindsOf(rows: readonly Row[]): Kind[] {
	const kinds = new Map<string, Row[]>();
	for (const row of rows) {
		const key = JSON.stringify([row.operation, row.fault]);
		kinds.set(key, [...(kinds.get(key) ?? []), row]);
	}
	return [...kinds.values()].flatMap((ofKind) => {
		const [first] = ofKind;
		if (first === undefined) return [];
		return [
			{
				operation: first.operation,
				fault: first.fault,
				reads: mostOften(ofKind.flatMap(({ words }) => (words ? [readsOf(words)] : []))),
				runs: ofKind.map(({ settings: set, first: began, afterRetry, words, wrong }) => ({
					...set,
					first: standingOf(began),
					afterRetry: afterRetry ? standingOf(afterRetry) : null,
					...(words && { words: textOf(words) }),
					wrong,
				})),
			},
		];
	});
}

export const stoppedRunOf = ({
	settings: set,
	saveProgress,
	requestsAtStop,
	requests,
	lastStartMs,
	accepted,
	toldAccepted,
	said,
	retry,
	afterRetry,
	wrong,
}: CancelRow): StoppedRun => ({
	...set,
	saveProgress,
	requestsAtStop,
	requests,
	lastStartMs,
	accepted,
	toldAccepted: toldAccepted ?? null,
	said,
	retry,
	retryAccepted: afterRetry.accepted,
	retryAcceptedTwice: afterRetry.twice,
	wrong,
});
