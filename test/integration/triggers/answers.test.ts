import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

import { TAKEN_HEADER, TAPPED_BY_HEADER } from '../../../nodes/answerButton';
import { call, useTriggers } from '../../support/webhooks';

const AYU = '628123456789';
let asked = 0;

/** The ID of a button of a new question. */
function newId(approved = true, nonce = String(++asked).padStart(16, 'n')): string {
	const signature = createHash('sha256').update(nonce).digest('hex');
	return `/webhook-waiting/12/8b9fd985?approved=${String(approved)}&nonce=${nonce}&signature=${signature}`;
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
	let tappers: unknown[] = [];
	/** n8n takes such an address, whatever the answers are. */
	let isTrue: (url: string) => boolean = () => false;

	const bodyOf = async (request: IncomingMessage) => {
		let body = '';
		for await (const chunk of request) body += String(chunk);
		return body;
	};

	beforeAll(async () => {
		n8n = createServer((request, response) => {
			void bodyOf(request).then((body) => {
				calls.push(`${request.method ?? ''} ${request.url ?? ''} ${body}`);
				tappers.push(request.headers[TAPPED_BY_HEADER]);
				const next = (answers.length > 1 ? answers.shift() : answers[0]) ?? [500];
				const [status, text, headers] = isTrue(request.url ?? '') ? TAKEN : next;
				response.writeHead(status, headers).end(text);
			});
		});
		await new Promise<void>((resolve) => n8n.listen(0, '0.0.0.0', resolve));
		address = `http://127.0.0.1:${(n8n.address() as AddressInfo).port}`;
	});

	afterAll(() => n8n.close());

	const trigger = (given: Answer[] = [TAKEN]) => {
		answers = [...given];
		calls = [];
		tappers = [];
		return inbox({}, { waitingUrl: `${address}/webhook-waiting` });
	};

	it('A tap is posted once, with the number that tapped, and starts nothing', async () => {
		const server = await trigger();
		const json = { from: `+${AYU}`, button: { id: newId() } };

		const [first, repeated] = [await call(server, { json }), await call(server, { json })];

		expect(first).toMatchObject({
			status: 200,
			text: expect.stringContaining('Received') as string,
		});
		expect(repeated).toMatchObject({
			status: 200,
			text: expect.stringContaining('Already answered') as string,
		});
		expect(calls).toEqual([
			expect.stringMatching(
				/^POST \/webhook-waiting\/12\/8b9fd985\?approved=true&nonce=\w{16}&signature=[\da-f]{64} $/,
			),
		]);
		expect(tappers).toEqual([AYU]);
		expect(server.started).toEqual([]);
	});

	it('An ID that somebody types is of that person, also next to other messages', async () => {
		const server = await trigger([[404]]);
		const other = '628123456780';
		await call(server, {
			json: [
				{ from: AYU, text: 'Hi' },
				{ from: other, text: newId() },
			],
		});

		expect(tappers).toEqual([other]);
		expect(server.outputs).toHaveLength(2);
	});

	it('No question is answered by two buttons at once, which are a message', async () => {
		const server = await trigger();
		const buttons = [newId(), newId()].map((id) => ({ id }));
		await call(server, { json: { from: AYU, text: 'Hi', buttons } });

		expect(calls).toEqual([]);
		expect(server.started).toHaveLength(1);
	});

	it('The other button of an answered question is not posted, and starts nothing', async () => {
		const server = await trigger();
		const nonce = 'answeredBefore_1';

		await call(server, { json: { id: newId(true, nonce) } });
		const second = await call(server, { json: { id: newId(false, nonce) } });

		expect(second).toMatchObject({
			status: 200,
			text: expect.stringContaining('Already answered') as string,
		});
		expect(calls).toHaveLength(1);
		expect(server.started).toEqual([]);
	});

	const redirect = (location: string): Answer => [307, '', { location }];

	it.each<[string, Answer[], number, number]>([
		['an execution that runs for a second', [RUNNING, TAKEN], 200, 0],
		['an execution that has just started', [[500], TAKEN], 200, 0],
		['an execution that has failed', [[409, '{"message":"… has finished with error."}']], 200, 0],
		['n8n’s own page', [[200, '<h2>No action required</h2>']], 200, 0],
		['our own page that takes nothing', [[410, '', { [TAKEN_HEADER]: 'false' }]], 200, 0],
		['an execution that waits for a form', [[307, 'Redirecting to /form-waiting/12']], 200, 0],
		['a failure of n8n that passes', [[500, '', { [TAKEN_HEADER]: 'true' }], TAKEN], 200, 0],
		['an execution that n8n does not know', [[404]], 200, 1],
		['a signature that n8n refuses', [[401]], 200, 1],
		['a redirect of WEBHOOK_URL', [redirect('https://n8n.example.com')], 503, 0],
		['a page of a proxy', [[200, 'Please log in']], 503, 0],
		['a proxy without n8n', [[502]], 503, 0],
		['too many calls', [[429]], 503, 0],
	])('A tap is not lost after %s', async (_, given, status, started) => {
		const server = await trigger(given);
		const answer = await call(server, { json: { message_id: `m${++asked}`, id: newId() } });

		expect(answer.status).toBe(status);
		expect(server.started).toHaveLength(started);
	});

	it('A message next to a tap starts the workflow though the execution runs on, and a tap alone is asked for again', async () => {
		const [server, other] = [await trigger([RUNNING]), await trigger([RUNNING])];
		const taps = [newId(), newId(), newId()].map((id) => ({ from: AYU, button_id: id }));

		const [answer, alone] = await Promise.all([
			call(server, { json: [...taps, { from: AYU, text: 'Hi' }] }),
			call(other, { json: { id: newId() } }),
		]);

		expect([answer.status, alone.status]).toEqual([200, 503]);
		expect([server.started.length, other.started.length]).toEqual([1, 0]);
		expect(server.outputs.at(-1)).toMatchObject({ from: AYU, text: 'Hi' });
	});

	it('A tap next to a message answers, and only the message starts the workflow', async () => {
		const server = await trigger();
		const messages = [
			{ from: AYU, text: { body: 'Hi' } },
			{ from: AYU, type: 'button', button_id: newId(), text: 'Yes' },
		];

		expect((await call(server, { json: { messages } })).status).toBe(200);
		expect(calls).toHaveLength(1);
		expect(server.outputs).toMatchObject([{ text: 'Hi' }]);
	});

	it('Forged IDs in a message of another person do not hide a tap', async () => {
		const server = await trigger([[401]]);
		const forged = Array.from({ length: 101 }, (_, at) =>
			newId(true, `forged${at + 1e9}`).replace('/12/', `/${at + 1}/`),
		);
		const id = newId();
		isTrue = (url) => url.endsWith(id.slice(-64));

		const json = {
			messages: [
				{ from: '62800', text: forged.join(' ') },
				{ from: AYU, id },
			],
		};
		const answer = await call(server, { json });

		expect(answer.status).toBe(200);
		expect(calls.filter((one) => one.includes(id))).toHaveLength(1);
		expect(calls.length).toBeLessThanOrEqual(20);
		isTrue = () => false;
	});

	it('A tapped button without the callback token is refused with 401', async () => {
		const server = await inbox({}, { token: 'b7e2c94f06d1a85e3f7c20b9d4618ea5' });

		expect((await call(server, { json: { id: newId() } })).status).toBe(401);
	});
});
