import { useN8n } from './useN8n';

describe('an account', () => {
	const world = useN8n();

	it('tells its balance', async () => {
		const { api, simulator } = world;
		const credential = await api.createCredential('messagingServiceApi', 'Simulator', {
			baseUrl: simulator.url,
			apiKey: 'simulator-key',
		});
		const workflow = await api.createWorkflow({
			name: 'Balance',
			nodes: [
				{
					id: 'a',
					name: 'Start',
					type: 'n8n-nodes-base.manualTrigger',
					typeVersion: 1,
					position: [0, 0],
					parameters: {},
				},
				{
					id: 'b',
					name: 'Balance',
					type: 'n8n-nodes-messaging-service.messagingService',
					typeVersion: 1,
					position: [220, 0],
					parameters: { resource: 'account', operation: 'getBalance' },
					credentials: { messagingServiceApi: credential },
				},
			],
			connections: { Start: { main: [[{ node: 'Balance', type: 'main', index: 0 }]] } },
		});

		const execution = await api.finished(await api.run(workflow, 'Start'));

		expect(execution.output('Balance')).toMatchObject([{ wa_balance: 1_000_000 }]);
	});
});
