import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { z } from 'zod';

import { until } from '../../n8n/api';
import { controlOf } from '../../n8n/control';
import { installPackage, packed } from '../../n8n/package';
import { assigned, exampleOf, switchedOn, withNodes } from '../../n8n/editedExample';
import { createCredentials, importExample } from '../../n8n/playground';
import { startN8n, type Started } from '../../n8n/start';
import { startSimulator, type Simulator } from '../../simulator';

/** Fewer than a channel takes in a minute, so that nothing waits for the clock. */
const NUMBERS = Array.from({ length: 50 }, (_, at) => `62812345${7100 + at}`);
const A_TIME = 10;
const KILL_AFTER = [5, 25];

const counted = z.object({
	left: z.number(),
	sent: z.number(),
	failed: z.number(),
	unclear: z.number(),
	delivered: z.number(),
});

/** With clock and limits sped up, and a list of its own. */
const spedUp = () =>
	withNodes(switchedOn(exampleOf('broadcast-to-a-long-list')), {
		'Each minute': { rule: { interval: [{ field: 'seconds', secondsInterval: 5 }] } },
		Settings: assigned({
			campaign: 'test',
			max_per_minute: A_TIME,
			from_hour: 0,
			until_hour: 24,
			max_per_day: 1000,
			take_again_after_minutes: 0.05,
		}),
		'Two people': {
			jsonOutput: JSON.stringify({
				people: NUMBERS.map((number, at) => ({ number, name: `Customer ${at}`, order: `A-${at}` })),
			}),
		},
	});

describe('Broadcast to a long list', () => {
	let simulator: Simulator;
	let userFolder: string;
	let running: Started;

	beforeAll(async () => {
		simulator = await startSimulator({ speed: 60 });
		userFolder = mkdtempSync(path.join(tmpdir(), 'messaging-n8n-'));
		await installPackage(userFolder, await packed());
		running = await startN8n({ userFolder });
	});

	afterAll(async () => {
		await running.n8n.stop();
		await simulator.stop();
		rmSync(userFolder, { recursive: true, force: true });
	});

	it('Everyone is reached once or named as uncertain, though n8n is killed on the way', async () => {
		const addresses = { simulator: simulator.url, model: '' };
		const credentials = await createCredentials(running.api, addresses);
		const list = await importExample(running.api, spedUp(), credentials);
		const progress = await importExample(running.api, exampleOf('long-list-progress'), credentials);
		const sentTo = async () =>
			(await controlOf(simulator.url).messages())
				.map(({ to }) => to)
				.filter((to) => NUMBERS.includes(to));
		const filled = await running.api.run(list, 'Start by hand');
		expect(await running.api.finished(filled)).toMatchObject({ status: 'success' });
		await running.api.activate(list);

		for (const accepted of KILL_AFTER) {
			await until('some to be sent', async () =>
				(await sentTo()).length >= accepted ? true : undefined,
			);
			await running.n8n.kill();
			running = await startN8n({ userFolder });
		}
		const count = await until(
			'nobody to be left',
			async () => {
				const { api } = running;
				const [found] = (
					await api.finished(await api.run(progress, 'Start by hand', 'Count'))
				).output('Count');
				const now = counted.parse(found);
				return now.left === 0 ? now : undefined;
			},
			240_000,
		);

		const sent = await sentTo();
		expect(sent.sort()).toEqual([...new Set(sent)].sort());
		expect(count.sent + count.unclear).toBe(NUMBERS.length);
		expect(sent.length).toBeGreaterThanOrEqual(count.sent);
		expect(count.unclear).toBeLessThanOrEqual(KILL_AFTER.length * A_TIME);
	});
});
