import { TEXT } from '../campaigns/frame/nodes';
import { until, type Execution, type Json } from '../n8n/api';
import { call, called, chain, link, loop, looped, type TestNode } from '../n8n/workflows';
import { createService } from '../support/service';
import { useN8n, type Testbed } from './useN8n';

/** Executions that are interrupted or repeated. */

const SIZE = 40;
/** Some are noted, and most are left. */
const SENT_BEFORE = 8;

const KEYED = { sendOnceKey: '={{ $json.to }}' };
const EACH_ITEM = { onError: 'continueRegularOutput' };

const uncertainIn = (execution: Execution) =>
	execution.itemsOf('Send').filter(({ json }) => json.was_sent === 'maybe');

describe('Never twice', () => {
	const testbed = useN8n({ simulator: { speed: 0 } });
	const upstream = createService();
	/** What an HTTP Request gets: a list by its path, or one status of a step after the other. The last one stays. */
	const lists = new Map<string, Json[]>();
	const statuses = new Map<string, number[]>();
	upstream.answer = ({ path }) => {
		const [status = 200, ...later] = statuses.get(path) ?? [];
		if (later.length > 0) statuses.set(path, later);
		return { status, json: lists.get(path) ?? [{ went: 'well' }] };
	};
	let credentials: TestNode['credentials'];

	beforeAll(async () => {
		await upstream.start();
		const type = 'messagingServiceApi';
		const made = await testbed.api.createCredential(type, 'Slow', {
			baseUrl: testbed.simulator.url,
			apiKey: 'simulator-key',
			requestsPerSecond: 10,
		});
		credentials = { [type]: made };
	});

	afterAll(() => upstream.stop());

	const send = (options: Json = {}, settings = {}): TestNode =>
		testbed.node(
			'Send',
			{ ...TEXT, message: '={{ $execution.resumeUrl }}', options },
			{ credentials, ...settings },
		);

	const request = (name: string, path: string): TestNode => ({
		name,
		type: 'n8n-nodes-base.httpRequest',
		typeVersion: 4.2,
		parameters: { url: upstream.url + path, options: {} },
	});

	const number = (at: number) => `6281234${String(at).padStart(6, '0')}`;
	let lastList = 0;
	/** A list with new numbers, and a step with these statuses. */
	const newList = (size = SIZE, ...stepStatuses: number[]) => {
		const first = (lastList += 1000);
		const [path, step] = [`/list/${first}`, `/step/${first}`];
		const people = (from: number, count: number) =>
			Array.from({ length: count }, (_, at) => ({
				to: number(first + from + at),
				isVip: at % 2 === 0,
			}));
		const all = people(0, size);
		lists.set(path, all);
		statuses.set(step, stepStatuses);
		const sent = async () =>
			(await testbed.control.messages()).filter(
				({ to }) => to >= number(first) && to < number(first + 1000),
			);
		return {
			all,
			people,
			request: request('List', path),
			step: request('Step', step),
			change: (changed: Json[]) => lists.set(path, changed),
			sent,
			sentTo: async () => (await sent()).map((one) => one.to).sort(),
			numbers: all.map((one) => one.to),
		};
	};
	type List = ReturnType<typeof newList>;

	const someSent = ({ sentTo }: List, count = SENT_BEFORE) =>
		until('some to be sent', async () => (await sentTo()).length >= count);

	describe('Sub-workflow', () => {
		it.each([
			['with keys, each once', KEYED, 12],
			['without keys, those of the rounds that failed again', {}, 14],
		])(
			'A sub-workflow in a loop reaches everybody by Retry and its Retry: %s',
			async (_, options, sends) => {
				const list = newList(12, 200, 200, 200, 422, 200, 200, 200, 422, 200);
				const nodes = [called, send(options), list.step];
				const child = await testbed.publish(chain('Notifies, then a step', nodes));
				const parent = await testbed.called(
					[list.request, loop(1), call('Call', child)],
					(workflow) => looped(workflow, 'Call'),
				);
				const failed = await testbed.api.nextExecution(parent);
				const again = await testbed.retried(failed);
				const last = await testbed.retried(again);
				expect([failed.status, again.status, last.status]).toEqual(['error', 'error', 'success']);
				const sent = await list.sentTo();
				expect([...new Set(sent)]).toEqual(list.numbers);
				expect(sent).toHaveLength(sends);
			},
		);
	});

	it('A retry of a stopped execution sends nothing more, since n8n kept no note of what was sent', async () => {
		const list = newList();
		const workflow = await testbed.called([list.request, send()]);
		await someSent(list);
		const [running] = await testbed.api.executions(workflow);
		await testbed.api.stop(running?.id ?? '');
		const stopped = await testbed.api.finished(running?.id ?? '');
		await testbed.untilQuiet();
		const before = await list.sentTo();
		const retry = await testbed.retried(stopped);
		expect(retry.error).toContain('may have been sent');
		expect(await list.sentTo()).toEqual(before);
		expect(before.length).toBeLessThan(SIZE);
	});

	it('A retry of an execution that ran out of its time sends once what was not sent', async () => {
		const list = newList();
		const settings = (executionTimeout: number) => ({
			settings: { executionOrder: 'v1', executionTimeout },
		});
		const workflow = await testbed.called([list.request, send()], (made) => ({
			...made,
			...settings(2),
		}));
		const { id } = await testbed.api.nextExecution(workflow);
		await testbed.api.edit(workflow, () => settings(-1));
		const retry = await testbed.retried({ id });
		const again = await testbed.retried({ id });
		expect(retry.status).toBe('success');
		expect(again.error).toContain('may have been sent');
		expect(await list.sentTo()).toEqual(list.numbers);
	});

	it('Nothing is sent twice if n8n freezes, another marks it crashed and retries, and it wakes up', async () => {
		const list = newList();
		const workflow = await testbed.called([list.request, send({}, EACH_ITEM)]);
		await someSent(list);
		const frozen = testbed.n8n;
		process.kill(frozen.pid, 'SIGSTOP');
		try {
			await testbed.startN8n();
			const crashed = await testbed.crashed(workflow);
			const before = await list.sentTo();
			const retry = await testbed.retried(crashed);
			expect(retry.itemsOf('Send')).toHaveLength(SIZE);
			expect(await list.sentTo()).toEqual(before);
		} finally {
			process.kill(frozen.pid, 'SIGCONT');
		}
		await someSent(list, SIZE);
		expect(await list.sentTo()).toEqual(list.numbers);
		await frozen.kill();
	});

	describe('n8n killed', () => {
		const inLoop = (list: List, options = {}) =>
			testbed.behindWebhook([list.request, loop(10), send(options, EACH_ITEM)], (workflow) =>
				looped(workflow, 'Send'),
			);

		const WORKFLOWS = {
			'new rows on top': (list: List) => inLoop(list),
			renamed: (list: List) => testbed.behindWebhook([list.request, send({}, EACH_ITEM)]),
			keyed: (list: List) => inLoop(list, KEYED),
		};
		type Name = keyof typeof WORKFLOWS;
		type Killed = Awaited<ReturnType<Testbed['behindWebhook']>> & { list: List };
		const killed: Partial<Record<Name, Killed>> = {};

		beforeAll(async () => {
			for (const [name, begin] of Object.entries(WORKFLOWS)) {
				const list = newList();
				// The keys of a constant record.
				killed[name as Name] = { ...(await begin(list)), list };
			}
			for (const { call } of Object.values(killed)) await call();
			for (const { list } of Object.values(killed)) await someSent(list, 2);
			await testbed.crash();
		}, 300_000);

		/** Retries it after a change, and returns what was sent before and after. */
		const retried = async (name: Name, change: (one: Killed) => unknown) => {
			const one = killed[name];
			if (one === undefined) throw new Error(`There is no workflow ${name}`);
			await change(one);
			const before = await one.list.sentTo();
			const retry = await testbed.retried(await testbed.crashed(one.workflow));
			return { list: one.list, retry, before, after: await one.list.sentTo() };
		};

		it('A retry sends nothing if the list has changed since', async () => {
			const { retry, before, after } = await retried(
				'new rows on top',
				({ list: { all, people, change } }) => change([...people(SIZE, 30), ...all]),
			);
			expect(retry.status).toBe('success');
			expect(uncertainIn(retry)).toHaveLength(retry.itemsOf('Send').length);
			expect(after).toEqual(before);
		});

		it('A retry with the saved workflow sends nothing if the node was renamed', async () => {
			const { retry, before, after } = await retried('renamed', ({ workflow }) =>
				testbed.api.edit(workflow, ({ nodes, connections }) => ({
					nodes: nodes.map((node) => (node.name === 'Send' ? { ...node, name: 'Tell' } : node)),
					connections: { ...connections, List: { main: [link('Tell')] } },
				})),
			);
			expect(retry.itemsOf('Tell')).toHaveLength(SIZE);
			expect(after).toEqual(before);
		});

		it('A retry finishes a list with keys, though it has changed, under the same token', async () => {
			const { list, before, after } = await retried('keyed', ({ list: { all, people, change } }) =>
				change([...people(SIZE, 5), ...[...all].reverse()]),
			);
			expect(after).toEqual([...new Set(after)]);
			expect(after.length).toBeGreaterThan(before.length);
			const tokens = (await list.sent()).map(({ text }) =>
				new URL(text ?? '').searchParams.get('signature'),
			);
			expect(tokens[0]).toMatch(/\w{16}/);
			expect(new Set(tokens).size).toBe(1);
		});
	});
});
