import type { INode, INodeType } from 'n8n-workflow';
import { z } from 'zod';

import { accepted } from '../support/accepted';
import { Agent, HastyAgent, RequestingAgent, toolOf } from '../support/agent';
import { eventually } from '../support/eventually';
import { gate } from '../support/gate';
import { runNode } from '../support/harness';
import { keepMarks } from '../support/marks';
import { Probe } from '../support/probe';
import { acceptedBy, answerTo, probing } from '../support/probing';
import { SAYS } from '../support/words';
import { useService } from '../support/useService';

describe('Agent with the engine as its tool', () => {
	const service = useService();

	beforeEach(() => {
		service.answer = acceptedBy;
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
				...probing(service, [], {
					settings,
					parameters: {
						destination: "={{ $fromAI('destination', 'the number', 'string') }}",
						message: 'hello',
						channel: '',
					},
				}),
				nodeType: toolOf(new Probe()),
			},
		});
		expect(error).toBeUndefined();
		return outputs[0]?.map(({ told }) => z.string().parse(told)) ?? [];
	};

	it('A call of an agent sends a message and returns the result', async () => {
		expect(await ask([{ destination: '62812000001' }])).toEqual([
			JSON.stringify([
				accepted({ ref_no: '62812000001', destination: '62812000001', text: 'hello' }),
			]),
		]);
		expect(service.accepted()).toHaveLength(1);
	});

	it('A wrong field is named to the agent, and nothing is sent', async () => {
		const [told] = await ask([{ destination: '0812' }]);
		expect(told).toContain('Destination must be an international number');
		expect(service.journal).toHaveLength(0);
	});

	it('An uncertain message is remembered after another call', async () => {
		answerTo(service, (to) => (to === '62812000001' ? { drop: 'after' } : undefined));
		const told = await ask([
			{ destination: '62812000001' },
			{ destination: '62812000002' },
			{ destination: '62812000001' },
		]);
		expect(service.accepted()).toHaveLength(2);
		expect(told[2]).toContain(SAYS.uncertain);
	});

	it('An uncertain message is never repeated, neither by Retry On Fail nor by the agent', async () => {
		service.answer = () => ({ status: 500, text: 'oops' });
		const told = await ask([{ destination: '62812000001' }, { destination: '62812000001' }], {
			retryOnFail: true,
			maxTries: 3,
			waitBetweenTries: 1,
		});
		expect(service.journal).toHaveLength(1);
		expect(told).toHaveLength(2);
		expect(told.join()).toContain(SAYS.uncertain);
	});

	describe('Tool that n8n runs as a node', () => {
		const call = { destination: '62812000001' };

		it('Each call sends a message', async () => {
			const told = await ask([call, call], {}, new RequestingAgent());
			expect(told.join()).toContain('62812000001');
			expect(service.accepted()).toHaveLength(2);
		});

		it('An uncertain message of such a tool is never repeated, and the agent reads why', async () => {
			service.answer = () => ({ drop: 'after' });
			const told = await ask(
				[call, call],
				{ retryOnFail: true, maxTries: 3, waitBetweenTries: 1 },
				new RequestingAgent(),
			);
			expect(service.journal).toHaveLength(1);
			expect(told).toHaveLength(2);
			for (const one of told) expect(one).toContain(SAYS.uncertain);
		});
	});

	describe.each([
		['keeps no notes', () => Promise.resolve()],
		['keeps notes in its database', keepMarks],
	])('Same call twice, in an n8n that %s', (_, prepare) => {
		beforeAll(async () => {
			await prepare();
		});

		const call = { destination: '62812000001' };

		it('Both calls of an agent send their message', async () => {
			await ask([call, call]);
			expect(service.accepted()).toHaveLength(2);
		});

		it('Both calls at the same time send their message', async () => {
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
