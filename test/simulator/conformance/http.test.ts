import { XMLParser } from 'fast-xml-parser';
import { z } from 'zod/v4';

import { faultsOfResponse, fromXml, schemaOf } from '../../support/contract';
import { FACTS, sendSms } from '../facts/endpoints';
import {
	account,
	ask,
	callTo,
	control,
	getBalance,
	given,
	jsonOf,
	object,
	origin,
	sms,
	smsStatus,
	useService,
	type Answer,
	type Fields,
} from './requests';

useService();

const parser = new XMLParser({ parseTagValue: false, ignoreDeclaration: true });

/** The elements in the single root element. */
function elementsOf({ headers, text }: Answer): Fields {
	expect(headers.get('content-type')).toMatch(/^application\/xml\b/);
	return z.tuple([object]).parse(Object.values(object.parse(parser.parse(text))))[0];
}

it.each(FACTS)('A reader that follows the file finds all of $name in its XML', async (fact) => {
	const json = jsonOf(await callTo(fact));
	const isSms = fact.name === sendSms.name;
	const inXml = isSms ? sms({ output: undefined }) : callTo(fact, { accept: 'application/xml' });
	const read = fromXml(schemaOf(fact.name), elementsOf(await inXml));

	expect(faultsOfResponse(fact.name, fact.success, read)).toEqual([]);
	const lists = (body: unknown) =>
		Object.values(object.parse(body))
			.filter(Array.isArray)
			.map(({ length }) => length);
	expect(lists(read)).toEqual(lists(json));
});

it.each(FACTS.filter(({ name }) => name !== sendSms.name))('$name needs the key', async (fact) => {
	expect((await callTo(fact, { apikey: 'simulator-kez' })).status).toBe(401);
});

it.each([
	[{ active: false }, 403, '-5'],
	[{ whitelist: [] }, 403, '-40'],
	[{ whitelist: [{ ip: '127.0.0.1', active: false }] }, 403, '-40'],
	[{}, 200, '0'],
])('A request of the account %j gets %i, and its SMS gets %s', async (fields, api, status) => {
	account(fields);

	expect([(await getBalance()).status, await smsStatus()]).toEqual([api, status]);
});

it('The journal has no passwords and keys', async () => {
	const login = { user: 'simulator_api', password: 'simulator-password' };
	await sms();
	await ask(`${sendSms.path}?${new URLSearchParams(given(login)).toString()}`, { method: 'POST' });
	await getBalance();

	const all = JSON.stringify(await control.journal());
	expect(all.split('password=***')).toHaveLength(3);
	expect(all).not.toContain(login.password);
	expect(all).not.toContain('simulator-key');
});

it.each(['/__control/reset', sendSms.path])(
	'A page of another origin gets 403: %s',
	async (path) => {
		const statusFor = async (page: string) =>
			(await ask(path, { method: 'POST', headers: { origin: page } })).status;

		expect(await statusFor('https://attacker.example')).toBe(403);
		expect(await statusFor(origin())).not.toBe(403);
	},
);
