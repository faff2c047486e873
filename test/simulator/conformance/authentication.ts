import { expectData, object, type Checks } from './check';
import { FOREIGN, PREFIX, SMS_LOGIN, TEST_KEY, type Answer, type Call } from './client';
import { ENDPOINTS, expectResult, sms } from './requests';

function expectDenied(answer: Answer): void {
	expect([401, 403]).toContain(answer.status);
}

const UNOFFICIAL = Object.entries(ENDPOINTS).filter(([name]) => name.includes(' whatsapp/'));

export const authentication: Checks<'authentication'> = {
	key: async (service) => {
		const path = `${PREFIX}/auth/api_key`;
		const call = (headers: Record<string, string>, query: Record<string, string> = {}) =>
			service.at('GET', path, { key: null, headers, query });
		expectData(await call({ APIKey: 'simulator-key' }), 200, object);
		// The names of headers are the same in any case.
		expectData(await call({ apikey: 'simulator-key' }), 200, object);
		expectDenied(await call({}));
		expectDenied(await call({ Authorization: 'Bearer simulator-key' }));
		expectDenied(await call({}, { APIKey: 'simulator-key' }));
	},
	'every-endpoint': async (service) => {
		expect(Object.keys(ENDPOINTS)).toHaveLength(11);
		for (const call of Object.values(ENDPOINTS)) expectDenied(await call(service, { key: null }));
	},
	'wrong-key': async (service) => {
		for (const call of Object.values(ENDPOINTS))
			expectDenied(await call(service, { key: 'simulator-kez' }));
	},
	whitelist: async (service) => {
		for (const call of Object.values(ENDPOINTS))
			expectDenied(await call(service, { from: FOREIGN }));
		await service.control.account({
			whitelist: [
				{ ip: '127.0.0.1', active: true },
				{ ip: FOREIGN, active: true },
			],
		});
		expectData(await service.get('/auth/api_key', { from: FOREIGN }), 200, object);
	},
	'whitelist-active': async (service) => {
		const foreign: Call = { from: FOREIGN };
		for (const active of [false, true, false]) {
			await service.control.account({
				whitelist: [
					{ ip: '127.0.0.1', active: true },
					{ ip: FOREIGN, active },
				],
			});
			const answer = await service.get('/auth/api_key', foreign);
			if (active) expectData(answer, 200, object);
			else expectDenied(answer);
		}
	},
	'whitelist-unofficial': async (service) => {
		expect(UNOFFICIAL).toHaveLength(3);
		for (const [, call] of UNOFFICIAL) expectDenied(await call(service, { from: FOREIGN }));
	},
	'sms-pair': async (service) => {
		expect(expectResult(await sms(service)).status).toBe('0');
		const answer = await sms(service, { password: 'wrong' }, { key: 'simulator-key' });
		expect(expectResult(answer).status).toBe('-5');
	},
	'sms-wrong-user': async (service) => {
		expect(expectResult(await sms(service, { user: 'nobody_api' })).status).toBe('-5');
	},
	'sms-user-name': async (service) => {
		expect(SMS_LOGIN.user).toMatch(/_api$/);
		expect(expectResult(await sms(service, { user: 'simulator' })).status).toBe('-5');
	},
	'sms-wrong-password': async (service) => {
		for (const password of ['simulator-passwore', 'Simulator-Password', ''])
			expect(expectResult(await sms(service, { password })).status).toBe('-5');
	},
	'sms-foreign': async (service) => {
		expect(expectResult(await sms(service, {}, { from: FOREIGN })).status).toBe('-40');
	},
	'test-host': async (service) => {
		const main = expectData(await service.get('/auth/api_key'), 200, object);
		const test = expectData(await service.get('/auth/api_key', { key: TEST_KEY }), 200, object);
		expect(test.idClient).not.toBe(main.idClient);
		expect(test.userid).not.toBe(main.userid);
	},
};
