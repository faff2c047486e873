import type { ServerResponse } from 'node:http';

import { z } from 'zod';

import { control, receiver, service, useService } from './conformance/client';
import { object, SETTLED } from './conformance/expect';
import { NUMBER, text, textRef } from './conformance/requests';

/** What README.md decides about callbacks, where the documentation is silent; and their faults. */

useService();

const hook = (query = '') => `${receiver.url}/hook${query}`;

const register = (kind: string, query = '') => control.callbacks({ [kind]: hook(query) });

const seen = () => receiver.seen('/hook');

const queries = () => seen().map(({ url }) => Object.fromEntries(url.searchParams));

const codes = () => queries().map(({ status }) => status);

const write = (route: 'official' | 'unofficial' | 'business' | 'sms', to?: string) =>
	control.inbox({ route, from: NUMBER, text: 'Hello', ...(to !== undefined && { to }) });

const advance = (ms: number) => control.advance(ms);

const answerWith = (...statuses: number[]) => {
	receiver.answerBy((response) => {
		response.statusCode = statuses.shift() ?? 200;
		response.end();
	});
};

describe('a callback', () => {
	it('goes to each URL that is registered for its kind, whatever another one answers', async () => {
		const urls = [hook('?token=one'), hook('?token=two')];
		await control.call('PUT', '/callbacks', { unofficialStatus: [...urls, ...urls] });
		answerWith(500);
		await text();
		await advance(0);

		expect(await control.call('GET', '/callbacks')).toMatchObject({
			unofficialStatus: urls,
		});
		expect(queries().map(({ token }) => token)).toEqual(['one', 'two']);
	});

	it('is noted with its token masked', async () => {
		await register('unofficialStatus', '?token=secret&a=b');
		await text();
		await advance(0);

		expect(queries()).toEqual([expect.objectContaining({ token: 'secret' })]);
		const urls = (await control.deliveries()).map(({ url }) => url);
		expect(urls).toEqual([expect.stringContaining('token=***&a=b')]);
	});

	it('and its token are not shown with the channels', async () => {
		await register('officialInbox', '?token=secret');

		const channels = (await service.get('/wa_official/channels')).text;

		expect(channels).toContain(hook());
		expect(channels).not.toContain('secret');
	});

	it.each([
		['628000001001', { err_code: '1', status: 'F', sent_date: '' }],
		['628000001002', { err_code: '4', status: 'A', sent_date: '' }],
		['628000001003', { err_code: '2', status: 'F', sent_date: '' }],
	])('to %s carries its error code', async (destination, told) => {
		await register('unofficialStatus');
		await text({ destination, timeout: 60 });
		await advance(SETTLED);

		expect(queries().at(-1)).toMatchObject(told);
	});

	it('tells the time at which the message was sent, also when it is read', async () => {
		await register('unofficialStatus');
		await text();
		await advance(SETTLED);

		const [queued, ...later] = queries().map(({ sent_date: date }) => date);
		expect([queued, later.length, new Set(later).size]).toEqual(['', 3, 1]);
	});

	it('waits for the answer to the one before it', async () => {
		await register('unofficialStatus');
		let held: ServerResponse | undefined;
		receiver.answerBy((response) => {
			held = response;
		});
		await text();
		const advanced = advance(SETTLED);
		await receiver.take('/hook', 1);
		// The message has reached its final status, but its later callbacks have not been sent yet.
		const [message] = await control.messages();
		expect([message?.status, codes()]).toEqual(['R', ['Q']]);
		answerWith();
		held?.end();
		await advanced;

		expect(codes()).toEqual(['Q', 'S', 'D', 'R']);
	});

	it('to a registered URL without a query begins one', async () => {
		await register('unofficialStatus');
		const ref = await textRef();
		await advance(0);

		expect(queries()).toEqual([expect.objectContaining({ ref_no: ref })]);
	});

	it('that is answered by a redirect got no success', async () => {
		await control.settings({ callbackRetries: 1 });
		await register('smsInbox');
		answerWith(302);
		await write('sms');
		await advance(0);
		await advance(1000);

		expect(seen()).toHaveLength(2);
	});

	it('is retried no more often than set', async () => {
		await control.settings({ callbackRetries: 2 });
		await register('smsInbox');
		answerWith(500, 500, 500, 500);
		await write('sms');
		for (let at = 0; at < 6; at++) await advance(1000);

		const attempts = (await control.deliveries()).map(({ attempt }) => attempt);
		expect(attempts).toEqual([1, 2, 3]);
	});

	it('is not pushed any more once its URL is taken away', async () => {
		await register('unofficialStatus');
		await control.callbacks({ unofficialStatus: null });
		await text();
		await advance(1000);

		expect(seen()).toEqual([]);
	});

	it('of the Business route names the gateway by its id', async () => {
		await register('business');
		await write('business', '6281100000004');
		await advance(0);

		expect(seen().map(({ body }) => object.parse(JSON.parse(body)))).toEqual([
			expect.objectContaining({
				invented: true,
				gateway_id: 'gateway-2',
				from: NUMBER,
				type: 'text',
				text: 'Hello',
			}),
		]);
	});

	it.each([
		'https://127.0.0.1:9/hook',
		'http://%@127.0.0.1:9/hook',
		'http://user:secret@127.0.0.1:9/hook',
		'ftp://127.0.0.1/hook',
		'http://example.com/hook',
	])('has no URL that the simulator cannot push to: %s', async (url) => {
		await expect(control.callbacks({ unofficialStatus: url })).rejects.toThrow('400');
	});

	it('ends when its receiver never ends its answer', async () => {
		await control.settings({ callbackTimeoutMs: 100 });
		await register('unofficialStatus');
		receiver.answerBy((response) => response.writeHead(200).write('.'));
		await text();
		await advance(0);

		expect(await control.deliveries()).toMatchObject([{ status: null }]);
	});
});

