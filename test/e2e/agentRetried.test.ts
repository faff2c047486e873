import { type Stored } from '../n8n/api';
import { controlOf } from '../n8n/control';
import { startModel, type Model } from '../n8n/model';
import { createCredentials } from '../n8n/playground';
import { ourType, webhook } from '../n8n/workflows';
import { useN8n } from './useN8n';

const HOOK = '0c7e6a52-5a58-4c0e-8f53-9a2a4d5c00';
const BY_THE_AGENT = '6281234568001';
const BEHIND_IT = '6281234568002';

describe('Retry of an execution with an agent', () => {
	const testbed = useN8n();
	let model: Model;

	beforeAll(async () => {
		model = await startModel();
	});

	afterAll(() => model.stop());

	// Version 3 has n8n run its tools; those before ran them by themselves.
	it.each([3, 2, 1.7])(
		'The tool is called once, and a message is sent behind the agent, whichever failed before (agent %s)',
		async (typeVersion) => {
			const { api, simulator } = testbed;
			const hook = `${HOOK}${String(typeVersion * 10)}`;
			await controlOf(simulator.url).reset();
			const made = await createCredentials(api, { simulator: simulator.url, model: model.url });
			const credential = (type: string) => {
				const found = made[type];
				if (found === undefined) throw new Error(`There is no credential ${type}`);
				return { [type]: found };
			};
			const refused = await api.createCredential('messagingServiceApi', 'Refused', {
				baseUrl: simulator.url,
				apiKey: 'not-the-key',
			});
			const unreachable = await api.createCredential('openAiApi', 'Unreachable', {
				apiKey: 'no-key-needed',
				url: 'http://127.0.0.1:9/v1',
			});
			const link = (node: string, type: string) => ({ [type]: [[{ node, type, index: 0 }]] });
			const send = (destination: string, message: string) => ({
				resource: 'whatsappUnofficial',
				operation: 'sendText',
				destination,
				message,
			});
			const workflow: Stored = await api.createWorkflow({
				name: 'Agent, then a message',
				settings: { executionOrder: 'v1' },
				nodes: [
					webhook(hook),
					{
						name: 'Agent',
						type: '@n8n/n8n-nodes-langchain.agent',
						typeVersion,
						parameters: { promptType: 'define', text: 'Write to them', options: {} },
					},
					{
						name: 'Model',
						type: '@n8n/n8n-nodes-langchain.lmChatOpenAi',
						typeVersion: 1.3,
						parameters: {
							model: { __rl: true, mode: 'id', value: 'stand-in' },
							responsesApiEnabled: false,
							options: { maxRetries: 0 },
						},
						credentials: { openAiApi: unreachable },
					},
					{
						name: 'Tool',
						type: ourType('messagingServiceTool'),
						typeVersion: 1,
						parameters: {
							descriptionType: 'manual',
							toolDescription: 'Writes to the customer',
							...send(BY_THE_AGENT, "={{ $fromAI('message', 'The text', 'string') }}"),
						},
						credentials: credential('messagingServiceApi'),
					},
					{
						name: 'Send',
						type: ourType('messagingService'),
						typeVersion: 1,
						parameters: send(BEHIND_IT, 'The agent has written'),
						credentials: { messagingServiceApi: refused },
					},
				].map((node, index) => ({ id: `node-${index}`, position: [index * 220, 0], ...node })),
				connections: {
					Webhook: link('Agent', 'main'),
					Agent: link('Send', 'main'),
					Model: link('Agent', 'ai_languageModel'),
					Tool: link('Agent', 'ai_tool'),
				},
			});
			await api.activate(workflow);
			const told = async () =>
				(await controlOf(simulator.url).messages()).map(({ to }) => to).sort();
			const retried = async (id: string) => api.finished(await api.retry(id));

			await fetch(`${testbed.n8n.url}/webhook/${hook}`, { method: 'POST' });
			const first = await api.nextExecution(workflow);
			expect(first.status).toBe('error');
			expect(first.errorOf('Agent')).toBeDefined();
			expect(await told()).toEqual([]);

			await api.updateCredential(unreachable.id, 'openAiApi', unreachable.name, {
				apiKey: 'no-key-needed',
				url: model.url,
			});
			const second = await retried(first.id);
			expect(second.errorOf('Agent')).toBeUndefined();
			expect(second.errorOf('Send')?.message).toContain('401');
			expect(await told()).toEqual([BY_THE_AGENT]);

			await api.updateCredential(refused.id, 'messagingServiceApi', refused.name, {
				baseUrl: simulator.url,
				apiKey: 'simulator-key',
			});
			const third = await retried(second.id);
			expect(third.status).toBe('success');
			expect(await told()).toEqual([BY_THE_AGENT, BEHIND_IT]);
		},
	);
});
