import type { INode, INodeType } from 'n8n-workflow';
import { z } from 'zod';

import { accepted } from '../support/accepted';
import { Agent, HastyAgent, RequestingAgent, toolOf } from '../support/agent';
import { eventually } from '../support/eventually';
import { gate } from '../support/gate';
import { runNode } from '../support/harness';
import { keepMarks } from '../support/marks';
import { Probe } from '../support/probe';
import { useService } from '../support/useService';

describe('The node as the tool of an agent', () => {
	const service = useService();

	beforeEach(() => {
		service.answer = ({ body }) => ({
			json: {
				error: false,
				data: { ref_no: (JSON.parse(body) as { destination: string }).destination },
			},
		});
	});

	const ask = async (
		calls: Record<string, string>[],
		settings: Partial<INode> = {},
		nodeType: INodeType = new Agent(),
	) => {
		const { outputs, error } = await runNode({
			nodeType,
			parameters: {},
			items: calls,
			credentials: {},
			tool: {
				nodeType: toolOf(new Probe()),
				parameters: {
					resource: 'probe',
					operation: 'post',
					destination: "={{ $fromAI('destination', 'the number', 'string') }}",
					message: 'hello',
				},
				credentials: {
					messagingServiceApi: {
						baseUrl: service.url,
						pathPrefix: '/svc_api/1.0',
						apiKey: 'key of a tool',
					},
				},
				settings,
			},
		});
		expect(error).toBeUndefined();
		return outputs[0]?.map(({ told }) => z.string().parse(told)) ?? [];
	};

	it('sends what the agent asks, and tells it the result', async () => {
		expect(await ask([{ destination: '62812000001' }])).toEqual([
			JSON.stringify([
				accepted({ ref_no: '62812000001', destination: '62812000001', text: 'hello' }),
			]),
		]);
		expect(service.accepted()).toHaveLength(1);
	});

	it('tells the agent which field is wrong, and sends nothing', async () => {
		const [told] = await ask([{ destination: '0812' }]);
		expect(told).toContain('Destination must be an international number');
		expect(service.journal).toHaveLength(0);
	});

	it('remembers what may have been sent though another call went well in between', async () => {
		service.answer = ({ body }) => {
			const { destination } = JSON.parse(body) as { destination: string };
			return destination === '62812000001'
				? { drop: 'after' }
				: { json: { error: false, data: { ref_no: destination } } };
		};
		const told = await ask([
			{ destination: '62812000001' },
			{ destination: '62812000002' },
			{ destination: '62812000001' },
		]);
		expect(service.accepted()).toHaveLength(2);
		expect(told[2]).toContain('It may have been sent');
	});

	it('never repeats a message that may have been sent, neither by Retry On Fail nor when the agent asks again', async () => {
		service.answer = () => ({ status: 500, text: 'oops' });
		const told = await ask([{ destination: '62812000001' }, { destination: '62812000001' }], {
			retryOnFail: true,
			maxTries: 3,
			waitBetweenTries: 1,
		});
		expect(service.journal).toHaveLength(1);
		expect(told).toHaveLength(2);
		expect(told.join()).toContain('It may have been sent');
	});

	describe('run by n8n as a node of its own', () => {
		const call = { destination: '62812000001' };

		it('sends what the agent asks, as often as it asks', async () => {
			const told = await ask([call, call], {}, new RequestingAgent());
			expect(told.join()).toContain('62812000001');
			expect(service.accepted()).toHaveLength(2);
		});

		it('never repeats a message that may have been sent, and says so in the words that the agent gets', async () => {
			service.answer = () => ({ drop: 'after' });
			const told = await ask(
				[call, call],
				{ retryOnFail: true, maxTries: 3, waitBetweenTries: 1 },
				new RequestingAgent(),
			);
			expect(service.journal).toHaveLength(1);
			expect(told).toHaveLength(2);
			for (const one of told) expect(one).toContain('It may have been sent');
		});
	});

	describe.each([
		['keeps no notes', () => Promise.resolve()],
		['keeps notes in its database', keepMarks],
	])('asked for the same twice, in an n8n that %s', (_, prepare) => {
		beforeAll(async () => {
			await prepare();
		});

		const call = { destination: '62812000001' };

		it('sends both messages', async () => {
			await ask([call, call]);
			expect(service.accepted()).toHaveLength(2);
		});

		it('sends both messages if both calls are under way at the same time', async () => {
			const held = gate();
			const { answer } = service;
			service.answer = (seen, count) => ({ ...answer(seen, count), after: held.opened });

			const asked = ask([call, call], {}, new HastyAgent());
			// The first is not answered before the second has come.
			await eventually(() => {
				expect(service.journal).toHaveLength(2);
			});
			held.open();

			const one = JSON.stringify([accepted({ ref_no: '62812000001', ...call, text: 'hello' })]);
			expect(await asked).toEqual([one, one]);
		});
	});
});
