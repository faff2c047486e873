import { randomUUID } from 'node:crypto';

import { TEXT } from '../campaigns/frame/nodes';
import { isOver, until, type Execution, type Json } from '../n8n/api';
import { chain, webhook, type TestNode } from '../n8n/workflows';
import { createService } from '../support/service';
import { slowLogin } from './support/slowLogin';
import { post, useN8n } from './useN8n';

/**
 * What n8n tells of an execution that is retried, by the words of `engine/n8n/execution.ts`. The record of the node holds
 * so many entries that only n8n's answer can tell whether the node had begun.
 */
const SIZE = 60;
const SENT_BEFORE = 5;
/** More than half of what n8n keeps for a node. */
const MANY = 10_500;
/** A response that never comes. */
const HANGS = 0;

describe('Asked n8n', () => {
	// n8n gives its executions a second to end after it was told to stop.
	const env = { N8N_GRACEFUL_SHUTDOWN_TIMEOUT: '1' };
	const testbed = useN8n({ simulator: { speed: 0 }, env });
	const upstream = createService();
	const list = Array.from({ length: SIZE }, (_, at) => ({
		to: `62812345678${String(at).padStart(2, '0')}`,
	}));
	/** The next responses of the step before the node. The last one stays. */
	let statuses: number[] = [];
	upstream.answer = () => {
		const [status = 200, ...later] = statuses;
		if (later.length > 0) statuses = later;
		return { status, json: list, ...(status === HANGS && { after: new Promise(() => undefined) }) };
	};
	let credentials: TestNode['credentials'];

	beforeAll(async () => {
		await upstream.start();
		credentials = await slowLogin(testbed);
	});

	afterAll(() => upstream.stop());

	const request = (name: string): TestNode => ({
		name,
		type: 'n8n-nodes-base.httpRequest',
		typeVersion: 4.2,
		parameters: {
			url: `=${upstream.url}/list?resume={{ encodeURIComponent($execution.resumeUrl) }}`,
			options: {},
		},
	});

	const sent = async () => (await testbed.control.messages()).length;

	/** A published workflow with a step and the node. n8n's own Remove Duplicates has filled the record of the node's ID. */
	async function withFullRecord(
		settings: Json = {},
		{ between = [], ...send }: { between?: readonly TestNode[]; onError?: string } = {},
	) {
		const id = randomUUID();
		const step = request('Step');
		const parameters = { ...TEXT, message: 'hello', options: {} };
		const node = testbed.node('Send', parameters, { id, credentials, ...send });
		const many: TestNode = {
			name: 'Many',
			type: 'n8n-nodes-base.code',
			typeVersion: 2,
			parameters: {
				jsCode: `return Array.from({ length: ${MANY} }, (_, at) => ({ json: { at } }));`,
			},
		};
		const fill: TestNode = {
			name: 'Fill',
			type: 'n8n-nodes-base.removeDuplicates',
			typeVersion: 2,
			id,
			parameters: {
				operation: 'removeItemsSeenInPreviousExecutions',
				logic: 'removeItemsWithAlreadySeenKeyValues',
				dedupeValue: '={{ $json.at }}',
				options: { scope: 'node', historySize: 20_000 },
			},
		};
		const { workflow, call } = await testbed.behindWebhook([many, fill]);
		await call();
		const filled = await testbed.api.nextExecution(workflow);
		expect([filled.status, filled.itemsOf('Fill')]).toEqual(['success', expect.any(Array)]);
		// At an address of its own, so that no call reaches the version before.
		const hook = randomUUID();
		const { nodes, connections } = chain('', [webhook(hook), step, ...between, node]);
		const changed = await testbed.api.edit(workflow, () => ({
			nodes,
			connections,
			settings: { executionOrder: 'v1', ...settings },
		}));
		await testbed.api.activate(changed);
		const before = await sent();
		await post(`${testbed.n8n.url}/webhook/${hook}`, {});
		const sentHere = async () => (await sent()) - before;
		const begun = () =>
			until('the execution to begin', async () =>
				(await testbed.api.executions(workflow)).find(({ id: one }) => one !== filled.id),
			);
		const someSent = () => until('some to be sent', async () => (await sentHere()) >= SENT_BEFORE);
		return { workflow, begun, someSent, sent: sentHere };
	}

	type Called = Awaited<ReturnType<typeof withFullRecord>>;

	const isUncertain = (execution: Execution) => {
		const items = execution.itemsOf('Send');
		return items.length === SIZE && items.every(({ json }) => json.was_sent === 'maybe');
	};

	/** Calls a waiting execution. All Retries of an execution share the signature of its address. */
	const resume = async (id: string) => {
		const { searchParams } = new URL(upstream.journal.at(-1)?.path ?? '', upstream.url);
		const { search } = new URL(searchParams.get('resume') ?? '');
		await fetch(`${testbed.n8n.url}/webhook-waiting/${id}${search}`);
	};

	/** Retries what was interrupted, and then what failed again. */
	async function retriedInTurn(given: Pick<Execution, 'id'>, times: number) {
		const retries: Execution[] = [];
		for (let { id } = given; retries.length < times; id = retries.at(-1)?.id ?? id) {
			const again = await testbed.api.retry(id);
			const { status } = await testbed.api.execution(again);
			if (status === 'waiting') await resume(again);
			retries.push(await testbed.api.finished(again));
		}
		return retries;
	}

	it('The Retry of a Retry sends the list after two failures before the node', async () => {
		statuses = [422, 422, 200];
		const { begun, ...execution } = await withFullRecord();
		const failed = await testbed.api.finished((await begun()).id);
		const retries = await retriedInTurn(failed, 2);
		expect(retries.map(({ status }) => status)).toEqual(['error', 'success']);
		expect(await execution.sent()).toBe(SIZE);
	});

	it('A Retry sends the rest after n8n ended the execution because its time was over', async () => {
		statuses = [200];
		const execution = await withFullRecord({ executionTimeout: 2 });
		const { id } = await testbed.api.finished((await execution.begun()).id);
		await testbed.untilQuiet();
		expect(await execution.sent()).toBeLessThan(SIZE);
		await testbed.api.edit(execution.workflow, () => ({
			settings: { executionOrder: 'v1', executionTimeout: -1 },
		}));
		// It fails if n8n stored the execution while a request was under way, which the next one names.
		await retriedInTurn({ id }, 1);
		expect(await execution.sent()).toBe(SIZE);
	});

	const crash = async ({ workflow, someSent }: Called) => {
		await someSent();
		await testbed.crash();
		return await testbed.crashed(workflow);
	};

	const shutDown = async ({ workflow, begun, someSent }: Called) => {
		await someSent();
		const { id } = await begun();
		await testbed.n8n.stop();
		await testbed.untilQuiet();
		await testbed.startN8n();
		await until('n8n to say how it ended', async () =>
			(await testbed.api.executions(workflow)).some((one) => one.id === id && isOver(one.status)),
		);
		return { id };
	};

	const stop = async ({ begun, someSent }: Called) => {
		await someSent();
		const { id } = await begun();
		await testbed.api.stop(id);
		const stopped = await testbed.api.finished(id);
		await testbed.untilQuiet();
		return stopped;
	};

	const crashBefore = async ({ workflow, begun }: Called) => {
		await begun();
		await until('the step to ask', () => Promise.resolve(upstream.journal.length > 0));
		await testbed.crash();
		statuses = [200];
		return await testbed.crashed(workflow);
	};

	const none = (): TestNode[] => [];
	const wait: TestNode = {
		name: 'Wait',
		type: 'n8n-nodes-base.wait',
		typeVersion: 1.1,
		parameters: { resume: 'webhook', options: {} },
		webhookId: randomUUID(),
	};

	const afterWait = async (given: Called) => {
		const { id } = await given.begun();
		await testbed.waiting(id);
		await resume(id);
		return await crash(given);
	};

	it.each<
		[string, (given: Called) => Promise<Pick<Execution, 'id'>>, number[], Json, () => TestNode[]]
	>([
		['a crash in the node', crash, [200], {}, none],
		['a crash in the node, and a Retry that failed before it', crash, [200, 422, 200], {}, none],
		[
			'a crash in the node that saves its progress',
			crash,
			[200],
			{ saveExecutionProgress: true },
			none,
		],
		['a crash before the node, of which n8n says nothing', crashBefore, [HANGS], {}, none],
		['Stop', stop, [200], {}, none],
		['a shutdown of n8n', shutDown, [200], {}, none],
		['a crash in the node behind a Wait', afterWait, [200], {}, () => [wait, request('List')]],
	])('A Retry sends nothing after %s', async (_, interrupt, given, settings, between) => {
		statuses = given;
		upstream.journal.length = 0;
		const onError = 'continueRegularOutput';
		const execution = await withFullRecord(settings, { between: between(), onError });
		const interrupted = await interrupt(execution);
		const before = await execution.sent();
		const retries = await retriedInTurn(interrupted, Math.max(1, given.length - 1));
		expect(retries.slice(-1).map(isUncertain)).toEqual([true]);
		expect(await execution.sent()).toBe(before);
		expect(before).toBeLessThan(SIZE);
	});
});
