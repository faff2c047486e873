import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { z } from 'zod';

import { until, type Json } from '../n8n/api';
import { installPackage, packed } from '../n8n/package';
import { createCredentials } from '../n8n/playground';
import { startN8n } from '../n8n/start';
import { N8N_1, N8N_2, type N8nVersion } from '../n8n/versions';
import { startSimulator, type Simulator } from '../simulator';
import { controlOf } from '../n8n/control';
import { chain, items, ourType, webhook } from '../n8n/workflows';

const SIZE = 400;
const journal = z.object({ entries: z.array(z.object({ outcome: z.string() })) });
/** Of each list: enough that some keys have settled. */
const SENT_BEFORE = 100;
const QUIET_MS = 1500;
/** With keys: two portions of them, and what was in flight. */
const MOST_NAMED = 150;

const LISTS = {
	keyed: { start: 628_123_450_000, options: { sendOnceKey: '={{ $json.to }}' } },
	keyless: { start: 628_123_460_000, options: {} },
};
type List = keyof typeof LISTS;

const numbers = (list: List) =>
	Array.from({ length: SIZE }, (_, at) => String(LISTS[list].start + at));

describe('n8n killed in the middle of a broadcast', () => {
	let simulator: Simulator;
	let userFolder: string;

	beforeEach(async () => {
		simulator = await startSimulator({ speed: 0 });
		userFolder = mkdtempSync(path.join(tmpdir(), 'messaging-n8n-'));
	});

	afterEach(async () => {
		await simulator.stop();
		rmSync(userFolder, { recursive: true, force: true });
	});

	const started = (version: N8nVersion) => startN8n({ version, userFolder });

	const sentTo = async (list: List) =>
		(await controlOf(simulator.url).messages())
			.map(({ to }) => to)
			.filter((to) => numbers(list).includes(to))
			.sort();

	/** What had left already when n8n was killed may arrive later, on a busy machine. */
	const untilAllArrived = async () => {
		let [requests, since] = [-1, 0];
		const { call } = controlOf(simulator.url);
		await until('nothing more to arrive', async () => {
			const { entries } = journal.parse(await call('GET', '/journal'));
			if (entries.length !== requests) [requests, since] = [entries.length, performance.now()];
			if (entries.some(({ outcome }) => outcome === 'open')) return undefined;
			return performance.now() - since > QUIET_MS ? true : undefined;
		});
	};

	it.each([N8N_2, N8N_1].map((version) => [version.n8n, version] as const))(
		'A retry sends nothing twice, names a list without keys and finishes one with keys (%s)',
		async (_number, version) => {
			await installPackage(userFolder, await packed());
			const before = await started(version);
			const addresses = { simulator: simulator.url, model: '' };
			const { messagingServiceApi } = await createCredentials(before.api, addresses);
			if (messagingServiceApi === undefined) throw new Error('no credential');
			const create = async (list: List) => {
				const hook = randomUUID();
				const workflow = await before.api.createWorkflow(
					chain(list, [
						webhook(hook),
						items(numbers(list).map((to) => ({ to }))),
						{
							name: 'Send',
							type: ourType('messagingService'),
							onError: 'continueErrorOutput',
							parameters: {
								resource: 'whatsappUnofficial',
								operation: 'sendText',
								destination: '={{ $json.to }}',
								message: 'Hello',
								options: LISTS[list].options,
							},
							credentials: { messagingServiceApi },
						},
					]),
				);
				await before.api.activate(workflow);
				await fetch(`${before.n8n.url}/webhook/${hook}`, { method: 'POST' });
				return workflow;
			};
			const workflows = { keyed: await create('keyed'), keyless: await create('keyless') };
			await until('some of each to be sent', async () => {
				const sent = await Promise.all([sentTo('keyed'), sentTo('keyless')]);
				return sent.every(({ length }) => length >= SENT_BEFORE) ? true : undefined;
			});
			await before.n8n.kill();
			await untilAllArrived();
			const accepted = { keyed: await sentTo('keyed'), keyless: await sentTo('keyless') };
			expect(accepted.keyed.length).toBeLessThan(SIZE);
			expect(accepted.keyless.length).toBeLessThan(SIZE);

			const after = await started(version);
			const retry = async (list: List) => {
				const [crashed] = await until('n8n to see that it had crashed', async () => {
					const found = await after.api.executions(workflows[list]);
					return found.some(({ status }) => status === 'crashed') ? found : undefined;
				});
				const retried = await after.api.finished(await after.api.retry(crashed?.id ?? ''));
				expect(retried.status).toBe('success');
				return (of: (json: Json) => boolean) =>
					retried
						.itemsOf('Send')
						.filter(({ json }) => of(json))
						.map(({ item = -1 }) => numbers(list)[item] ?? 'no number')
						.sort();
			};
			const isNamed = ({ was_sent: wasSent }: Json) => wasSent === 'maybe';

			const keyless = await retry('keyless');
			expect(keyless(isNamed)).toEqual(numbers('keyless'));
			expect(await sentTo('keyless')).toEqual(accepted.keyless);

			const keyed = await retry('keyed');
			const sentByRetry = keyed(({ ref_no: refNo }) => refNo !== undefined);
			const settledBefore = keyed(({ already_sent: wasBefore }) => wasBefore === true);
			expect([...keyed(isNamed), ...settledBefore, ...sentByRetry].sort()).toEqual(
				numbers('keyed'),
			);
			expect(keyed(isNamed).length).toBeLessThanOrEqual(MOST_NAMED);
			expect(accepted.keyed).toEqual(expect.arrayContaining(settledBefore));
			expect(await sentTo('keyed')).toEqual([...accepted.keyed, ...sentByRetry].sort());
			await after.n8n.stop();
		},
	);
});
