import { control, jsonOf, service, SMS_LOGIN, SMS_PATH, useService } from './conformance/client';
import { HOUR } from './conformance/expect';
import {
	broadcast,
	NUMBER,
	sms,
	smsFields,
	smsStatus,
	text,
	textRef,
} from './conformance/requests';

/** README.md decides these points of responses and access, as the documentation does not. */

useService();

const journal = () => control.journal();

const newest = async () => (await journal()).at(-1);

const postText = (body: Buffer | string, type: string) =>
	service.at('POST', '/svc_api/1.0/whatsapp/message', {
		body,
		headers: { 'content-type': type },
	});

describe('Responses', () => {
	it('A response in XML leaves out the characters that XML cannot hold', async () => {
		const answer = await service.post(
			'/whatsapp/message',
			{ destination: NUMBER, message: 'a\u0000b\u000bc' },
			{ headers: { accept: 'text/xml' } },
		);

		expect(answer.text).toContain('<message>abc</message>');
	});

	it('An account that is switched off gets 403, by SMS -5', async () => {
		await control.account({ active: false });

		expect([(await service.get('/balance')).status, await smsStatus()]).toEqual([403, '-5']);
	});

	it('A 429 names the seconds to wait if the setting retryAfter is on', async () => {
		await control.settings({
			channelRequests: 1,
			channelPeriodMs: 24 * HOUR,
			retryAfter: 7,
		});
		await broadcast();

		const { status, headers } = await broadcast();

		expect([status, headers['retry-after']]).toEqual([429, '7']);
	});

	it('A response is held back for the latency', async () => {
		await control.settings({ latencyMs: 600_000 });
		const controller = new AbortController();
		const pending = fetch(`${service.url}/svc_api/1.0/balance`, {
			headers: { apikey: 'simulator-key' },
			signal: controller.signal,
		}).then(() => 'answered');
		while ((await newest())?.outcome !== 'accepted');

		expect(await Promise.race([pending, Promise.resolve('still waiting')])).toBe('still waiting');
		controller.abort();
		await expect(pending).rejects.toThrow('aborted');
	});

	it.each([
		['bytes that are not text', Buffer.from('{"message":"\xff"}', 'latin1'), 'application/json'],
		['an invalid content type', '{}', 'foo'],
	])('The response to %s is 400', async (_what, body, type) => {
		expect((await postText(body, type)).status).toBe(400);
		expect(await newest()).toMatchObject({ outcome: 'unreadable', status: 400 });
	});

	it('JSON of a vendor type is accepted', async () => {
		const body = JSON.stringify({ destination: NUMBER, message: 'Hello' });

		expect((await postText(body, 'application/vnd.api+json; charset=utf-8')).status).toBe(201);
	});
});

describe('Journal', () => {
	it('An entry names the account', async () => {
		await service.get('/balance');

		expect(await newest()).toMatchObject({ account: 'main', outcome: 'accepted' });
	});

	it('Passwords and keys are left out of the journal', async () => {
		await sms();
		await service.smsQuery(smsFields());

		const [form, query] = await journal();

		expect([form?.body, query?.query]).toEqual([
			expect.stringContaining('password=***'),
			expect.stringContaining('password=***'),
		]);
		const all = JSON.stringify(await journal());
		expect(all).not.toContain(SMS_LOGIN.password);
		expect(all).not.toContain('simulator-key');
	});

	it('The journal may be read from after an entry', async () => {
		await service.get('/balance');
		await service.get('/balance');
		const [first, second] = await journal();

		const after = await control.call('GET', `/journal?after=${String(first?.id)}`);

		expect(after).toMatchObject({ entries: [{ id: second?.id }] });
	});

	it('A request from a foreign address has another outcome than a wrong request', async () => {
		await control.account({ whitelist: [] });
		await smsStatus();
		await control.account({ whitelist: [{ ip: '127.0.0.1', active: true }] });
		await smsStatus({ GSM: 'x' });

		const outcomes = (await journal()).map(({ outcome }) => outcome);

		expect(outcomes).toEqual(['unauthorised', 'refused']);
	});
});

describe('Reset', () => {
	it('A reset gives back the requests of the current second', async () => {
		await control.settings({ requestsPerSecond: 1, requestPeriodMs: HOUR });
		await service.get('/balance');
		await control.reset();

		expect((await service.get('/balance')).status).toBe(200);
	});
});

describe('Limits', () => {
	it('A limit is read as the setting requestReading says', async () => {
		await control.settings({ requestsPerSecond: 2, requestPeriodMs: HOUR, requestReading: 'gap' });
		await text();

		expect((await text()).status).toBe(429);
	});

	it('A change of another setting keeps the requests counted so far', async () => {
		await control.settings({ requestsPerSecond: 1, requestPeriodMs: HOUR });
		await text();
		await control.settings({ timezone: 'Asia/Jakarta' });

		expect((await text()).status).toBe(429);
	});
});

describe('Access from other machines and pages', () => {
	const ORIGIN = { origin: 'https://attacker.example' };
	const JSON_TYPE = { 'content-type': 'application/json' };

	it.each([
		['POST', '/__control/reset', ''],
		['POST', SMS_PATH, ''],
		['GET', '/svc_api/1.0/balance', ''],
	])('A page of another origin is refused: %s %s', async (method, path, body) => {
		const answer = await service.at(method, path, {
			body,
			headers: { ...JSON_TYPE, ...ORIGIN },
		});

		expect(answer.status).toBe(403);
	});

	it('A page that hides its origin is refused', async () => {
		const headers = { ...JSON_TYPE, origin: 'null' };

		expect((await service.at('POST', '/__control/reset', { headers })).status).toBe(403);
	});

	it('A page of the simulator is accepted', async () => {
		const headers = { ...JSON_TYPE, origin: service.url };

		expect((await service.at('POST', '/__control/reset', { headers })).status).toBe(200);
	});

	it.each(['attacker.example', 'attacker.example:5690', '127.0.0.1.attacker.example'])(
		'A foreign host name that leads to this machine is refused: %s',
		async (host) => {
			const answer = await service.get('/balance', { headers: { host } });

			expect(answer.status).toBe(403);
		},
	);

	it.each(['localhost:5690', '[::1]:5690', '127.0.0.1'])(
		'The host name %s is accepted',
		async (host) => {
			expect((await service.get('/balance', { headers: { host } })).status).toBe(200);
		},
	);

	it.each(['text/plain', 'application/x-www-form-urlencoded', ''])(
		'A content type that a form of a page can send is not accepted as JSON: %j',
		async (type) => {
			const ref = await textRef();
			const answer = await service.at('POST', `/__control/messages/${ref}/move`, {
				body: '{"status":"F"}',
				...(type !== '' && { headers: { 'content-type': type } }),
			});

			expect([answer.status, jsonOf(answer)]).toEqual([
				400,
				{ error: 'The body must be sent as application/json' },
			]);
		},
	);
});
