import type { Checks } from './check';
import { smsFields } from './requests';

const PATHS: [method: string, path: string][] = [
	['GET', 'auth/api_key'],
	['GET', 'balance'],
	['GET', 'wa_official/templates'],
	['GET', 'wa_official/channels'],
	['GET', 'whatsapp/status/some'],
	['POST', 'whatsapp/message'],
	['POST', 'whatsapp/media'],
	['POST', 'wa_official/message/broadcast'],
	['POST', 'wa_official/message/reply'],
	['POST', 'wa_business/reply'],
	['POST', 'wa_business/interactive/button_reply'],
];

export const versioning: Checks<'versioning'> = {
	'http-api': async (service) => {
		for (const [method, path] of PATHS) {
			const { status } = await service.at(method, `/svc_api/1.0/${path}`);
			expect([404, 405]).not.toContain(status);
			for (const other of ['/svc_api/', '/svc_api/2.0/', '/svc_api/1.1/', '/1.0/', '/'])
				expect(await service.at(method, other + path)).toMatchObject({ status: 404 });
		}
	},
	sms: async (service) => {
		const call = { key: null, query: smsFields() };
		expect(await service.at('POST', '/api/v3/sendsms/plain', call)).toMatchObject({ status: 200 });
		for (const path of ['/api/v2/sendsms/plain', '/api/v4/sendsms/plain', '/api/sendsms/plain'])
			expect(await service.at('POST', path, call)).toMatchObject({ status: 404 });
	},
	'sms-group': async (service) => {
		const call = { key: null, query: smsFields() };
		for (const path of [
			'/api/v3/sendsms/group',
			'/api/v3/sendsms/sendgroup',
			'/sms/v3/sendsms/group',
		])
			expect(await service.at('POST', path, call)).toMatchObject({ status: 404 });
		expect(await service.control.messages()).toEqual([]);
	},
};
