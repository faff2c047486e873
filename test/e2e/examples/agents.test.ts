import { z } from 'zod';

import { newAgent } from '../../n8n/agents';
import { until, type Json } from '../../n8n/api';
import type { Example } from '../../n8n/playground';
import { useN8n } from '../useN8n';
import { containing, SENDER, useExamples } from './useExamples';

const [AYU, BUDI] = ['628000000221', '628000000222'];
const COLLEAGUE = '628000000057';

/** n8n chooses an agent and a table of an evaluation by ID only. */
const choosing = (example: Example, field: string, id: string): Example => ({
	...example,
	nodes: example.nodes.map((node) =>
		field in node.parameters && !('resource' in node.parameters)
			? {
					...node,
					parameters: { ...node.parameters, [field]: { __rl: true, mode: 'id', value: id } },
				}
			: node,
	),
});

const testRun = z.object({ status: z.string(), metrics: z.record(z.number()).nullish() });

describe('Examples of agents', () => {
	const testbed = useN8n({ simulator: { speed: 0 }, env: { N8N_ENABLED_MODULES: 'agents' } });
	const chosen = { agentId: '', dataTableId: '' };
	const { workflow, write, run, startedBy, register } = useExamples(testbed, {
		names: ['evaluate-an-agent', 'message-an-agent'],
	});

	/** Chooses something in a workflow, and publishes it. */
	const published = async (name: string, field: keyof typeof chosen) => {
		const { api } = testbed;
		const stored = await api.edit(workflow(name), ({ nodes, connections }) => ({
			connections,
			nodes: choosing({ nodes } as Example, field, chosen[field]).nodes,
		}));
		await api.activate(stored);
	};

	it('An agent of n8n answers each conversation in its own session', async () => {
		const { id, path } = await newAgent(testbed.api, testbed.credential('openAiApi').openAiApi?.id);
		await testbed.api.request('POST', `${path}/publish`, z.unknown(), {});
		chosen.agentId = id;
		await published('message-an-agent', 'agentId');
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

	/** Writes into each message what the stand-in model says. */
	const dictated = async (rows: readonly Json[], say: (row: Json, at: number) => string) => {
		const found = await testbed.dataTable('test_messages');
		chosen.dataTableId = found?.id ?? '';
		for (const [at, row] of rows.entries()) {
			const chatInput = `${String(row.chatInput)} {"say":"${say(row, at)}"}`;
			const filters = [{ columnName: 'id', condition: 'eq', value: row.id }];
			const body = { filter: { type: 'and', filters }, data: { chatInput } };
			await testbed.api.request('PATCH', found?.path ?? '', z.unknown(), body);
		}
	};

	it('An evaluation runs 20 messages, outputs how often the act was right, and sends nothing', async () => {
		const { api, control } = testbed;
		await run('evaluate-an-agent');
		const rows = await testbed.rowsOf('test_messages');
		expect(rows).toHaveLength(20);
		// The model says what is expected, but for two messages that it answers.
		const words: Record<string, string> = {
			'hand over': 'HAND OVER',
			'stay silent': 'STAY SILENT',
		};
		await dictated(
			rows,
			(row, at) => `${at >= 18 ? 'ANSWER' : (words[String(row.expected)] ?? 'ANSWER')}: Well`,
		);
		await published('evaluate-an-agent', 'dataTableId');
		await register('unofficialInbox', 'evaluate-an-agent');
		const before = (await control.messages()).length;

		const runs = `/workflows/${workflow('evaluate-an-agent').id}/test-runs`;
		await api.request('POST', `${runs}/new`, z.unknown(), {});
		const [result] = await until('the evaluation', async () => {
			const all = await api.request('GET', runs, z.array(testRun));
			return all.some(({ status }) => status === 'completed' || status === 'error') && all;
		});

		expect(result).toMatchObject({ status: 'completed', metrics: { right_act: 0.9 } });
		expect(await control.messages()).toHaveLength(before);
		expect((await testbed.requests()).filter(({ method }) => method === 'POST')).toHaveLength(
			before,
		);
		const acts = (await testbed.rowsOf('test_messages')).map(
			({ act, expected }) => act === expected,
		);
		expect(acts.filter((isRight) => !isRight)).toHaveLength(2);

		await startedBy('evaluate-an-agent', () => write(BUDI, '{"say":"ANSWER: On Sunday, too"}'));
		await startedBy('evaluate-an-agent', () => write(BUDI, '{"say":"HAND OVER: An angry person"}'));
		await startedBy('evaluate-an-agent', () => write(BUDI, '{"say":"STAY SILENT"}'));
		expect(await testbed.sentTo(BUDI)).toMatchObject([
			{},
			{ from: SENDER, text: 'On Sunday, too' },
		]);
		expect(await testbed.sentTo(COLLEAGUE)).toMatchObject([
			{ text: containing('An angry person') },
		]);
	});
});
