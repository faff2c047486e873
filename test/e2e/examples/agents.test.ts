import { z } from 'zod';

import { newAgent } from '../../n8n/agents';
import type { Json } from '../../n8n/api';
import { useN8n } from '../useN8n';
import { containing, useExamples } from './useExamples';

const [AYU, BUDI] = ['628000000221', '628000000222'];

/** n8n chooses an agent by its ID only. */
const choosing = <Node extends { parameters: Json }>(nodes: readonly Node[], id: string) =>
	nodes.map((node) =>
		'agentId' in node.parameters
			? {
					...node,
					parameters: { ...node.parameters, agentId: { __rl: true, mode: 'id', value: id } },
				}
			: node,
	);

describe('Examples of agents', () => {
	const testbed = useN8n({ simulator: { speed: 0 }, env: { N8N_ENABLED_MODULES: 'agents' } });
	const { workflow, write, startedBy, register } = useExamples(testbed, {
		names: ['message-an-agent'],
	});

	it('An agent of n8n answers each conversation in its own session', async () => {
		const { id, path } = await newAgent(testbed.api, testbed.credential('openAiApi').openAiApi?.id);
		await testbed.api.request('POST', `${path}/publish`, z.unknown(), {});
		const stored = await testbed.api.edit(
			workflow('message-an-agent'),
			({ nodes, connections }) => ({
				connections,
				nodes: choosing(nodes, id),
			}),
		);
		await testbed.api.activate(stored);
		await register('officialInbox', 'message-an-agent');
		const says = (from: string, text: string) =>
			startedBy('message-an-agent', () => write(from, text, 'official'));

		const [first] = await says(AYU, 'Do you open on Sunday?');
		const [second] = await says(AYU, 'And on Monday?');
		await says(BUDI, 'Where is my parcel?');

		const sessions = [first, second].map((one) => one?.output('Message arrived')[0]?.sessionId);
		expect(first?.output('Message an Agent')).toMatchObject([
			{ text: containing('Sunday'), session: { sessionId: sessions[0] } },
		]);
		expect(sessions[1]).toBe(sessions[0]);
		expect(await testbed.sentTo(AYU)).toMatchObject([
			...[{ text: containing('Sunday') }, { text: containing('Monday') }],
		]);
		const asked = testbed.model.requests.map((one) => JSON.stringify(one));
		expect(asked.find((one) => one.includes('on Monday'))).toContain('on Sunday');
		expect(asked.find((one) => one.includes('my parcel'))).not.toContain('on Sunday');
	});
});
