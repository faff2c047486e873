import type { ServerResponse } from 'node:http';

import { control, receiver, service, useService } from './conformance/client';
import { object, SETTLED } from './conformance/expect';
import { NUMBER, text } from './conformance/requests';

/** The documentation is silent on these points of callbacks. README.md has the decisions. */

useService();

const hook = (query = '') => `${receiver.url}/hook${query}`;

const register = (kind: string, query = '') => control.callbacks({ [kind]: hook(query) });

const seen = () => receiver.seen('/hook');

const queries = () => seen().map(({ url }) => Object.fromEntries(url.searchParams));

const codes = () => queries().map(({ status }) => status);

const write = (route: string, to?: string) =>
	control.inbox({ route, from: NUMBER, text: 'Hello', ...(to !== undefined && { to }) });

/** The receiver responds with these statuses, then with 200. */
const answerWith = (...statuses: number[]) => {
	receiver.answerBy((response) => {
		response.writeHead(statuses.shift() ?? 200).end();
	});
};

describe('Callbacks', () => {
	it('A callback goes to each URL of its kind, whatever another URL responds', async () => {
		const urls = [hook('?token=one'), hook('?token=two')];
		await control.call('PUT', '/callbacks', { unofficialStatus: [...urls, ...urls] });
		answerWith(500);
		await text();
		await control.advance(0);

		expect(await control.call('GET', '/callbacks')).toMatchObject({
			unofficialStatus: urls,
		});
		expect(queries().map(({ token }) => token)).toEqual(['one', 'two']);
	});

	it('The deliveries show callback URLs with masked tokens', async () => {
		await register('unofficialStatus', '?token=secret&a=b');
		await text();
		await control.advance(0);

		expect(queries()).toEqual([expect.objectContaining({ token: 'secret' })]);
		const urls = (await control.deliveries()).map(({ url }) => url);
		expect(urls).toEqual([expect.stringContaining('token=***&a=b')]);
	});

	it('The list of channels shows callback URLs without their tokens', async () => {
		await register('officialInbox', '?token=secret');

		const channels = (await service.get('/wa_official/channels')).text;

		expect(channels).toContain(hook());
		expect(channels).not.toContain('secret');
	});

	it.each([
		['628000001001', { err_code: '1', status: 'F', sent_date: '' }],
		['628000001002', { err_code: '4', status: 'A', sent_date: '' }],
		['628000001003', { err_code: '2', status: 'F', sent_date: '' }],
	])('The last status callback to %s has the fields %j', async (destination, told) => {
		await register('unofficialStatus');
		await text({ destination, timeout: 60 });
		await control.advance(SETTLED);

		expect(queries().at(-1)).toMatchObject(told);
	});

	it('A callback waits for the response to the one before it', async () => {
		await register('unofficialStatus');
		let held: ServerResponse | undefined;
		receiver.answerBy((response) => {
			held = response;
		});
		await text();
		const advanced = control.advance(SETTLED);
		await receiver.take('/hook', 1);
		// The message has reached its final status, but its later callbacks have not been sent yet.
		const [message] = await control.messages();
		expect([message?.status, codes()]).toEqual(['R', ['Q']]);
		answerWith();
		held?.end();
		await advanced;

		expect(codes()).toEqual(['Q', 'S', 'D', 'R']);
	});

	it('A callback is retried no more often than the setting says', async () => {
		await control.settings({ callbackRetries: 2 });
		await register('smsInbox');
		// A redirect counts as a failure.
		answerWith(302, 500, 500, 500);
		await write('sms');
		for (let at = 0; at < 6; at++) await control.advance(1000);

		const attempts = (await control.deliveries()).map(({ attempt }) => attempt);
		expect(attempts).toEqual([1, 2, 3]);
	});

	it('A Business callback names the gateway by its id', async () => {
		await register('business');
		await write('business', '6281100000004');
		await control.advance(0);

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
		'http://user:secret@127.0.0.1:9/hook',
		'http://example.com/hook',
	])('A URL that the simulator cannot call is refused: %s', async (url) => {
		await expect(control.callbacks({ unofficialStatus: url })).rejects.toThrow('400');
	});
});

describe('Test callbacks', () => {
	const testCallback = (kind: string) => control.call('POST', '/callbacks/test', { kind });

	it.each([
		['unofficialStatus', 'err_code'],
		['smsInbox', 'gateway_number'],
		['business', 'message_id'],
	])(
		'A test callback of the kind %s has the field %s, and returns the status of its response',
		async (kind, field) => {
			await register(kind);
			answerWith(404);

			expect(await testCallback(kind)).toEqual({ statuses: [404] });
			const [{ url, body } = { url: '', body: '' }] = seen();
			expect(`${String(url)} ${body}`).toContain(field);
		},
	);
});
