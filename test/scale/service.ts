import path from 'node:path';

import { z } from 'zod';

import { until } from '../n8n/api';
import { ROOT } from '../n8n/paths';
import { Told } from '../n8n/told';
import type { Endings } from './endings';
import { startProcess } from './ownProcess';

const entry = z.object({
	id: z.number(),
	ms: z.number(),
	endpoint: z.string().nullable(),
	outcome: z.string(),
	body: z.string(),
});
export type Entry = z.infer<typeof entry>;

const journal = z.object({ entries: z.array(entry), dropped: z.number() });

/** The simulator, in a process of its own. */
export interface Service {
	url: string;
	/** Everything that it was asked since it was last told to forget, answered by now. */
	journal: () => Promise<Entry[]>;
	forget: () => Promise<void>;
}

const JOURNAL_KEEPS = 100_000;

export async function startService(
	folder: string,
	port: number,
	endings: Endings,
): Promise<Service> {
	const simulator = startProcess(
		process.execPath,
		[
			...['--import', 'tsx', 'test/simulator/main.ts', '--port', `${port}`],
			// Its clock stands still: nothing here is about what becomes of a message later.
			...['--speed', '0', '--journal', `${JOURNAL_KEEPS}`],
		],
		{ cwd: ROOT, log: path.join(folder, 'simulator.log') },
	);
	endings.add(() => simulator.end());
	const url = `http://127.0.0.1:${port}`;
	const control = `${url}/__control`;
	await until('the simulator to answer', async () => {
		if (simulator.over()) throw new Told(`The simulator did not start:\n${simulator.printed()}`);
		return fetch(control).then(
			({ ok }) => ok || undefined,
			() => undefined,
		);
	});
	return {
		url,
		journal: () =>
			until('the simulator to answer what it was asked', async () => {
				const answer = await fetch(`${control}/journal`);
				const { entries, dropped } = journal.parse(await answer.json());
				if (dropped > 0) throw new Error('The simulator’s journal is too short');
				return entries.some(({ outcome }) => outcome === 'open') ? undefined : entries;
			}),
		forget: async () => {
			await fetch(`${control}/journal`, { method: 'DELETE' });
		},
	};
}
