import { MessagingService } from '../../nodes/MessagingService/MessagingService.node';
import { runNode } from '../support/harness';
import { startService, type Service } from '../support/service';

const KEY = 'key-of-the-account-tests-4711';

describe('Account', () => {
	let service: Service;

	beforeAll(async () => {
		service = await startService();
	});

	afterAll(async () => {
		await service.stop();
	});

	it('gets the identity behind the key', async () => {
		service.answer = () => ({
			json: { error: false, message: 'ok', data: { userid: 'ann', idPerson: 1, idClient: 2 } },
		});
		const { outputs, error } = await runNode({
			nodeType: new MessagingService(),
			parameters: { resource: 'account', operation: 'getIdentity' },
			items: [{}],
			credentials: {
				messagingServiceApi: { baseUrl: service.url, pathPrefix: '/svc_api/1.0', apiKey: KEY },
			},
		});
		expect(error).toBeUndefined();
		expect(outputs).toEqual([[{ userid: 'ann', idPerson: 1, idClient: 2 }]]);
	});
});
