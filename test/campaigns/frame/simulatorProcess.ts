import path from 'node:path';

import { z } from 'zod';

import { until } from '../../n8n/api';
import { controlOf } from '../../n8n/control';
import { startProcess } from '../../n8n/ownProcess';
import { ROOT } from '../../n8n/paths';
import { freePorts } from '../../n8n/ports';
import { Explained } from '../../../scripts/n8n/say.js';
import type { Endings } from './runner';

const entry = z.object({
	ms: z.number(),
	endpoint: z.string().nullable(),
	outcome: z.string(),
	body: z.string(),
});
const journal = z.object({ entries: z.array(entry), dropped: z.number() });

/** Settings under which only n8n itself bounds the speed. */
export const NO_LIMITS = { requestsPerSecond: 0, channelRequests: 0 };

export type SimulatorProcess = Awaited<ReturnType<typeof startSimulatorProcess>>;

/** The simulator in a process of its own: what it takes of the machine is not n8n's. Its clock does not move. */
export async function startSimulatorProcess(endings: Endings) {
	const [port = 0] = await freePorts(1);
	const args = ['--port', `${port}`, '--speed', '0', '--journal', '200000'];
	const simulator = startProcess(
		process.execPath,
		['--import', 'tsx', 'test/simulator/main.ts', ...args],
		{ cwd: ROOT, log: path.join(endings.folder(), 'simulator.log') },
	);
	endings.add(() => simulator.end());
	const url = `http://127.0.0.1:${port}`;
	const control = controlOf(url);
	await until('the simulator to answer', () => {
		if (simulator.over())
			throw new Explained(`The simulator did not start:\n${simulator.printed()}`);
		return control.call('GET', '').then(
			() => true,
			() => undefined,
		);
	});
	return {
		url,
		control,
		reset: async (settings: Record<string, number | string> = {}) => {
			await control.reset();
			await control.call('PATCH', '/settings', settings);
		},
		/** Everything that it was asked since it was reset, answered by now. */
		journal: () =>
			until('the simulator to answer what it was asked', async () => {
				const { entries, dropped } = journal.parse(await control.call('GET', '/journal'));
				if (dropped > 0) throw new Error('The simulator’s journal is too short');
				return entries.some(({ outcome }) => outcome === 'open') ? undefined : entries;
			}),
	};
}
