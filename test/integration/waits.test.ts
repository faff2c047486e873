import type { INodeParameters } from 'n8n-workflow';

import { HastyAgent, toolOf } from '../support/agent';
import { runNode } from '../support/harness';
import { nodeAt } from '../support/login';
import { useSimulator } from '../support/useSimulator';

const PAUSE_MS = 1_000;
/** On a busy machine, a message arrives late, and the next one does not. */
const LEAST_MS = 200;

const simulator = useSimulator();

describe('Pause Between Messages', () => {
	const parametersOf = (
		more: INodeParameters = {},
		options: INodeParameters = {},
	): INodeParameters => ({
		resource: 'whatsappUnofficial',
		operation: 'sendText',
		destination: '6281234567890',
		message: '=Hello {{ $json.item }}',
		options: { pauseBetween: { values: { from: `={{ ${PAUSE_MS} / 1000 }}` } }, ...options },
		...more,
	});

	const setting = (parameters: INodeParameters, count: number, executionId = 'one') => {
		const items = Array.from({ length: count }, (_, item) => ({ item }));
		return nodeAt(simulator.url, parameters, { items, executionId });
	};

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
});

/** Get Status with Wait Until, against messages that move while it waits. */
describe('Get Status with Wait Until', () => {
	const run = async (operation: string, parameters: INodeParameters) => {
		const all = { resource: 'whatsappUnofficial', operation, ...parameters };
		const { outputs } = await runNode(nodeAt(simulator.url, all));
		return outputs[0]?.[0] ?? {};
	};
	const send = async (destination: string): Promise<string> => {
		const { ref_no: refNo } = await run('sendText', { destination, message: 'Hello' });
		if (typeof refNo !== 'string') throw new Error('no reference number');
		return refNo;
	};

	it.each([
		['delivered', '6281234567890', 'reached', ['delivered', 'read']],
		['read', '628000001002', 'ended_otherwise', ['aborted']],
	])('Get Status waits for %s of %s: %s', async (waitFor, destination, result, names) => {
		const refNo = await send(destination);
		simulator.service.clock.speed = 5;

		const output = await run('getStatus', { refNo, waitFor, maxWait: 300 });

		expect(names).toContain(output.status_name);
		expect(output.wait_result).toBe(result);
	});
});
