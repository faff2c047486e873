import type { INodeParameters } from 'n8n-workflow';

import { MessagingService } from '../../nodes/MessagingService/MessagingService.node';
import { runNode } from '../support/harness';
import { useService } from '../support/useService';

const ID = '123e4567-e89b-42d3-a456-426614174000';

describe('Send Template while the list of templates hangs', () => {
	const service = useService();
	const asked = () => service.journal.filter(({ path }) => path.endsWith('/templates'));
	const broadcasts = () => service.accepted().filter(({ path }) => path.endsWith('/broadcast'));

	const broadcast = async (parameters: INodeParameters = {}) =>
		await runNode({
			nodeType: new MessagingService(),
			parameters: {
				resource: 'whatsappOfficial',
				operation: 'broadcast',
				channelId: { __rl: true, mode: 'id', value: ID },
				templateId: { __rl: true, mode: 'id', value: ID },
				destination: '6281234567890',
				destinationName: 'Ayu',
				...parameters,
			},
			items: [{}, {}],
			credentials: {
				messagingServiceApi: {
					baseUrl: service.url,
					apiKey: 'key-of-hanging-templates',
					requestsPerSecond: 1000,
				},
			},
		});

	it('The list of templates is asked for once within a minute, and the messages are sent', async () => {
		service.answer = ({ path }) =>
			path.endsWith('/templates')
				? { stallAfter: 0 }
				: { json: { error: false, data: { ref_no: 'r' } } };
		await broadcast();
		await broadcast();
		expect({ asked: asked().length, sent: broadcasts().length }).toEqual({ asked: 1, sent: 4 });
	}, 150_000);

	it('A list of values is not sent, since its places in the template are unknown', async () => {
		service.answer = ({ path }) =>
			path.endsWith('/templates')
				? { stallAfter: 0 }
				: { json: { error: false, data: { ref_no: 'r' } } };
		const { error } = await broadcast({ parametersMode: 'json', parametersJson: '["Ayu"]' });

		expect({ error: error?.message, sent: broadcasts() }).toEqual({
			error: expect.stringContaining('Template could not be looked up') as string,
			sent: [],
		});
	}, 150_000);
});
