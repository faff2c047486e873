import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

import { Container } from '@n8n/di';
import { generateUrlSignature, InstanceSettings, prepareUrlForSigning } from 'n8n-core';

import { idOfAnswer, TAKEN_HEADER } from '../../../nodes/answerButton';
import { call, useTriggers } from '../../support/webhooks';

const AYU = '628123456789';
let asked = 0;

/** The ID of a button of a new question. */
function newId(approved = true, nonce = String(++asked).padStart(16, 'n')): string {
	const link = new URL(`http://n8n/webhook-waiting/12/8b9fd985?approved=${String(approved)}`);
	link.searchParams.set('nonce', nonce);
	const { hmacSignatureSecret } = Container.get(InstanceSettings);
	const signature = generateUrlSignature(prepareUrlForSigning(link), hmacSignatureSecret);
	return idOfAnswer(`${link.href}&signature=${signature}`);
}

type Answer = [status: number, body?: string, headers?: Record<string, string>];

const TAKEN: Answer = [200, 'Thank you', { [TAKEN_HEADER]: 'true' }];
const RUNNING: Answer = [409, '{"message":"The execution \\"12\\" is running already."}'];

describe('Taps on buttons', () => {
	const { inbox } = useTriggers();
	let n8n: Server;
	let address: string;
	/** In the order in which n8n gives them; the last one for all others. */
	let answers: Answer[] = [];
	let calls: string[] = [];

	const bodyOf = async (request: IncomingMessage) => {
		let body = '';
		for await (const chunk of request) body += String(chunk);
		return body;
	};

	beforeAll(async () => {
		n8n = createServer((request, response) => {
			void bodyOf(request).then((body) => {
				calls.push(`${request.method ?? ''} ${request.url ?? ''} ${body}`);
				const [status, text, headers] = (answers.length > 1 ? answers.shift() : answers[0]) ?? [
					500,
				];
				const { url = '' } = request;
				const told = Object.entries(headers ?? {}).map(([name, value]) => [
					name,
					value
						.replace('{link}', url)
						.replace('{port}', new URL(address).port)
						.replace('{form}', url.replace('webhook', 'form')),
				]);
				response.writeHead(status, Object.fromEntries(told) as typeof headers).end(text);
			});
		});
		await new Promise<void>((resolve) => n8n.listen(0, '0.0.0.0', resolve));
		address = `http://127.0.0.1:${(n8n.address() as AddressInfo).port}`;
	});

	afterAll(() => n8n.close());

	const trigger = (given: Answer[] = [TAKEN]) => {
		answers = [...given];
		calls = [];
		return inbox({}, { waitingUrl: `${address}/webhook-waiting` });
	};

	it('A tap is handed over with its sender, once, and starts nothing', async () => {
		const server = await trigger();
		const json = { from: `+${AYU}`, button: { id: newId() } };

		const repeated = await Promise.all([call(server, { json }), call(server, { json })]);

		expect(repeated.map(({ status }) => status)).toEqual([200, 200]);
		expect(calls).toEqual([
			expect.stringMatching(
				/^POST \/webhook-waiting\/12\/8b9fd985\?approved=true&nonce=\w{16}&from=628123456789&signature=[\da-f]{64} $/,
			),
		]);
		expect(server.started).toEqual([]);
	});

	it('The other button of an answered question starts the workflow', async () => {
		const server = await trigger([TAKEN, [200, 'No action required']]);
		const nonce = 'answeredBefore_1';

		await call(server, { json: { id: newId(true, nonce) } });
		await call(server, { json: { id: newId(false, nonce) } });

		expect(server.started).toHaveLength(1);
	});

	const redirect = (location: string): Answer => [301, '', { location }];

	it.each<[string, Answer[], number, number]>([
		['a redirect to the same link', [redirect('{link}'), TAKEN], 200, 0],
		[
			'a redirect to another address of n8n',
			[redirect('http://127.0.0.2:{port}{link}'), TAKEN],
			200,
			0,
		],
		['a redirect to something else', [redirect('/login')], 503, 0],
		['n8n’s redirect to the form that it waits for now', [redirect('{form}')], 200, 1],
		['an execution that runs for a second', [RUNNING, RUNNING, TAKEN], 200, 0],
		['an execution that has failed', [[409, '{"message":"… has finished with error."}']], 200, 1],
		['n8n’s own page', [[200, 'No action required']], 200, 1],
		['our own page that takes nothing', [[410, '', { [TAKEN_HEADER]: 'false' }]], 200, 1],
		['our own page of another sender', [[403, '', { [TAKEN_HEADER]: 'false' }]], 200, 1],
		[
			'a failure of n8n, whatever its headers, that passes',
			[[500, '', { [TAKEN_HEADER]: 'true' }], TAKEN],
			200,
			0,
		],
		['an execution that n8n does not know', [[404]], 200, 1],
		['a signature that n8n refuses', [[401]], 200, 1],
		['a proxy without n8n', [[502]], 503, 0],
		['too many calls', [[429]], 503, 0],
	])('A tap is not lost after %s', async (_, given, status, started) => {
		const server = await trigger(given);
		const answer = await call(server, { json: { message_id: `m${++asked}`, id: newId() } });

		expect(answer.status).toBe(status);
		expect(server.started).toHaveLength(started);
	});

	it('A tap is asked for again if n8n cannot be reached', async () => {
		const server = await inbox();

		expect((await call(server, { json: { id: newId() } })).status).toBe(503);
		expect(server.started).toEqual([]);
	});

	it('A message next to taps starts the workflow within ten seconds, though their execution runs on, and a tap alone is asked for again', async () => {
		const [server, other] = [await trigger([RUNNING]), await trigger([RUNNING])];
		const taps = [newId(), newId(), newId()].map((id) => ({ from: AYU, id }));
		const began = Date.now();

		const [answer, alone] = await Promise.all([
			call(server, { json: [...taps, { from: AYU, text: 'Hi' }] }),
			call(other, { json: { id: newId() } }),
		]);

		expect([answer.status, alone.status]).toEqual([200, 503]);
		expect([server.started.length, other.started.length]).toEqual([1, 0]);
		expect(server.outputs.at(-1)).toMatchObject({ from: AYU, text: 'Hi' });
		expect(Date.now() - began).toBeLessThan(15_000);
	}, 20_000);

	it.each<[string, (id: string) => object]>([
		['of another n8n', (id) => ({ id: id.replace(/[\da-f]{64}$/, '0f'.repeat(32)) })],
		['of the other answer', (id) => ({ id: id.replace('true', 'false') })],
		['of another execution', (id) => ({ id: id.replace(':12/', ':13/') })],
	])('An ID %s starts the workflow, and n8n is not asked', async (_, payload) => {
		const server = await trigger([RUNNING]);

		const json = { message_id: `m${++asked}`, payload: payload(newId()) };
		expect((await call(server, { json })).status).toBe(200);
		expect(calls).toEqual([]);
		expect(server.started).toHaveLength(1);
	});

	it('A tapped button without the callback token is refused with 401', async () => {
		const server = await inbox({}, { token: 'b7e2c94f06d1a85e3f7c20b9d4618ea5' });

		expect((await call(server, { json: { id: newId() } })).status).toBe(401);
	});
});
