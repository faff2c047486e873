import { gzipSync } from 'node:zlib';

import type { ICredentialDataDecryptedObject } from 'n8n-workflow';

import { MessagingServiceApi } from '../../credentials/MessagingServiceApi.credentials';
import { MessagingService } from '../../nodes/MessagingService/MessagingService.node';
import { API_LOGIN } from '../../nodes/login';
import { MessagingServiceTrigger } from '../../nodes/MessagingServiceTrigger/MessagingServiceTrigger.node';
import { MessagingServiceStatusTrigger } from '../../nodes/MessagingServiceStatusTrigger/MessagingServiceStatusTrigger.node';
import { testCredential } from '../support/credentialTest';
import type { Answer } from '../support/service';
import { runNode } from '../support/harness';
import { loginTo, nodeAt } from '../support/login';
import { useService } from '../support/useService';

const timeout = AbortSignal.timeout.bind(AbortSignal);

describe('Test of a credential', () => {
	const service = useService();

	describe('Messaging Service API', () => {
		const KEY = 'a-good-key-12345';
		const test = async (more: ICredentialDataDecryptedObject = {}) =>
			await testCredential(new MessagingService(), 'messagingServiceApi', {
				baseUrl: service.url,
				pathPrefix: '/svc_api/1.0',
				apiKey: KEY,
				...more,
			});
		const identity: Answer = {
			json: { error: false, message: '', data: { userid: 'ann', idPerson: 1, idClient: 2 } },
		};

		beforeEach(() => {
			service.answer = ({ headers, path }) =>
				path !== '/svc_api/1.0/auth/api_key'
					? { status: 404, text: '' }
					: headers.apikey === KEY
						? identity
						: { status: 401, json: { error: true } };
		});

		it('The API key is tested by the service’s check, and an identity is enough', async () => {
			expect(await test()).toMatchObject({ status: 'OK' });
			expect(service.journal).toHaveLength(1);
			expect(service.journal[0]).toMatchObject({
				method: 'GET',
				path: '/svc_api/1.0/auth/api_key',
				headers: { apikey: KEY },
			});
		});

		it('A node sends a pasted key without its space and new line', async () => {
			const { authenticate } = new MessagingServiceApi();
			if (typeof authenticate !== 'function') throw new Error('it is not a function');
			const { headers } = await authenticate({ apiKey: `${KEY} \n` }, { url: service.url });
			expect(headers).toEqual({ APIKey: KEY });
		});

		it('A refused key names the IP whitelist and where it is', async () => {
			const { status, message } = await test({ apiKey: 'wrong' });
			expect(status).toBe('Error');
			expect(message).toContain('did not accept the API key');
			expect(message).toContain('IP whitelist (Account, IP Whitelist, with Active checked)');
		});

		it('A wrong prefix is explained by the address that was called', async () => {
			const { message } = await test({ pathPrefix: '/shop_api/2.0' });
			expect(message).toContain(`The node called ${service.url}/shop_api/2.0/auth/api_key.`);
			expect(message).not.toContain('replace');
		});

		it('A Base URL that refuses connections is explained', async () => {
			const { status, message } = await test({ baseUrl: 'http://127.0.0.1:1' });

			expect(status).toBe('Error');
			expect(message).toContain('The service refused the connection. Check the Base URL');
		});

		it.each([
			['XML', `<r><data><userid>1</userid></data>${'<a/>'.repeat(10_000_000)}</r>`],
			['JSON', `{"data":{"userid":1},"x":[${'0,'.repeat(20_000_000)}0]}`],
		])(
			'40 MB of compressed %s are not read, although they begin like an identity',
			async (_, bomb) => {
				const packed = gzipSync(bomb);
				service.answer = () => ({
					headers: { 'content-encoding': 'gzip' },
					pieces: [packed],
				});
				const { message } = await test();

				expect(packed.length).toBeLessThan(100_000);
				expect(message).toContain('not like the messaging service');
			},
		);

		it('Check Setup does not parse a response that long either', () => {
			const answer = (count: number) =>
				`<r><data><userid>1</userid></data>${'<a/>'.repeat(count)}</r>`;

			const faultOf = (text: string) => API_LOGIN.faultOf({ status: 200, text, url: service.url });
			expect(faultOf(answer(4))).toBeUndefined();
			expect(faultOf(answer(400_000))?.what).toContain('not like the messaging service');
		});

		it('A response that never ends is left after a time', async () => {
			jest.spyOn(AbortSignal, 'timeout').mockImplementation(() => timeout(50));
			service.answer = () => ({ text: 'never', stallAfter: 2 });
			const { message } = await test();
			jest.restoreAllMocks();

			expect(message).toContain('The service did not respond within');
		});

		it('The key goes to no other address', async () => {
			service.answer = ({ path }) =>
				path.startsWith('/elsewhere')
					? identity
					: { status: 302, text: '', headers: { location: '/elsewhere' } };
			const { message } = await test();

			expect(message).toContain('The service pointed to another address (302)');
			expect(service.journal).toHaveLength(1);
		});
	});

	describe('Messaging Service SMS API', () => {
		const PASSWORD = 'sms password & more';
		const test = async (more: ICredentialDataDecryptedObject = {}) =>
			await testCredential(new MessagingService(), 'messagingServiceSmsApi', {
				baseUrl: service.url,
				path: '/api/v3/sendsms/plain',
				user: 'company_api',
				password: PASSWORD,
				...more,
			});
		const status = (code: unknown): Answer => ({
			status: 200,
			json: { results: [{ status: code, messageid: '', destination: '' }] },
		});

		beforeEach(() => {
			service.answer = ({ body }) => {
				const form = new URLSearchParams(body);
				return status(form.get('password') === PASSWORD ? '-6' : '-5');
			};
		});

		it('A good SMS login is recognized by a text for nobody, so that nothing can be sent', async () => {
			expect(await test()).toMatchObject({ status: 'OK' });
			const [request] = service.journal;
			expect(request).toMatchObject({ method: 'POST', path: '/api/v3/sendsms/plain' });
			expect(request?.headers['content-type']).toContain('application/x-www-form-urlencoded');
			expect(Object.fromEntries(new URLSearchParams(request?.body))).toEqual({
				SMSText: 'Connection test',
				output: 'json',
				user: 'company_api',
				password: PASSWORD,
			});
		});

		it('Spaces copied with the user are left out, and none of the password', async () => {
			await test({ user: ' company_api\n', password: ` ${PASSWORD} ` });

			const form = new URLSearchParams(service.journal[0]?.body);
			expect(form.get('user')).toBe('company_api');
			expect(form.get('password')).toBe(` ${PASSWORD} `);
		});

		it.each<[unknown, string]>([
			['-5', 'user or the password is wrong (-5)'],
			...['-1', '-23', '-26', '-99'].map((code): [unknown, string] => [
				code,
				`(${code}), so the login is not tested`,
			]),
			['-24', 'Check Base URL and Path'],
			['-40', 'Add the public address of this n8n'],
			...[undefined, null, 'AUTHENTICATION_FAILED', '-05'].map((code): [unknown, string] => [
				code,
				'not like the SMS host',
			]),
		])('The status %j is no proof of a good SMS login, and says %s', async (code, words) => {
			service.answer = () => status(code);
			const { status: verdict, message } = await test();
			expect(verdict).toBe('Error');
			expect(message).toContain(words);
		});
	});

	describe.each([new MessagingServiceTrigger(), new MessagingServiceStatusTrigger()])(
		'Messaging Service Callback API, at $description.displayName',
		(trigger) => {
			const STRONG = '4f9d1c7a2be8605d3b1fa7c94e20d68b';
			const test = (token: string, previousToken = '') =>
				testCredential(trigger, 'messagingServiceCallbackApi', { token, previousToken });

			it('The callback token and the previous one are judged', async () => {
				expect(await test(STRONG)).toMatchObject({ status: 'OK' });
				expect(await test(STRONG, 'q7Zt0pLw9Xr3Bv5Nc8Md2KsH')).toMatchObject({ status: 'OK' });
				expect((await test(STRONG, 'secret')).message).toContain('empty Previous Token');
			});

			it('A weak callback token is explained without repeating it', async () => {
				const { status, message } = await test('short-token');
				expect(status).toBe('Error');
				expect(message).toContain('could be guessed');
				expect(message).not.toContain('short-token');
			});
		},
	);
});

describe('Default Country Code of a credential', () => {
	const service = useService();

	it.each([
		['whatsappUnofficial', 'sendText', '"destination":"6281234567890"'],
		['sms', 'send', 'GSM=6281234567890'],
	])('A local number of %s %s gets it', async (resource, operation, wanted) => {
		const login = loginTo(service.url);
		const credentials = Object.fromEntries(
			Object.entries(login).map(([name, one]) => [name, { ...one, defaultCountryCode: '+62' }]),
		);
		const parameters = { resource, operation, destination: '0812-3456-7890', message: 'Hello' };

		for (const options of [{}, { defaultCountryCode: '65' }]) {
			await runNode(nodeAt(service.url, { ...parameters, options }, { credentials }));
		}

		expect(service.journal.map(({ body }) => body)).toEqual([expect.stringContaining(wanted)]);
	});
});
