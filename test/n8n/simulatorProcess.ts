import path from 'node:path';

import { z } from 'zod';

import { until } from './api';
import { controlOf } from './control';
import { startProcess } from './ownProcess';
import { ROOT } from './paths';
import { Explained } from './say';

const entry = z.object({
	ms: z.number(),
	endpoint: z.string().nullable(),
	outcome: z.string(),
	body: z.string(),
});
export type Entry = z.infer<typeof entry>;

const journal = z.object({ entries: z.array(entry), dropped: z.number() });

/** The simulator, in a process of its own: what it takes of the machine is not n8n's. */
export interface SimulatorProcess {
	url: string;
	/** Everything as at the start, and then with these settings. */
	reset: (settings?: Record<string, number | string>) => Promise<void>;
	/** Everything that it was asked since it was last reset or told to forget, answered by now. */
	journal: () => Promise<Entry[]>;
	forget: () => Promise<void>;
	stop: () => Promise<void>;
}

const JOURNAL_KEEPS = 200_000;

/** @param folder where it writes its log */
export async function startSimulatorProcess(
	folder: string,
	port: number,
): Promise<SimulatorProcess> {
	const simulator = startProcess(
		process.execPath,
		[
			...['--import', 'tsx', 'test/simulator/main.ts', '--port', `${port}`],
			// Its clock stands still: what becomes of a message later is not looked at.
			...['--speed', '0', '--journal', `${JOURNAL_KEEPS}`],
		],
		{ cwd: ROOT, log: path.join(folder, 'simulator.log') },
	);
	const url = `http://127.0.0.1:${port}`;
	const { call } = controlOf(url);
	await until('the simulator to answer', () => {
		if (simulator.over())
			throw new Explained(`The simulator did not start:\n${simulator.printed()}`);
		return call('GET', '').then(
			() => true,
			() => undefined,
		);
	});
	return {
		url,
		reset: async (settings = {}) => {
			await call('POST', '/reset');
			await call('PATCH', '/settings', settings);
		},
		journal: () =>
			until('the simulator to answer what it was asked', async () => {
				const { entries, dropped } = journal.parse(await call('GET', '/journal'));
				if (dropped > 0) throw new Error('The simulator’s journal is too short');
				return entries.some(({ outcome }) => outcome === 'open') ? undefined : entries;
			}),
		forget: async () => {
			await call('DELETE', '/journal');
		},
		stop: () => simulator.end(),
	};
}
