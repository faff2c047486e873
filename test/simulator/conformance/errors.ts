import { z } from 'zod';

import {
	expectData,
	expectInvalid,
	HOUR,
	matching,
	object,
	type Check,
	type Checks,
} from './check';
import { jsonOf, PREFIX, SMS_PATH, type Answer } from './client';
import { ENDPOINTS, text } from './requests';
import { expectXml } from './xml';

const endpoints = Object.entries(ENDPOINTS);
const reads = endpoints.filter(([name]) => name.startsWith('GET'));
/** What sends and whose success code is documented. */
const sends = endpoints.filter(([name]) => name.startsWith('POST') && !name.includes('business'));

const typed = [...reads, ...sends];

const given: unknown = expect.anything();

const expectXmlFor =
	(accept: string): Check =>
	async (service) => {
		for (const [name, call] of typed) {
			const { content } = expectXml(await call(service, { headers: { accept } }));
			expect(content).toMatchObject({ error: 'false', data: given });
			if (name === 'GET auth/api_key')
				expect(object.parse(content.data)).toMatchObject({
					userid: 'simulator',
					idPerson: matching(/^\d+$/),
				});
		}
	};

function expectJson(answer: Answer): void {
	expect(answer.contentType).toMatch(/^application\/json\b/);
	object.parse(jsonOf(answer));
}

export const errors: Checks<'errors'> = {
	'success-200': async (service) => {
		expect(reads).toHaveLength(5);
		for (const [, call] of reads) expectData(await call(service, {}), 200, z.unknown());
	},
	'success-201': async (service) => {
		expect(sends).toHaveLength(4);
		for (const [, call] of sends) expectData(await call(service, {}), 201, z.unknown());
	},
	authentication: async (service) => {
		for (const key of [null, 'wrong']) {
			const answer = await service.get('/balance', { key });
			expect([401, 403]).toContain(answer.status);
			expect(answer.text).not.toContain('wa_balance');
		}
	},
	'bad-request': async (service) => {
		for (const path of ['/whatsapp/message', '/wa_official/message/broadcast']) {
			const answer = await service.at('POST', PREFIX + path, {
				body: '{ "destination": ',
				headers: { 'content-type': 'application/json' },
			});
			expect(answer).toMatchObject({ status: 400 });
		}
		expect(await service.control.messages()).toEqual([]);
	},
	'not-found': async (service) => {
		for (const method of ['GET', 'POST'])
			for (const path of ['/nothing', '/auth', '/whatsapp', '/balance/nothing'])
				expect(await service.at(method, PREFIX + path)).toMatchObject({ status: 404 });
	},
	'not-allowed': async (service) => {
		for (const [name] of endpoints) {
			const [method = '', path = ''] = name.split(' ');
			const target = `${PREFIX}/${path === 'whatsapp/status' ? `${path}/some` : path}`;
			for (const other of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'])
				if (other !== method)
					expect(await service.at(other, target)).toMatchObject({
						status: 405,
						headers: { allow: method },
					});
		}
		expect(await service.at('GET', SMS_PATH, { key: null })).toMatchObject({ status: 405 });
	},
	invalid: async (service) => {
		expectInvalid(await text(service, { timeout: 'soon' }), 'timeout');
		expectInvalid(await text(service, { destination: undefined }), 'destination');
	},
	limited: async (service) => {
		await service.control.settings({ requestsPerSecond: 1, requestPeriodMs: HOUR });
		const answers = await Promise.all(
			Array.from({ length: 20 }, () => service.get('/auth/api_key')),
		);
		const statuses = new Set(answers.map(({ status }) => status));
		expect(statuses).toEqual(new Set([200, 429]));
	},
	server: async (service) => {
		for (const status of [500, 502, 503, 504]) {
			await service.control.fault({ kind: 'status', status });
			expect(await service.get('/auth/api_key')).toMatchObject({ status });
		}
		expectData(await service.get('/auth/api_key'), 200, object);
	},
	'json-default': async (service) => {
		for (const [, call] of typed) {
			expectJson(await call(service, {}));
			for (const accept of ['*/*', 'application/json'])
				expectJson(await call(service, { headers: { accept } }));
		}
		expectJson(await text(service, { destination: undefined }));
	},
	'text-xml': expectXmlFor('text/xml'),
	'application-xml': expectXmlFor('application/xml'),
	'xml-list': async (service) => {
		const answer = await service.get('/wa_official/channels', {
			headers: { accept: 'application/xml' },
		});
		const { content } = expectXml(answer);
		// The name of the entries is not documented: there is one name, and there are two of it.
		const names = Object.entries(object.parse(content.data));
		expect(names).toHaveLength(1);
		const entries = z.array(z.object({ id: z.string() })).parse(names[0]?.[1]);
		expect(entries.map(({ id }) => id)).toEqual([
			'11111111-1111-4111-8111-111111111111',
			'22222222-2222-4222-8222-222222222222',
		]);
	},
	'xml-failure': async (service) => {
		const call = { headers: { accept: 'application/xml' } };
		const invalid = await service.post('/whatsapp/message', { message: 'Hello' }, call);
		expect(invalid).toMatchObject({ status: 422 });
		expect(expectXml(invalid).content).toHaveProperty('detail');
		expect(invalid.text).toContain('>destination<');
		expectXml(await service.get('/balance', { ...call, key: 'wrong' }));
	},
};
