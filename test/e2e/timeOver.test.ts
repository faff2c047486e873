import { TEXT } from '../campaigns/frame/nodes';
import type { Json } from '../n8n/api';
import type { TestNode } from '../n8n/workflows';
import { slowLogin } from './support/slowLogin';
import { useN8n } from './useN8n';

/** n8n stores an execution whose time is over while the node still runs, and requests of it are under way. */

const SIZE = 40;
/** Longer than n8n needs to store an execution, and shorter. */
const [SLOW, FAST] = [1500, 0];

const EACH_ITEM = { onError: 'continueRegularOutput' };

const settings = (executionTimeout: number) => ({
	settings: { executionOrder: 'v1', executionTimeout },
});

describe('Time that is over', () => {
	const testbed = useN8n({ simulator: { speed: 0 } });
	let credentials: TestNode['credentials'];
	let lists = 0;

	beforeAll(async () => {
		credentials = await slowLogin(testbed);
	});

	const newList = () => {
		const first = ++lists * 1000;
		const numbers = Array.from({ length: SIZE }, (_, at) => `6281234${first + at}`);
		const items: TestNode = {
			name: 'List',
			type: 'n8n-nodes-base.code',
			typeVersion: 2,
			parameters: { jsCode: `return ${JSON.stringify(numbers)}.map((to) => ({ json: { to } }));` },
		};
		const sentTo = async () =>
			(await testbed.control.messages())
				.map(({ to }) => to)
				.filter((to) => numbers.includes(to))
				.sort();
		return { items, numbers, sentTo };
	};

	const send = (options: Json, node: Json) =>
		testbed.node('Send', { ...TEXT, message: 'hello', options }, { credentials, ...node });

	/** On a busy machine, the time may be over before the node begins. Then another list gets more. */
	const overWhileSending = async (options: Json, node: Json, seconds = 3) => {
		const list = newList();
		const workflow = await testbed.called([list.items, send(options, node)], (made) => ({
			...made,
			...settings(seconds),
		}));
		const { id } = await testbed.api.nextExecution(workflow);
		await testbed.untilQuiet();
		const { length } = await list.sentTo();
		if (length === 0) return await overWhileSending(options, node, seconds * 2);
		expect(length).toBeLessThan(SIZE);
		return { list, workflow, id };
	};

	it.each<[string, Json, Json, number]>([
		['without keys', {}, {}, SLOW],
		['with On Error: Continue', {}, EACH_ITEM, SLOW],
		['with On Error: Continue, if the node ends first', {}, EACH_ITEM, FAST],
		['with keys', { sendOnceKey: '={{ $json.to }}' }, {}, SLOW],
		['with Max Messages per Execution', { mostMessages: SIZE }, {}, SLOW],
	])('Its Retry sends the rest once, and does not call it done: %s', async (...given) => {
		const [, options, node, latencyMs] = given;
		await testbed.control.settings({ latencyMs });
		const { list, workflow, id } = await overWhileSending(options, node);
		await testbed.api.edit(workflow, () => settings(-1));
		const retry = await testbed.retried({ id });
		expect(await list.sentTo()).toEqual(list.numbers);
		// What was under way may have been sent, and the rest is told as sent.
		const told = retry.itemsOf('Send').map(({ json }) => json.was_sent ?? json.status);
		const words = retry.failureOf('Send')?.description ?? '';
		const maybe = Number(
			/(\d+) may have been sent/.exec(words)?.[1] ?? told.filter((one) => one === 'maybe').length,
		);
		const sent = Number(
			/(\d+) were accepted/.exec(words)?.[1] ?? told.filter((one) => one === 'accepted').length,
		);
		expect(maybe + sent).toBe(SIZE);
	});
});
