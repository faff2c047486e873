import { controlOf } from '../../n8n/control';
import {
	createCredentials,
	importExample,
	readFirstSteps,
	type Credentials,
	type Example,
} from '../../n8n/playground';
import { useN8n } from '../useN8n';

const CHANNEL = '11111111-1111-4111-8111-111111111111';
const TEMPLATE = 'eeeeeeee-0000-4000-8000-000000000002';

describe('First steps', () => {
	const testbed = useN8n({ simulator: { speed: 0 } });
	let credentials: Credentials = {};

	beforeAll(async () => {
		credentials = await createCredentials(testbed.api, {
			simulator: testbed.simulator.url,
			model: '',
		});
		const control = controlOf(testbed.simulator.url);
		await control.putTemplate({
			id: TEMPLATE,
			name: 'no_placeholders',
			status: 'Approved',
			category: 'UTILITY',
			header: null,
			body: 'We have moved.',
			footer: null,
			buttons: [],
			shape: 'object',
		});
		// A Business message needs somebody who wrote first.
		await control.write({ route: 'business', from: '6281234567890', text: 'Hello?' });
	});

	/** What only the person who copies it can choose. */
	const chosen = (workflow: Example): Example => ({
		...workflow,
		nodes: workflow.nodes.map((node) => ({
			...node,
			parameters: {
				...node.parameters,
				...('channelId' in node.parameters && {
					channelId: { __rl: true, mode: 'list', value: CHANNEL },
					templateId: { __rl: true, mode: 'list', value: TEMPLATE },
				}),
			},
		})),
	});

	/** A trigger and one node: the others have tests of their own. */
	const single = Object.entries(readFirstSteps()).filter(([, { nodes }]) => nodes.length === 2);

	it.each(single)('%s: runs as it is', async (_name, workflow) => {
		const { api } = testbed;
		const [trigger, node] = workflow.nodes;
		const stored = await importExample(api, chosen(workflow), credentials);

		const execution = await api.finished(await api.run(stored, trigger?.name ?? ''));

		expect(execution.error).toBeUndefined();
		expect(execution.output(node?.name ?? '')).toHaveLength(1);
	});
});
