import { spawn } from 'node:child_process';

import { z } from 'zod';

import { until } from '../../n8n/api';
import { ROOT } from '../../n8n/paths';

const entry = z.object({
	ms: z.number(),
	endpoint: z.string().nullable(),
	outcome: z.string(),
	body: z.string(),
});
export type Entry = z.infer<typeof entry>;

const journal = z.object({ entries: z.array(entry), dropped: z.number() });

/** The simulator, in a process of its own: what it takes of the machine is not n8n's. */
export interface Service {
	url: string;
	/** Everything as at the start, and then with these settings. */
	reset: (settings?: Record<string, number>) => Promise<void>;
	/** Everything that it was asked since then. */
	journal: () => Promise<Entry[]>;
	stop: () => Promise<void>;
}

export const NO_LIMITS = { requestsPerSecond: 0, channelRequests: 0 };

const JOURNAL_KEEPS = 200_000;

export async function startService(port: number): Promise<Service> {
	const child = spawn(
		process.execPath,
		// Its clock stands still: what becomes of a message later is not measured here.
		[
			...['--import', 'tsx', 'test/simulator/main.ts', '--port', `${port}`],
			...['--speed', '0', '--journal', `${JOURNAL_KEEPS}`],
		],
		{ cwd: ROOT, stdio: ['ignore', 'ignore', 'inherit'] },
	);
	const ended = new Promise((resolve) => child.once('close', resolve));
	const url = `http://127.0.0.1:${port}`;
	const control = async (method: string, path: string, body?: unknown): Promise<unknown> => {
		const answer = await fetch(`${url}/__control${path}`, {
			method,
			...(body !== undefined && {
				headers: { 'content-type': 'application/json' },
				body: JSON.stringify(body),
			}),
		});
		if (!answer.ok) throw new Error(`${method} ${path}: ${await answer.text()}`);
		return answer.json();
	};
	await until('the simulator to answer', () =>
		control('GET', '').then(
			() => true,
			() => undefined,
		),
	);
	return {
		url,
		reset: async (settings = {}) => {
			await control('POST', '/reset');
			await control('PATCH', '/settings', settings);
		},
		journal: () =>
			until('the simulator to answer what it was asked', async () => {
				const { entries, dropped } = journal.parse(await control('GET', '/journal'));
				if (dropped > 0) throw new Error('The simulator’s journal is too short');
				return entries.some(({ outcome }) => outcome === 'open') ? undefined : entries;
			}),
		stop: async () => {
			child.kill();
			await ended;
		},
	};
}
