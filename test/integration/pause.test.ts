import type { INodeParameters } from 'n8n-workflow';

import { MessagingService } from '../../nodes/MessagingService/MessagingService.node';
import { HastyAgent, toolOf } from '../support/agent';
import { eventually } from '../support/eventually';
import { Execution, runNode, type Setting } from '../support/harness';
import { loginTo } from '../support/login';
import { useSimulator } from '../support/useSimulator';

const PAUSE_MS = 400;
/** n8n's timers are up to a millisecond early; each start is half a millisecond early at most. */
const LEAST_MS = PAUSE_MS - 5;

describe('Pause Between Messages', () => {
	const simulator = useSimulator();

	const parametersOf = (
		more: INodeParameters = {},
		options: INodeParameters = {},
	): INodeParameters => ({
		resource: 'whatsappUnofficial',
		operation: 'sendText',
		destination: '6281234567890',
		message: 'Hello',
		options: { pauseBetween: { values: { from: `={{ ${PAUSE_MS} / 1000 }}` } }, ...options },
		...more,
	});

	const setting = (parameters: INodeParameters, items: number, executionId = 'one'): Setting => ({
		nodeType: new MessagingService(),
		parameters,
		items: Array.from({ length: items }, (_, item) => ({ item })),
		credentials: loginTo(simulator.url),
		executionId,
	});

	const arrivals = () => simulator.service.journal.list().entries.map(({ ms }) => ms);

	it('The pause holds across nodes, loop rounds and calls of an agent, and for one execution only', async () => {
		const { nodeType, ...tool } = setting(parametersOf(), 0);
		const media = { operation: 'sendMedia', mediaUrl: 'https://example.com/a.png' };

		await runNode(setting(parametersOf(), 2));
		await runNode(setting(parametersOf(media), 1));
		await runNode({
			...setting({}, 2),
			nodeType: new HastyAgent(),
			tool: { ...tool, nodeType: toolOf(nodeType) },
		});
		const times = arrivals().sort((a, b) => a - b);
		expect(times).toHaveLength(5);
		for (const [before, at] of times.slice(1).entries()) {
			expect(at - (times[before] ?? 0)).toBeGreaterThanOrEqual(LEAST_MS);
		}

		const hour = { pauseBetween: { values: { from: 3600 } } };
		await runNode(setting(parametersOf({}, hour), 1));
		await runNode(setting(parametersOf({}, hour), 1, 'another'));
		expect(arrivals()).toHaveLength(7);
	});

	it('The pause ends when the execution is stopped', async () => {
		const hour = { pauseBetween: { values: { from: 3600, to: 3600 } } };
		let stop: () => void = () => undefined;
		const running = new Execution(setting(parametersOf({}, hour), 2, 'stopped')).run((cancel) => {
			stop = cancel;
		});
		await eventually(() => {
			expect(arrivals()).toHaveLength(1);
		});
		stop();
		await running;
		expect(arrivals()).toHaveLength(1);
	});

	it('Validate Only counts the middle of each sender’s pause', async () => {
		const options = { validateOnly: true, pauseBetween: { values: { from: 10, to: 20.5 } } };
		const byItem = { sendFrom: 'queue', queue: '={{ $itemIndex < 5 ? "a" : "b" }}' };
		const { outputs } = await runNode(setting(parametersOf(byItem, options), 8));
		expect(outputs[0]?.[0]?.total).toMatchObject({ items: 8, seconds: 61, duration: '2 min' });
		expect(arrivals()).toHaveLength(0);
	});
});
