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

const NUMBERS = Array.from({ length: 1000 }, (_, at) => `628123450${1000 + at}`);
const journal = z.object({ entries: z.array(z.object({ outcome: z.string() })) });
/** Enough that the first are noted as settled. */
const SENT_BEFORE = 300;
/** The chunk that is sent, the next, which is noted ahead, and what is in flight. */
const MOST_LEFT = 150;
const HOOK = '0c7e6a52-5a58-4c0e-8f53-9a2a4d5c0001';

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

	const sentTo = async () => (await controlOf(simulator.url).messages()).map(({ to }) => to);

	/** What had left already when n8n was killed too: it is read before the simulator answers these questions. */
	const allSentTo = async () => {
		const { call } = controlOf(simulator.url);
		await call('GET', '');
		await until('the simulator to answer what it was asked', async () => {
			const { entries } = journal.parse(await call('GET', '/journal'));
			return entries.some(({ outcome }) => outcome === 'open') ? undefined : true;
		});
		return sentTo();
	};

	it.each([N8N_2, N8N_1].map((version) => [version.n8n, version] as const))(
		'is retried: nothing is sent twice, what is in doubt is named, the rest is sent (%s)',
		async (_number, version) => {
			await installPackage(userFolder, await packed());
			const before = await started(version);
			const addresses = { simulator: simulator.url, model: '' };
			const { messagingServiceApi } = await createCredentials(before.api, addresses);
			if (messagingServiceApi === undefined) throw new Error('no credential');
			const workflow = await before.api.createWorkflow(
				chain('Broadcast', [
					webhook(HOOK),
					items(NUMBERS.map((to) => ({ to }))),
					{
						name: 'Send',
						type: ourType('messagingService'),
						onError: 'continueErrorOutput',
						parameters: {
							resource: 'whatsappUnofficial',
							operation: 'sendText',
							destination: '={{ $json.to }}',
							message: 'Hello',
						},
						credentials: { messagingServiceApi },
					},
				]),
			);
			await before.api.activate(workflow);
			await until('the webhook to answer', async () =>
				(await fetch(`${before.n8n.url}/webhook/${HOOK}`, { method: 'POST' })).ok
					? true
					: undefined,
			);
			await until('some to be sent', async () =>
				(await sentTo()).length >= SENT_BEFORE ? true : undefined,
			);
			await before.n8n.kill();
			const accepted = await allSentTo();
			expect(accepted.length).toBeLessThan(NUMBERS.length);

			const after = await started(version);
			const [crashed] = await until('n8n to see that it had crashed', async () => {
				const found = await after.api.executions(workflow);
				return found.some(({ status }) => status === 'crashed') ? found : undefined;
			});
			const retried = await after.api.finished(await after.api.retry(crashed?.id ?? ''));
			await after.n8n.stop();

			const numbersOf = (of: (json: Json) => boolean) =>
				retried
					.itemsOf('Send')
					.filter(({ json }) => of(json))
					.map(({ item = -1 }) => NUMBERS[item] ?? 'no number')
					.sort();
			const settledBefore = numbersOf(({ already_sent: before }) => before === true);
			const inDoubt = numbersOf(({ was_sent: wasSent }) => wasSent === 'maybe');
			const sentByRetry = numbersOf(({ ref_no: refNo }) => refNo !== undefined);
			const sent = (await sentTo()).sort();

			expect(retried.status).toBe('success');
			expect([...settledBefore, ...inDoubt, ...sentByRetry].sort()).toEqual(NUMBERS);
			expect(settledBefore.length).toBeGreaterThanOrEqual(1);
			const left = inDoubt.filter((to) => !accepted.includes(to));
			expect(left.length).toBeLessThanOrEqual(MOST_LEFT);
			expect(sent).toEqual([...new Set(sent)]);
			expect(sent).toEqual([...accepted, ...sentByRetry].sort());
			expect(accepted).toEqual(expect.arrayContaining(settledBefore));
			expect([...settledBefore, ...inDoubt]).toEqual(expect.arrayContaining(accepted));
		},
	);
});
