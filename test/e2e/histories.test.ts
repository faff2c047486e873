import { randomUUID } from 'node:crypto';
import { rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';

import { z } from 'zod';

import { until, type Execution, type Stored, type WorkflowFile } from '../n8n/api';
import { controlOf } from '../n8n/control';
import { startN8n } from '../n8n/start';
import { chain, ourType, webhook, type TestNode } from '../n8n/workflows';
import { useN8n } from './useN8n';

/** How an execution was interrupted or repeated, and that nobody got a message twice for it. */

const SIZE = 40;
/** Enough that some are noted, few enough that most are left. */
const SENT_BEFORE = 8;

const number = (at: number) => `6281234${String(at).padStart(6, '0')}`;
const people = (from: number, count: number) =>
	Array.from({ length: count }, (_, at) => ({ to: number(from + at), isVip: at % 2 === 0 }));

interface Killed {
	outer: Stored;
	path: string;
	/** The first of its numbers: each workflow has its own. */
	first: number;
}

describe('Never twice', () => {
	const testbed = useN8n({ simulator: { speed: 0 } });
	let service: Server;
	let credentials: TestNode['credentials'];
	/** What an HTTP Request gets: a list by its name, or the answers of a step, one after the other, the last for ever. */
	const lists = new Map<string, unknown[]>();
	const answers = new Map<string, number[]>();

	const address = () => `http://127.0.0.1:${(service.address() as AddressInfo).port}`;

	beforeAll(async () => {
		service = createServer(({ url = '' }, response) => {
			const [status = 200, ...later] = answers.get(url) ?? [];
			if (later.length > 0) answers.set(url, later);
			response.writeHead(status, { 'content-type': 'application/json' });
			response.end(JSON.stringify(lists.get(url) ?? [{ went: 'well' }]));
		});
		await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve));
		const type = 'messagingServiceApi';
		const made = await testbed.api.createCredential(type, 'Slow', {
			baseUrl: testbed.simulator.url,
			apiKey: 'simulator-key',
			requestsPerSecond: 10,
		});
		credentials = { [type]: made };
	});

	afterAll(() => {
		service.close();
	});

	let firsts = 0;
	const nextFirst = () => (firsts += 1000);

	/** Of one workflow. */
	const sentOf = async (first: number) =>
		(await controlOf(testbed.simulator.url).messages())
			.filter(({ to }) => to >= number(first) && to < number(first + 1000))
			.map(({ to, text }) => ({ to, text: text ?? '' }));
	const sentTo = async (first: number) => (await sentOf(first)).map(({ to }) => to).sort();

	const send = (options: Record<string, unknown> = {}, settings = {}): TestNode => ({
		name: 'Send',
		type: ourType('messagingService'),
		parameters: {
			resource: 'whatsappUnofficial',
			operation: 'sendText',
			destination: '={{ $json.to }}',
			message: '={{ $execution.resumeUrl }}',
			options,
		},
		...(credentials && { credentials }),
		...settings,
	});
	const KEYED = { sendOnceKey: '={{ $json.to }}' };
	const EACH_ITEM = { onError: 'continueRegularOutput' };

	const request = (name: string, url: string): TestNode => ({
		name,
		type: 'n8n-nodes-base.httpRequest',
		typeVersion: 4.2,
		parameters: { url: address() + url, options: {} },
	});
	const loop = (batchSize: number): TestNode => ({
		name: 'Loop',
		type: 'n8n-nodes-base.splitInBatches',
		typeVersion: 3,
		parameters: { batchSize, options: {} },
	});
	const called: TestNode = {
		name: 'Called',
		type: 'n8n-nodes-base.executeWorkflowTrigger',
		typeVersion: 1.1,
		parameters: { inputSource: 'passthrough' },
	};
	const call = (name: string, { id }: Stored, settings = {}): TestNode => ({
		name,
		type: 'n8n-nodes-base.executeWorkflow',
		typeVersion: 1.2,
		parameters: {
			workflowId: { __rl: true, mode: 'id', value: id },
			options: { waitForSubWorkflow: true },
		},
		...settings,
	});

	const link = (node: string) => [{ node, type: 'main', index: 0 }];
	/** The node behind Loop leads back to it. */
	const round = (workflow: WorkflowFile, body: string): WorkflowFile => ({
		...workflow,
		connections: {
			...workflow.connections,
			Loop: { main: [[], link(body)] },
			[body]: { main: [link('Loop')] },
		},
	});

	const activated = async (workflow: WorkflowFile) => {
		const stored = await testbed.api.createWorkflow(workflow);
		await testbed.api.activate(stored);
		return stored;
	};
	const start = async (hook: string) => {
		expect((await fetch(`${testbed.n8n.url}/webhook/${hook}`, { method: 'POST' })).ok).toBe(true);
	};
	const retried = async ({ id }: Pick<Execution, 'id'>, withSaved = true) =>
		testbed.api.finished(await testbed.api.retry(id, withSaved));

	const editable = z
		.object({
			versionId: z.string(),
			nodes: z.array(
				z.object({ name: z.string(), parameters: z.record(z.unknown()) }).passthrough(),
			),
			connections: z.record(z.unknown()),
		})
		.passthrough();
	/** A person edits the workflow and saves it. */
	const edit = async (
		{ id }: Stored,
		change: (workflow: z.output<typeof editable>) => Record<string, unknown>,
	) => {
		const workflow = await testbed.api.request('GET', `/workflows/${id}`, editable);
		await testbed.api.request('PATCH', `/workflows/${id}`, z.unknown(), {
			versionId: workflow.versionId,
			...change(workflow),
		});
	};

	describe('Sub-workflow', () => {
		it('A sub-workflow that is called again on purpose sends the same words again, also in a retry', async () => {
			const first = nextFirst();
			lists.set('/one', people(first, 1));
			answers.set('/between', [500, 200]);
			const child = await activated(chain('Notifies', [called, request('One', '/one'), send()]));
			const hook = randomUUID();
			const parent = await activated(
				chain('Calls twice', [
					webhook(hook),
					call('Before', child),
					request('Between', '/between'),
					call('After', child),
				]),
			);
			await start(hook);
			const failed = await testbed.api.nextExecution(parent);
			expect(await sentTo(first)).toHaveLength(1);
			expect((await retried(failed)).status).toBe('success');
			expect(await sentTo(first)).toHaveLength(2);
		});

		it.each([
			['with keys, each once', KEYED, 12],
			['without keys, those of the rounds that failed again', {}, 14],
		])(
			'A sub-workflow in a loop reaches everybody by Retry and its Retry: %s',
			async (_, options, sends) => {
				const first = nextFirst();
				const name = `/of-${first}`;
				lists.set(name, people(first, 12));
				answers.set(`${name}/step`, [200, 200, 200, 422, 200, 200, 200, 422, 200]);
				const child = await activated(
					chain('Notifies, then a step', [
						called,
						send(options),
						{ ...request('Step', `${name}/step`) },
					]),
				);
				const hook = randomUUID();
				const parent = await activated(
					round(
						chain('Loop', [webhook(hook), request('List', name), loop(1), call('Call', child)]),
						'Call',
					),
				);
				await start(hook);
				const failed = await testbed.api.nextExecution(parent);
				const again = await retried(failed);
				const last = await retried(again);
				expect([failed.status, again.status, last.status]).toEqual(['error', 'error', 'success']);
				const sent = await sentTo(first);
				expect(new Set(sent).size).toBe(12);
				expect(sent).toHaveLength(sends);
			},
		);

		it('A sub-workflow with keys sends each message once if Retry On Fail calls it again', async () => {
			const first = nextFirst();
			const name = `/of-${first}`;
			lists.set(name, people(first, 3));
			answers.set(`${name}/step`, [500]);
			const child = await activated(
				chain('Notifies, then fails', [
					called,
					request('List', name),
					send(KEYED),
					request('Step', `${name}/step`),
				]),
			);
			const hook = randomUUID();
			const settings = { retryOnFail: true, maxTries: 3, waitBetweenTries: 10 };
			const parent = await activated(
				chain('Calls thrice', [webhook(hook), call('Call', child, settings)]),
			);
			await start(hook);
			expect((await testbed.api.nextExecution(parent)).status).toBe('error');
			expect((await testbed.api.executions(child)).length).toBe(3);
			expect(await sentTo(first)).toEqual(people(first, 3).map(({ to }) => to));
		});
	});

	it('A retry of a stopped execution sends nothing more, since n8n keeps no note of it', async () => {
		const first = nextFirst();
		const name = `/of-${first}`;
		lists.set(name, people(first, SIZE));
		const hook = randomUUID();
		const workflow = await activated(
			chain('Stopped', [webhook(hook), request('List', name), send()]),
		);
		await start(hook);
		await until('some to be sent', async () =>
			(await sentTo(first)).length >= SENT_BEFORE ? true : undefined,
		);
		const [running] = await testbed.api.executions(workflow);
		await testbed.api.stop(running?.id ?? '');
		const stopped = await testbed.api.finished(running?.id ?? '');
		await until('nothing more to be sent', async () => {
			const before = (await sentTo(first)).length;
			await new Promise((resolve) => setTimeout(resolve, 1500));
			return (await sentTo(first)).length === before ? true : undefined;
		});
		const before = await sentTo(first);
		const retry = await retried(stopped);
		expect(retry.error).toContain('may have been sent');
		expect(await sentTo(first)).toEqual(before);
		expect(before.length).toBeLessThan(SIZE);
	});

	it('A retry of an execution that ran out of its time sends once what was not sent', async () => {
		const first = nextFirst();
		const name = `/of-${first}`;
		lists.set(name, people(first, SIZE));
		const hook = randomUUID();
		const made = chain('Timed out', [webhook(hook), request('List', name), send()]);
		const workflow = await activated({
			...made,
			settings: { ...made.settings, executionTimeout: 2 },
		});
		await start(hook);
		const { id } = await testbed.api.nextExecution(workflow);
		await edit(workflow, () => ({ settings: { ...made.settings, executionTimeout: -1 } }));
		const retry = await retried({ id });
		const again = await retried({ id });
		expect(retry.status).toBe('success');
		expect(again.error).toContain('may have been sent');
		expect(await sentTo(first)).toEqual(people(first, SIZE).map(({ to }) => to));
	});

	describe('n8n killed', () => {
		const killed = new Map<string, Killed>();
		const crashed = async ({ outer }: Killed) => {
			const [found] = await until('n8n to see that it had crashed', async () => {
				const all = await testbed.api.executions(outer);
				return all.some(({ status }) => status === 'crashed') ? all : undefined;
			});
			return found ?? { id: '' };
		};
		const get = (name: string) => {
			const found = killed.get(name);
			if (found === undefined) throw new Error(`There is no workflow ${name}`);
			return found;
		};
		const listOf = ({ first }: Killed) => `/of-${first}`;

		const BEHIND_IF: TestNode = {
			name: 'If',
			type: 'n8n-nodes-base.if',
			typeVersion: 1,
			parameters: { conditions: { boolean: [{ value1: '={{ $json.isVip }}', value2: true }] } },
		};
		const looped = (list: string, hook: string, options = {}) =>
			round(
				chain('Killed', [webhook(hook), request('List', list), loop(10), send(options, EACH_ITEM)]),
				'Send',
			);
		const straight = (list: string, hook: string, options = {}) =>
			chain('Killed', [webhook(hook), request('List', list), send(options, EACH_ITEM)]);
		const both = (list: string, hook: string) => {
			const workflow = chain('Killed', [
				webhook(hook),
				request('List', list),
				BEHIND_IF,
				send({}, EACH_ITEM),
			]);
			const connections = { ...workflow.connections, If: { main: [link('Send'), link('Send')] } };
			return { ...workflow, connections };
		};

		const WORKFLOWS: Record<string, (list: string, hook: string) => WorkflowFile> = {
			'new rows on top': looped,
			'another order': looped,
			'smaller batches': looped,
			'both outputs of an If': both,
			renamed: straight,
			keyed: (list, hook) => looped(list, hook, KEYED),
		};

		beforeAll(async () => {
			for (const [name, workflow] of Object.entries(WORKFLOWS)) {
				const first = nextFirst();
				const list = `/of-${first}`;
				lists.set(list, people(first, SIZE));
				const hook = randomUUID();
				killed.set(name, { outer: await activated(workflow(list, hook)), path: hook, first });
			}
			for (const { path: hook } of killed.values()) await start(hook);
			await until('each to have sent some', async () => {
				const counts = await Promise.all([...killed.values()].map(({ first }) => sentTo(first)));
				return counts.every(({ length }) => length >= 2) ? true : undefined;
			});
			await testbed.n8n.kill();
			const { call: control } = controlOf(testbed.simulator.url);
			await control('GET', '');
			// After a crash n8n waits ten seconds before it starts.
			rmSync(path.join(testbed.userFolder, '.n8n/crash.journal'), { force: true });
			testbed.restart(await startN8n({ userFolder: testbed.userFolder }));
		}, 300_000);

		const namedIn = (execution: Execution) =>
			execution.itemsOf('Send').filter(({ json }) => json.was_sent === 'maybe').length;

		it.each([
			[
				'new rows on top',
				(list: unknown[], first: number) => [...people(first + SIZE, 30), ...list],
			],
			['another order', (list: unknown[]) => [...list].reverse()],
			[
				'both outputs of an If',
				(list: unknown[], first: number) => [...list, ...people(first + SIZE, 1)],
			],
		])('A retry sends nothing if the list has changed since: %s', async (name, change) => {
			const one = get(name);
			lists.set(listOf(one), change(lists.get(listOf(one)) ?? [], one.first));
			const before = await sentTo(one.first);
			const retry = await retried(await crashed(one));
			expect(retry.status).toBe('success');
			expect(namedIn(retry)).toBe(retry.itemsOf('Send').length);
			expect(await sentTo(one.first)).toEqual(before);
		});

		it('A retry sends nothing if the batches of its loop are smaller', async () => {
			const one = get('smaller batches');
			await edit(one.outer, ({ nodes }) => ({
				nodes: nodes.map((node) =>
					node.name === 'Loop' ? { ...node, parameters: { batchSize: 3, options: {} } } : node,
				),
			}));
			const before = await sentTo(one.first);
			const retry = await retried(await crashed(one));
			expect(retry.runs('Send')).toBeGreaterThan(10);
			expect(await sentTo(one.first)).toEqual(before);
		});

		it('A retry with the saved workflow sends nothing if the node was renamed', async () => {
			const one = get('renamed');
			await edit(one.outer, ({ nodes, connections }) => ({
				nodes: nodes.map((node) => (node.name === 'Send' ? { ...node, name: 'Tell' } : node)),
				connections: { ...connections, List: { main: [link('Tell')] } },
			}));
			const before = await sentTo(one.first);
			const retry = await retried(await crashed(one));
			expect(retry.itemsOf('Tell')).toHaveLength(SIZE);
			expect(await sentTo(one.first)).toEqual(before);
		});

		it('A retry finishes a list with keys, though it has changed, under the same token', async () => {
			const one = get('keyed');
			lists.set(listOf(one), [
				...people(one.first + SIZE, 5),
				...people(one.first, SIZE).reverse(),
			]);
			const before = await sentTo(one.first);
			await retried(await crashed(one));
			const sent = await sentTo(one.first);
			expect(sent).toEqual([...new Set(sent)]);
			expect(sent.length).toBeGreaterThan(before.length);
			const tokens = (await sentOf(one.first)).map(({ text }) =>
				new URL(text).searchParams.get('signature'),
			);
			expect(tokens[0]).toMatch(/\w{16}/);
			expect(new Set(tokens).size).toBe(1);
		});
	});

	it('Nothing is sent twice if n8n freezes, another marks it crashed and retries, and it wakes up', async () => {
		const first = nextFirst();
		const name = `/of-${first}`;
		lists.set(name, people(first, SIZE));
		const hook = randomUUID();
		const workflow = await activated(
			chain('Frozen', [webhook(hook), request('List', name), send({}, EACH_ITEM)]),
		);
		await start(hook);
		await until('some to be sent', async () =>
			(await sentTo(first)).length >= SENT_BEFORE ? true : undefined,
		);
		const frozen = testbed.n8n;
		process.kill(frozen.pid, 'SIGSTOP');
		try {
			rmSync(path.join(testbed.userFolder, '.n8n/crash.journal'), { force: true });
			testbed.restart(await startN8n({ userFolder: testbed.userFolder }));
			const [found] = await until('the other to see it as crashed', async () => {
				const all = await testbed.api.executions(workflow);
				return all.some(({ status }) => status === 'crashed') ? all : undefined;
			});
			const before = (await sentTo(first)).length;
			const retry = await retried(found ?? { id: '' });
			expect(retry.itemsOf('Send')).toHaveLength(SIZE);
			expect(await sentTo(first)).toHaveLength(before);
		} finally {
			process.kill(frozen.pid, 'SIGCONT');
		}
		await until('the first to end what it had begun', async () =>
			(await sentTo(first)).length === SIZE ? true : undefined,
		);
		const sent = await sentTo(first);
		expect(sent).toEqual([...new Set(sent)]);
		await frozen.kill();
	});
});