describe('a callback in a form that the documentation does not rule out', () => {
	it('has a second question mark behind a registered query', async () => {
		await control.settings({ callbackQuery: 'second question mark' });
		await register('unofficialStatus', '?token=secret');
		const ref = await textRef();
		await advance(0);

		expect(seen().map(({ url }) => url.search)).toEqual([
			expect.stringContaining(`?token=secret?ref_no=${ref}`),
		]);
	});

	it.each([
		['text/json', 'text/json'],
		['none', ''],
	])('is JSON of the type %j', async (callbackJsonType, contentType) => {
		await control.settings({ callbackJsonType });
		await register('officialInbox');
		await write('official');
		await advance(0);

		expect(seen()).toMatchObject([
			{ contentType, body: expect.stringMatching(/^\{"room_id"/) as unknown },
		]);
	});

	it('is a status with query parameters and a body of text', async () => {
		await control.settings({
			unofficialStatusMethod: 'POST',
			unofficialStatusBody: 'text',
		});
		await register('unofficialStatus');
		await text();
		await advance(0);

		expect([codes(), seen()]).toMatchObject([
			['Q'],
			[{ contentType: 'text/plain', body: 'Status' }],
		]);
	});

	it('is a status in JSON', async () => {
		await control.settings({
			unofficialStatusMethod: 'POST',
			unofficialStatusBody: 'json',
		});
		await register('unofficialStatus');
		const ref = await textRef();
		await advance(0);

		expect(queries()).toEqual([{}]);
		expect(seen().map(({ body }) => object.parse(JSON.parse(body)))).toEqual([
			{ ref_no: ref, status: 'Q', sent_date: '', err_code: '' },
		]);
	});

	it('A status may be told by a word', async () => {
		await control.settings({ unofficialStatusWords: 'word' });
		await register('unofficialStatus');
		await text();
		await advance(SETTLED);

		expect(codes()).toEqual(['queue', 'sent', 'delivered', 'read']);
	});

	it.each([
		['iso', /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/],
		['slashes', /^\d\d\/\d\d\/\d{4} \d\d:\d\d:\d\d$/],
		['epoch', /^\d{10}$/],
	])('has dates in the form %j, if no form is documented for them', async (form, pattern) => {
		await control.settings({ callbackDates: form });
		await register('smsInbox');
		await write('sms');
		await advance(0);

		const [date] = seen().map(({ body }) => new URLSearchParams(body).get('receive_date'));
		expect(date).toMatch(pattern);
	});

	it.each([
		['like a room', ['room_id', 'ref_no', 'sender_number']],
		['like a report', ['ref_no', 'status']],
		['like a push', ['id', 'originator']],
		['mixed', ['id', 'originator', 'ref_no', 'status', 'room_id', 'sender_number']],
	])('of the Business route looks %s', async (businessShape, fields) => {
		await control.settings({ businessShape });
		await register('business');
		const { id } = await write('business');
		await advance(0);

		const [payload = {}] = seen().map(({ body }) => object.parse(JSON.parse(body)));
		expect(Object.keys(payload)).toEqual(expect.arrayContaining(fields));
		expect(payload.message_id).toBe(id);
	});
});

describe('a fault of the callbacks', () => {
	/** A message on its way, and the faults of its next callbacks. */
	async function sendWith(...kinds: string[]): Promise<void> {
		await register('unofficialStatus');
		await text();
		for (const kind of kinds) await control.fault({ kind });
	}

	it.each([
		['pushes a callback twice', ['duplicateCallback'], ['Q', 'Q', 'S']],
		['pushes a callback after the next one', ['reorderCallbacks'], ['S', 'Q', 'D']],
		[
			'pushes a callback that was held back, whatever strikes the next one',
			['reorderCallbacks', 'duplicateCallback'],
			['S', 'S', 'Q', 'D'],
		],
	])('%s', async (_what, kinds, expected) => {
		await sendWith(...kinds);
		await advance(expected.includes('D') ? 2000 : 1000);

		expect(codes()).toEqual(expected);
	});

	it('pushes a callback to where nobody listens, and notes it', async () => {
		await sendWith('deadReceiver');
		await advance(1000);

		expect(codes()).toEqual(['S']);
		expect(await control.deliveries()).toMatchObject([
			{ status: null, error: expect.stringContaining('ECONNREFUSED') as unknown },
			{ status: 200 },
		]);
	});

	it('is made good by a retry, if the service is set to retry', async () => {
		await control.settings({ callbackRetries: 1 });
		await sendWith('deadReceiver');
		answerWith(503);

		// Of the two callbacks the first finds nobody, the second is refused; a second later both come again.
		await advance(1000);
		await advance(999);
		const before = codes();
		await advance(1);

		expect(before).toEqual(['S']);
		expect(codes().slice(1).sort()).toEqual(expect.arrayContaining(['Q', 'S']));
	});
});

describe('what a test callback is', () => {
	it.each([
		['officialInbox', 'room_id'],
		['officialStatus', 'status_date'],
		['unofficialStatus', 'err_code'],
		['unofficialInbox', 'gateway_number'],
		['smsInbox', 'gateway_number'],
		['business', 'message_id'],
	])('of the kind %s it has %s, as any other one', async (kind, field) => {
		await register(kind);

		const answer = await service.at('POST', '/__control/callbacks/test', {
			body: JSON.stringify({ kind }),
			headers: { 'content-type': 'application/json' },
		});

		expect(z.object({ statuses: z.number().array() }).parse(JSON.parse(answer.text))).toEqual({
			statuses: [200],
		});
		const [{ url, body } = { url: '', body: '' }] = seen();
		expect(`${String(url)} ${body}`).toContain(field);
	});

	it('says that there is no URL', async () => {
		const answer = await service.at('POST', '/__control/callbacks/test', {
			body: '{"kind":"business"}',
			headers: { 'content-type': 'application/json' },
		});

		expect([answer.status, answer.text]).toEqual([400, expect.stringContaining('no URL')]);
	});

	it('says what its receiver answered', async () => {
		await register('business');
		answerWith(404);

		const answer = await service.at('POST', '/__control/callbacks/test', {
			body: '{"kind":"business"}',
			headers: { 'content-type': 'application/json' },
		});

		expect(JSON.parse(answer.text)).toEqual({ statuses: [404] });
	});
});
