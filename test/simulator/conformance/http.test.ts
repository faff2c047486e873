import { XMLParser } from 'fast-xml-parser';
import { z } from 'zod/v4';

import { FACTS, sendSms } from '../facts/endpoints';
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
import { callTo, CHANNEL, greet, OTHER_CHANNEL } from './requests';

useService();

/** The endpoints of the HTTP API. */
const API = FACTS.filter(({ name }) => name !== sendSms.name);

function expectDenied({ status, text: body }: Answer): void {
	expect([401, 403]).toContain(status);
	expect(jsonOf({ text: body })).not.toHaveProperty('data');
}

describe('Status codes', () => {
	it.each([
		['/whatsapp/message', 'application/json', '{ "destination": '],
		['/wa_business/reply', 'application/json', Buffer.from('{"type":"\xff"}', 'latin1')],
		['/wa_business/reply', 'foo', '{}'],
	])('The response to an unreadable body is 400: %s %s', async (path, type, body) => {
		const headers = { 'content-type': type };

		expect(await service.at('POST', PREFIX + path, { body, headers })).toMatchObject({
			status: 400,
		});
		expect((await control.journal()).at(-1)).toMatchObject({ outcome: 'unreadable', status: 400 });
		expect(await control.messages()).toEqual([]);
	});

	it.each(['GET', 'POST'])('The response to an unknown path is 404: %s', async (method) => {
		for (const path of ['/nothing', '/auth', '/whatsapp', '/whatsapp/status', '/balance/nothing'])
			expect(await service.at(method, PREFIX + path)).toMatchObject({ status: 404 });
	});

	it.each(FACTS)(
		'The response to another method than that of $name is 405',
		async ({ name, method, path }) => {
			const target = name === sendSms.name ? SMS_PATH : PREFIX + path;
			const others = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'].filter((other) => other !== method);
			for (const other of others) {
				const answer = await service.at(other, target);
				expect([answer.status, answer.headers.allow]).toEqual([405, method]);
			}
		},
	);

	it('A validation error names an entry of a list by its index', async () => {
		expect(expectInvalid(await greet({ value: 'Not Lowercase' }), 'value')).toContain(0);
	});
});

const parser = new XMLParser({ parseTagValue: false, ignoreDeclaration: true });

/** Checks that a response is XML with a single root element, and gives the elements in it. */
function expectXml({ contentType, text: body }: Answer): Record<string, unknown> {
	expect(contentType).toMatch(/^(text|application)\/xml\b/);
	const roots = Object.values(object.parse(parser.parse(body)));
	expect(roots).toHaveLength(1);
	return object.parse(roots[0]);
}

const XML = { headers: { accept: 'application/xml' } };

describe('Formats', () => {
	it.each(API)('The response of $name is JSON, or XML if the request accepts XML', async (fact) => {
		for (const headers of [{}, { accept: '*/*' }, { accept: 'application/json' }]) {
			const { status, contentType } = await callTo(fact, { headers });
			expect([status, contentType]).toEqual([fact.success, matching(/^application\/json\b/)]);
		}
		for (const accept of ['text/xml', 'application/xml'])
			expect(expectXml(await callTo(fact, { headers: { accept } }))).toMatchObject({
				error: 'false',
			});
	});

	it('A list is an element for each of its entries in XML', async () => {
		// The documentation does not name these elements. All entries have the same name.
		const entries = z.array(z.object({ id: z.string() })).length(2);
		const [list, ...others] = Object.values(
			object.parse(expectXml(await service.get('/wa_official/channels', XML)).data),
		);

		expect(entries.parse(list).map(({ id }) => id)).toEqual([CHANNEL, OTHER_CHANNEL]);
		expect(others).toEqual([]);
	});
});

describe('Authentication', () => {
	it.each(API)('$name needs the key and a whitelisted address', async (fact) => {
		for (const how of [{ key: null }, { key: 'simulator-kez' }, { from: FOREIGN }])
			expectDenied(await callTo(fact, how));
	});

	it.each([
		[{ headers: { APIKey: 'simulator-key' } }, 200],
		[{ headers: { apikey: 'simulator-key' } }, 200],
		[{ headers: { Authorization: 'Bearer simulator-key' } }, 401],
		[{ query: { APIKey: 'simulator-key' } }, 401],
	])('The key counts in its header only: %j', async (how, status) => {
		expect((await service.get('/balance', { key: null, ...how })).status).toBe(status);
	});

	it('An entry of the whitelist must be active', async () => {
		const responseWith = async (active: boolean) => {
			await control.account({ whitelist: [{ ip: FOREIGN, active }] });
			return service.get('/balance', { from: FOREIGN });
		};

		expectDenied(await responseWith(false));
		expectData(await responseWith(true), 200, object);
	});
});

it('The balance has what the account has, and the test host has a separate one', async () => {
	const credits = { wa_balance: 12.5, sms_balance: 0, wa_expired_date: '2031-02-03' };
	await control.account(credits);
	const main = expectData(await service.get('/balance'), 200, object);
	const test = expectData(await service.get('/balance', { key: TEST_KEY }), 200, object);

	expect(main).toMatchObject({ idClient: 501, ...credits });
	expect(test).toEqual({ idClient: 502 });
	const accounts = (await control.journal()).map(({ account }) => account);
	expect(accounts).toEqual(['main', 'test']);
});
