import { XMLParser } from 'fast-xml-parser';
import { z } from 'zod/v4';

import { faultsOfResponse, fromXml, schemaOf } from '../../support/contract';
import { FACTS, sendSms } from '../facts/endpoints';
import {
	control,
	expectData,
	jsonOf,
	object,
	PREFIX,
	service,
	SMS_LOGIN,
	SMS_PATH,
	TEST_KEY,
	useService,
	type Answer,
	type Fields,
} from './client';
import { callTo, SMS, smsStatus, textRef } from './requests';

useService();

/** The endpoints of the HTTP API. */
const API = FACTS.filter(({ name }) => name !== sendSms.name);

describe('Status codes', () => {
	it.each([
		['/whatsapp/message', 'application/json', '{ "destination": '],
		['/wa_business/reply', 'application/json', Buffer.from('{"type":"\xff"}', 'latin1')],
		['/wa_business/reply', 'foo', '{}'],
	])('The response to an unreadable body is 400: %s %s', async (path, type, body) => {
		const headers = { 'content-type': type };

		expect((await service.at('POST', PREFIX + path, { body, headers })).status).toBe(400);
		expect((await control.journal()).at(-1)).toMatchObject({ outcome: 'unreadable', status: 400 });
	});
});

const parser = new XMLParser({ parseTagValue: false, ignoreDeclaration: true });
const typeOf = ({ headers }: Answer) => headers.get('content-type')?.split(';')[0];

/** The elements in the single root element. */
function elementsOf(answer: Answer): Fields {
	expect(typeOf(answer)).toBe('application/xml');
	return z.tuple([object]).parse(Object.values(object.parse(parser.parse(answer.text))))[0];
}

describe('Formats', () => {
	it.each(API)('The response of $name is JSON, or XML if the request accepts XML', async (fact) => {
		const json = await callTo(fact);
		expect([json.status, typeOf(json)]).toEqual([fact.success, 'application/json']);
		for (const accept of ['text/xml', 'application/xml'])
			expect(elementsOf(await callTo(fact, { headers: { accept } }))).toMatchObject({
				error: 'false',
			});
	});

	it.each(FACTS)('A reader that follows the file finds all of $name in its XML', async (fact) => {
		const isSms = fact.name === sendSms.name;
		const json = await callTo(fact);
		const answer = isSms
			? await service.smsForm({ ...SMS, output: 'xml' })
			: await callTo(fact, { headers: { accept: 'application/xml' } });
		const read = fromXml(schemaOf(fact.name), elementsOf(answer));

		expect(faultsOfResponse(fact.name, fact.success, read)).toEqual([]);
		const lists = (body: unknown) =>
			Object.values(object.parse(body))
				.filter(Array.isArray)
				.map(({ length }) => length);
		expect(lists(read)).toEqual(lists(jsonOf(json)));
	});
});

describe('Authentication', () => {
	it.each(API)('$name needs the key', async (fact) => {
		for (const key of [null, 'simulator-kez'])
			expect((await callTo(fact, { key })).status).toBe(401);
	});

	it.each([
		[{ headers: { apikey: 'simulator-key' } }, 200],
		[{ headers: { Authorization: 'Bearer simulator-key' } }, 401],
		[{ query: { APIKey: 'simulator-key' } }, 401],
	])('The key counts in its header only: %j', async (how, status) => {
		expect((await service.get('/balance', { key: null, ...how })).status).toBe(status);
	});

	it.each([
		[{ active: false }, 403, '-5'],
		[{ whitelist: [] }, 403, '-40'],
		[{ whitelist: [{ ip: '127.0.0.1', active: false }] }, 403, '-40'],
		[{}, 200, '0'],
	])('A request of the account %j gets %i, and its SMS gets %s', async (account, api, sms) => {
		await control.account(account);

		expect([(await service.get('/balance')).status, await smsStatus()]).toEqual([api, sms]);
	});
});

it('The balance has what the account has, and the test host has a separate one', async () => {
	const credits = { wa_balance: 12.5, sms_balance: 0, wa_expired_date: '2031-02-03' };
	await control.account(credits);
	const main = expectData(await service.get('/balance'), 200, object);
	const test = expectData(await service.get('/balance', { key: TEST_KEY }), 200, object);

	expect(main).toMatchObject({ idClient: 501, ...credits });
	expect(test).toEqual({ idClient: 502 });
});

it('The journal has no passwords and keys', async () => {
	await smsStatus();
	await service.smsQuery(SMS);

	const all = JSON.stringify(await control.journal());
	expect(all.split('password=***')).toHaveLength(3);
	expect(all).not.toContain(SMS_LOGIN.password);
	expect(all).not.toContain('simulator-key');
});

describe('Access from pages', () => {
	it.each(['/__control/reset', SMS_PATH])('A page of another origin gets 403: %s', async (path) => {
		const statusFor = async (origin: string) =>
			(await service.at('POST', path, { headers: { origin } })).status;

		expect(await statusFor('https://attacker.example')).toBe(403);
		expect(await statusFor(service.url)).not.toBe(403);
	});

	it.each(['text/plain', 'application/x-www-form-urlencoded'])(
		'The control interface refuses a content type that a form of a page can send: %s',
		async (type) => {
			const path = `/__control/messages/${await textRef()}/move`;
			const headers = { 'content-type': type };

			expect((await service.at('POST', path, { body: '{"status":"F"}', headers })).status).toBe(
				400,
			);
		},
	);
});
