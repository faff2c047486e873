import { TEXT } from '../campaigns/frame/nodes';
import { until, type Json } from '../n8n/api';
import { call, called, chain, link, loop, looped, type TestNode } from '../n8n/workflows';
import { createService } from '../support/service';
import { slowLogin } from './support/slowLogin';
import { useN8n } from './useN8n';

/** Executions that are interrupted or repeated. */

const SIZE = 40;
/** Some are noted, and most are left. */
const SENT_BEFORE = 8;

const KEYED = { sendOnceKey: '={{ $json.to }}' };
const EACH_ITEM = { onError: 'continueRegularOutput' };

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
		credentials = await slowLogin(testbed);
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
		const numbers = Array.from({ length: size }, (_, at) => number(first + at));
		lists.set(
			path,
			numbers.map((to) => ({ to })),
		);
		statuses.set(step, stepStatuses);
		const sent = async () =>
			(await testbed.control.messages()).filter(
				({ to }) => to >= number(first) && to < number(first + 1000),
			);
		return {
			request: request('List', path),
			step: request('Step', step),
			sent,
			sentTo: async () => (await sent()).map((one) => one.to).sort(),
			numbers,
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

	it('A retry with the saved workflow sends nothing if the node was renamed since n8n was killed', async () => {
		const list = newList();
		const { workflow, call } = await testbed.behindWebhook([list.request, send({}, EACH_ITEM)]);
		await call();
		await someSent(list, 2);
		await testbed.crash();
		await testbed.api.edit(workflow, ({ nodes, connections }) => ({
			nodes: nodes.map((node) => (node.name === 'Send' ? { ...node, name: 'Tell' } : node)),
			connections: { ...connections, List: { main: [link('Tell')] } },
		}));
		const before = await list.sentTo();
		const retry = await testbed.retried(await testbed.crashed(workflow));
		expect(retry.itemsOf('Tell')).toHaveLength(SIZE);
		expect(await list.sentTo()).toEqual(before);
	});
});
