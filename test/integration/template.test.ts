import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { runNode } from '../support/harness';
import { loginTo, nodeAt } from '../support/login';
import { numberOf } from '../support/probing';
import { useSimulator } from '../support/useSimulator';

/** What the node makes of the template that was chosen: before anything is sent, it looks at the template as it is now. */
describe('Send Template', () => {
	const simulator = useSimulator();
	let lastKey = 0;

	const idOf = (digit: string) => `${digit.repeat(8)}-aaaa-4aaa-8aaa-${digit.repeat(12)}`;

	/** What is known of templates is remembered for each key: each test has one of its own. */
	const useNewKey = () => {
		const { account } = simulator;
		account.apiKey = `key-of-test-${++lastKey}`;
		return account.apiKey;
	};

	const broadcaster = () => {
		const { messagingServiceApi } = loginTo(simulator.url);
		const credentials = { messagingServiceApi: { ...messagingServiceApi, apiKey: useNewKey() } };
		return (digit: string, parameters: INodeParameters, items: IDataObject[] = [{}]) => {
			const broadcast = {
				resource: 'whatsappOfficial',
				operation: 'broadcast',
				channelId: { __rl: true, mode: 'id', value: '11111111-1111-4111-8111-111111111111' },
				templateId: { __rl: true, mode: 'list', value: idOf(digit) },
				destination: '6281234567890',
				destinationName: 'Ayu',
				...parameters,
			};
			return runNode(nodeAt(simulator.url, broadcast, { items, credentials }));
		};
	};

	const filled = (value: IDataObject): INodeParameters => ({
		parametersMode: 'template',
		templateParameters: { mappingMode: 'defineBelow', value } as never,
	});

	/** Equal messages would leave once. */
	const three = [0, 1, 2].map((at) => ({ to: numberOf(at) }));
	const toEach = { destination: '={{ $json.to }}' };

	const entries = (endpoint: string) =>
		simulator.service.journal.list().entries.filter((entry) => entry.endpoint === endpoint);

	const sentTexts = () => simulator.service.state.messages.all().map(({ content }) => content.text);

	it('A template is sent as soon as it is approved', async () => {
		const broadcast = broadcaster();
		await broadcast('7', filled({ '{{1}}': 'Ayu' }));
		const template = simulator.service.state.templates.get(idOf('7'));
		if (template) template.status = 'Approved';

		const { error } = await broadcast('7', filled({ '{{1}}': 'Ayu' }));

		expect(error).toBeUndefined();
		expect(sentTexts()).toEqual(['Hello Ayu, the winter sale begins.']);
	});

	it('The templates are asked for once, however many items there are', async () => {
		// A channel takes one a second.
		await broadcaster()('2', { parametersMode: 'none', ...toEach }, three);

		expect(entries('official.getTemplates')).toHaveLength(1);
		expect(entries('official.broadcast')).toHaveLength(3);
	});

	it('The service judges if the templates cannot be read', async () => {
		simulator.service.faults.add({ kind: 'status', status: 404, times: 9, path: '/templates' });

		const values = { ...filled({ '{{1}}': 'Ayu', '{{2}}': 'B' }), ...toEach };
		const { error } = await broadcaster()('1', values, three);

		expect(error).toBeUndefined();
		expect(entries('official.broadcast')).toHaveLength(3);
		// That they cannot be read is learned once.
		expect(entries('official.getTemplates')).toHaveLength(1);
	});
});
