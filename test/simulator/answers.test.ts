import { control, service, SMS_LOGIN, SMS_PATH, useService } from './conformance/client';
import { sms, SMS, smsStatus, textRef } from './conformance/requests';

/** The documentation is silent on these points of responses and access. README.md has the decisions. */

useService();

describe('Responses', () => {
	it('A request of an inactive account gets 403, and its SMS gets -5', async () => {
		await control.account({ active: false });

		expect([(await service.get('/balance')).status, await smsStatus()]).toEqual([403, '-5']);
	});
});

describe('Journal', () => {
	it('The journal has no passwords and keys', async () => {
		await sms();
		await service.smsQuery(SMS);

		const [form, query] = await control.journal();

		expect([form?.body, query?.query]).toEqual([
			expect.stringContaining('password=***'),
			expect.stringContaining('password=***'),
		]);
		const all = JSON.stringify(await control.journal());
		expect(all).not.toContain(SMS_LOGIN.password);
		expect(all).not.toContain('simulator-key');
	});
});

describe('Access from other machines and pages', () => {
	const ORIGIN = { origin: 'https://attacker.example' };

	it.each([
		['a page of another origin', 'POST', '/__control/reset', 403, ORIGIN],
		['a page of another origin', 'POST', SMS_PATH, 403, ORIGIN],
		['a foreign host name', 'GET', '/svc_api/1.0/balance', 403, { host: 'attacker.example' }],
		['this machine', 'GET', '/svc_api/1.0/balance', 200, { host: 'localhost:5690' }],
	])('The response to %s for %s %s is %i: %j', async (_who, method, path, status, headers) => {
		expect((await service.at(method, path, { headers })).status).toBe(status);
	});

	it('A page of the simulator is accepted', async () => {
		const headers = { origin: service.url };

		expect((await service.at('POST', '/__control/reset', { headers })).status).toBe(200);
	});

	it.each(['text/plain', 'application/x-www-form-urlencoded', ''])(
		'The control interface refuses a content type that a form of a page can send: %j',
		async (type) => {
			const ref = await textRef();
			const { status, text: body } = await service.at('POST', `/__control/messages/${ref}/move`, {
				body: '{"status":"F"}',
				...(type !== '' && { headers: { 'content-type': type } }),
			});

			expect([status, body]).toEqual([
				400,
				'{"error":"The body must be sent as application/json"}',
			]);
		},
	);
});
