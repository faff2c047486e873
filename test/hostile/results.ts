import { z } from 'zod';

import { readData, writeData } from '../docs/files';

/** What the last run found, as a file keeps it. */

const reading = z.object({ stallMs: z.number(), computedMs: z.number(), rssMB: z.number() });

const flood = z.object({
	calls: z.number(),
	good: z.number(),
	byStatus: z.record(z.number()),
	received: z.number(),
	executions: z.number(),
	grouped: z.object({ executions: z.number(), messages: z.number() }),
	failed: z.number(),
	wrong: z.array(z.string()),
	reading,
});

const answers = z.object({
	answers: z.number(),
	executions: z.number(),
	kinds: z.record(z.number()),
	longestError: z.number(),
	wrong: z.array(z.string()),
	reading,
});

const questions = z.object({
	date: z.string(),
	requests: z.number(),
	taps: z.number(),
	byStatus: z.record(z.number()),
	heapMB: z.tuple([z.number(), z.number()]),
	wrong: z.array(z.string()),
});

const hostile = z.object({
	date: z.string(),
	command: z.string(),
	machine: z.string(),
	versions: z.string(),
	seed: z.number(),
	seconds: z.number(),
	points: z.array(z.object({ what: z.string(), saw: z.string(), holds: z.boolean() })),
	stalls: z.array(
		z.object({
			body: z.string(),
			bytes: z.number(),
			openMs: z.number(),
			protectedMs: z.number(),
			strangerMs: z.number(),
			ownMs: z.number(),
		}),
	),
	large: z.array(z.object({ answer: z.string(), ours: reading, own: reading })),
	callbacks: z.object({ ours: flood, own: flood }),
	answers: z.object({ ours: answers, own: answers }),
	/** Not there if they were not attacked yet. */
	questions: questions.optional(),
	/** How often a secret stands in n8n's whole database, in any spelling. */
	secrets: z.object({ ours: z.number(), own: z.number(), databaseMB: z.number() }),
	idleMB: z.number(),
	broken: z.array(z.string()),
});
export type Hostile = z.output<typeof hostile>;

const FILE = 'hostile.json';

export const loadHostile = (): Hostile | undefined => readData(FILE, hostile);

export const saveHostile = (found: Hostile) => {
	writeData(FILE, hostile.parse(found));
};
