import { XMLParser } from 'fast-xml-parser';
import { z } from 'zod';

import { credits, FACTS, getBalance, sendSms } from '../facts/endpoints';
import { places } from '../facts/kinds';
import {
	control,
	FOREIGN,
	jsonOf,
	PREFIX,
	service,
	SMS_PATH,
	TEST_KEY,
	useService,
	type Answer,
} from './client';
import { expectData, expectInvalid, matching, object } from './expect';
import { callTo, CHANNEL, greet, OTHER_CHANNEL, text } from './requests';

useService();

/** The endpoints of the HTTP API. */
const API = FACTS.filter(({ name }) => name !== sendSms.name);

function expectDenied({ status, text: body }: Answer): void {
	expect([401, 403]).toContain(status);
	expect(jsonOf({ text: body })).not.toHaveProperty('data');
}

describe('Status codes', () => {
	it('A read is answered 200, and what saves something 201', () => {
		for (const { method, success } of API) expect(success).toBe(method === 'GET' ? 200 : 201);
		expect(API).toHaveLength(11);
		expect(sendSms.success).toBe(200);
	});

	it.each(['/whatsapp/message', '/wa_official/message/broadcast', '/wa_business/reply'])(
		'A body that is no JSON is answered 400: %s',
		async (path) => {
			const headers = { 'content-type': 'application/json' };

			const answer = await service.at('POST', PREFIX + path, {
				body: '{ "destination": ',
				headers,
			});

			expect(answer.status).toBe(400);
			expect(await control.messages()).toEqual([]);
		},
	);

	it.each(['GET', 'POST'])('A path of nothing is answered 404: %s', async (method) => {
		for (const path of ['/nothing', '/auth', '/whatsapp', '/balance/nothing'])
			expect(await service.at(method, PREFIX + path)).toMatchObject({ status: 404 });
	});

	it.each(FACTS)(
		'Another method than that of $name is answered 405',
		async ({ name, method, path }) => {
			const target = name === sendSms.name ? SMS_PATH : PREFIX + path;
			const others = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'].filter((other) => other !== method);
			for (const other of others) {
				const answer = await service.at(other, target);
				expect([answer.status, answer.headers.allow]).toEqual([405, method]);
			}
		},
	);

	it('A wrong place in a list is told by its index', async () => {
		expect(expectInvalid(await greet({ value: 'Not Lowercase' }), 'value')).toContain(0);
	});
});

describe('Versions', () => {
	it.each(API)('The path of $name holds the version 1.0', async ({ method, path }) => {
		for (const prefix of ['/svc_api', '/svc_api/2.0', '/svc_api/1.1', '/1.0', ''])
			expect(await service.at(method, prefix + path)).toMatchObject({ status: 404 });
		expect([404, 405]).not.toContain((await service.at(method, `/svc_api/1.0${path}`)).status);
	});
});

const parser = new XMLParser({ parseTagValue: false, ignoreDeclaration: true });

/** Checks that an answer is XML with a single root element, and returns what the root contains. */
function expectXml({ contentType, text: body }: Answer): Record<string, unknown> {
	expect(contentType).toMatch(/^(text|application)\/xml\b/);
	const roots = Object.values(object.parse(parser.parse(body)));
	expect(roots).toHaveLength(1);
	return object.parse(roots[0]);
}

const XML = { headers: { accept: 'application/xml' } };

describe('Formats', () => {
	it.each(API)('$name is answered in JSON unless XML is asked for', async ({ name, success }) => {
		for (const headers of [{}, { accept: '*/*' }, { accept: 'application/json' }]) {
			const answer = await callTo(name, { headers });
			expect([answer.status, answer.contentType]).toEqual([
				success,
				matching(/^application\/json\b/),
			]);
		}
		for (const accept of ['text/xml', 'application/xml'])
			expect(expectXml(await callTo(name, { headers: { accept } }))).toMatchObject({
				error: 'false',
			});
	});

	it('XML tells the values as they are', async () => {
		expect(expectXml(await callTo('account.getIdentity', XML)).data).toEqual({
			...{ userid: 'simulator', idPerson: '1001', idClient: '501' },
		});
	});

	it('A list is given in XML too', async () => {
		// The name of the entries is not documented: there is one name, and there are two of it.
		const entries = z.array(z.object({ id: z.string() })).length(2);
		const [list, ...others] = Object.values(
			object.parse(expectXml(await callTo('official.getChannels', XML)).data),
		);

		expect(entries.parse(list).map(({ id }) => id)).toEqual([CHANNEL, OTHER_CHANNEL]);
		expect(others).toEqual([]);
	});

	it('A failure is given in XML too', async () => {
		const invalid = await text({ destination: undefined }, XML);

		expect(invalid).toMatchObject({ status: 422, text: matching(/>destination</) });
		expect(expectXml(invalid)).toHaveProperty('detail');
		expectXml(await service.get('/balance', { ...XML, key: 'wrong' }));
	});
});

describe('Authentication', () => {
	it.each(API)('$name asks for the key and a whitelisted address', async ({ name }) => {
		for (const how of [{ key: null }, { key: 'simulator-kez' }, { from: FOREIGN }])
			expectDenied(await callTo(name, how));
	});

	it.each([{ APIKey: 'simulator-key' }, { apikey: 'simulator-key' }])(
		'The key is taken from its header: %j',
		async (headers) => {
			expectData(await service.get('/balance', { key: null, headers }), 200, object);
		},
	);

	it.each([
		{ headers: { Authorization: 'Bearer simulator-key' } },
		{ query: { APIKey: 'simulator-key' } },
	])('The key is taken from nowhere else: %j', async (how) => {
		expectDenied(await service.get('/balance', { key: null, ...how }));
	});

	it('An entry of the whitelist must be active', async () => {
		const answerWith = async (active: boolean) => {
			await control.account({
				whitelist: [
					{ ip: '127.0.0.1', active: true },
					{ ip: FOREIGN, active },
				],
			});
			return service.get('/balance', { from: FOREIGN });
		};

		expectDenied(await answerWith(false));
		expectData(await answerWith(true), 200, object);
	});

	it('The test host has an account of its own', async () => {
		const personOf = async (key?: string) =>
			expectData(await service.get('/auth/api_key', key === undefined ? {} : { key }), 200, object);
		const [main, test] = [await personOf(), await personOf(TEST_KEY)];

		expect(test.idClient).not.toBe(main.idClient);
		expect(test.userid).not.toBe(main.userid);
	});
});

describe('Accounts', () => {
	it('The key tells its person', async () => {
		const person = { userid: 'somebody', idPerson: 7, idClient: 8 };
		await control.account(person);

		expect(expectData(await service.get('/auth/api_key'), 200, object)).toEqual(person);
	});

	it.each(places({ ...getBalance.data, cases: { '': credits } }))(
		'The balance tells $path as it is, and leaves it out if there is none',
		async ({ path: [name = ''], field }) => {
			for (const value of field.good) {
				await control.account({ [name]: value });
				expect(expectData(await service.get('/balance'), 200, object)[name]).toBe(value);
			}
			const test = expectData(await service.get('/balance', { key: TEST_KEY }), 200, object);
			expect(test).not.toHaveProperty(String(name));
		},
	);
});
