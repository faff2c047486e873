import { MessagingService } from '../../nodes/MessagingService/MessagingService.node';
import { runNode, type Finished } from '../support/harness';
import type { Answer } from '../support/service';
import { useService } from '../support/useService';

const KEY = 'key-of-the-account-tests-4711';

interface Case {
	operation: string;
	path: string;
	data: Record<string, unknown>;
	xml: string;
}

const CASES: Case[] = [
	{
		operation: 'getIdentity',
		path: '/svc_api/1.0/auth/api_key',
		data: { userid: '0042', idPerson: 1, idClient: 2 },
		xml: '<userid>0042</userid><idPerson>1</idPerson><idClient>2</idClient>',
	},
	{
		operation: 'getBalance',
		path: '/svc_api/1.0/balance',
		data: { idClient: 2, wa_balance: 1250.5, wa_expired_date: '2027-01-31', pulsa_balance: 0 },
		xml: '<idClient>2</idClient><wa_balance>1250.5</wa_balance><wa_expired_date>2027-01-31</wa_expired_date><pulsa_balance>0</pulsa_balance>',
	},
];

describe('Account', () => {
	const service = useService();

	const run = async (operation: string, answer: Answer, options = {}): Promise<Finished> => {
		service.answer = () => answer;
		return await runNode({
			nodeType: new MessagingService(),
			parameters: { resource: 'account', operation, options },
			items: [{}],
			credentials: {
				messagingServiceApi: { baseUrl: service.url, pathPrefix: '/svc_api/1.0', apiKey: KEY },
			},
		});
	};

	describe.each(CASES)('$operation', ({ operation, path, data, xml }) => {
		it('asks with the key in its header and nothing else, and puts out the data', async () => {
			const { outputs, error } = await run(operation, {
				json: { error: false, message: 'ok', data },
			});
			expect(error).toBeUndefined();
			expect(outputs).toEqual([[data]]);
			expect(service.journal).toHaveLength(1);
			expect(service.journal[0]).toMatchObject({
				method: 'GET',
				path,
				body: '',
				headers: { apikey: KEY, accept: 'application/json' },
			});
		});

		it('puts out the same from XML', async () => {
			const { outputs } = await run(
				operation,
				{ text: `<r><error>false</error><message/><data>${xml}</data></r>` },
				{ responseFormat: 'xml' },
			);
			expect(outputs).toEqual([[data]]);
			expect(service.journal[0]?.headers.accept).toBe('application/xml');
		});

		it('names the field where the answer breaks the documented form', async () => {
			const { error } = await run(operation, {
				json: { error: false, data: { ...data, idClient: 'two' } },
			});
			expect(error?.message).toContain('data.idClient');
			expect(service.journal).toHaveLength(1);
		});
	});

	it('leaves out what the service leaves out of a balance, and keeps what it adds', async () => {
		const { outputs } = await run('getBalance', {
			json: { error: false, data: { idClient: 1, new_balance: 3 } },
		});
		expect(outputs).toEqual([[{ idClient: 1, new_balance: 3 }]]);
	});
});
