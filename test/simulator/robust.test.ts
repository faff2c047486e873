import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

import { z } from 'zod';

import { startSimulator, type Simulator } from '.';

/** What must neither bring the simulator down nor leave it waiting. */

let simulator: Simulator;
let other: Server;
let otherUrl: string;

beforeAll(async () => {
	simulator = await startSimulator({ speed: 0 });
});

beforeEach(async () => {
	await control('POST', '/reset');
	other = createServer();
	await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
	otherUrl = `http://127.0.0.1:${(other.address() as AddressInfo).port}`;
});

afterEach(async () => {
	other.closeAllConnections();
	await new Promise((resolve) => other.close(resolve));
});

afterAll(async () => {
	await simulator.stop();
});

async function control(method: string, path: string, body?: unknown) {
	const answer = await fetch(`${simulator.url}/__control${path}`, {
		method,
		...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
	});
	return { status: answer.status, body: await answer.json() };
}

const post = (path: string, body: unknown) =>
	fetch(`${simulator.url}/svc_api/1.0${path}`, {
		method: 'POST',
		headers: { apikey: 'simulator-key', 'content-type': 'application/json' },
		body: JSON.stringify(body),
	});

const text = () => post('/whatsapp/message', { destination: '6281234567890', message: 'Hello' });

const media = () =>
	post('/whatsapp/media', { destination: '6281234567890', media_url: `${otherUrl}/a.png` });

/** The other server holds the first download until it is let go. */
function heldDownload() {
	let arrived: () => void = () => undefined;
	let release: () => void = () => undefined;
	const waiting = new Promise<void>((resolve) => (arrived = resolve));
	other.on('request', (_request, response) => {
		release = () => response.writeHead(200, { 'content-type': 'image/png' }).end('x');
		arrived();
	});
	return {
		waiting,
		release: () => {
			release();
		},
	};
}

describe('the simulator', () => {
	it.each([
		'https://127.0.0.1:9/hook',
		'http://%@127.0.0.1:9/hook',
		'http://user:secret@127.0.0.1:9/hook',
		'ftp://127.0.0.1/hook',
	])('registers no callback URL that it cannot push to: %s', async (url) => {
		const { status } = await control('PUT', '/callbacks', { unofficialStatus: url });

		expect(status).toBe(400);
	});

	it('keeps the password of an SMS out of its log when an answer fails', async () => {
		const { status } = await control('POST', '/faults', {
			kind: 'status',
			status: 503,
			headers: { 'x y': '1' },
		});

		expect(status).toBe(400);
	});

	it('takes the credits of a message from the account as it is by then', async () => {
		await control('PATCH', '/accounts/main', { wa_balance: 10 });
		const { waiting, release } = heldDownload();
		const sending = media();
		await waiting;
		await control('PATCH', '/accounts/main', { userid: 'somebody' });
		release();

		expect((await sending).status).toBe(201);
		const { accounts } = z
			.object({
				accounts: z.array(z.object({ name: z.string(), wa_balance: z.number().optional() })),
			})
			.parse((await control('GET', '/accounts')).body);
		expect(accounts.find(({ name }) => name === 'main')?.wa_balance).toBe(8);
	});

	it('takes no message into the time after a reset that came before it', async () => {
		const { waiting, release } = heldDownload();
		const sending = media();
		await waiting;
		await control('POST', '/reset');
		release();

		expect((await sending).status).toBe(503);
		expect((await control('GET', '/messages')).body).toEqual({ messages: [] });
	});

	it('waits no longer than ten seconds for a receiver that never ends its answer', async () => {
		other.on('request', (_request, response) => {
			response.writeHead(200);
			const drip = setInterval(() => response.write('.'), 200);
			response.on('close', () => {
				clearInterval(drip);
			});
		});
		await control('PUT', '/callbacks', { unofficialStatus: otherUrl });
		await text();

		const { status } = await control('POST', '/clock/advance', { ms: 0 });

		expect(status).toBe(200);
	}, 30_000);

	it.each([
		['POST', '/clock/advance', '{"ms": 1e16}'],
		['PATCH', '/clock', '{"speed": 1e999}'],
	])('does not let its clock leave the calendar: %s %s %s', async (method, path, body) => {
		const { status } = await control(method, path, body);

		expect(status).toBe(400);
		expect((await text()).status).toBe(201);
	});

	it('keeps counting requests when another setting changes', async () => {
		await control('PATCH', '/settings', { requestsPerSecond: 5 });
		const first = await Promise.all(Array.from({ length: 5 }, text));
		await control('PATCH', '/settings', { timezone: 'Asia/Jakarta' });
		const sixth = await text();

		expect(first.map(({ status }) => status)).toEqual([201, 201, 201, 201, 201]);
		expect(sixth.status).toBe(429);
	});

	it('pushes a callback that was held back, whatever strikes the next one', async () => {
		const seen: string[] = [];
		other.on('request', (request, response) => {
			seen.push(new URL(request.url ?? '', otherUrl).searchParams.get('status') ?? '');
			response.end();
		});
		await control('PUT', '/callbacks', { unofficialStatus: otherUrl });
		await text();
		await control('POST', '/faults', { kind: 'reorderCallbacks' });
		await control('POST', '/faults', { kind: 'duplicateCallback' });

		await control('POST', '/clock/advance', { ms: 1000 });

		expect(seen).toEqual(['S', 'S', 'Q']);
	});

	it('tells the whole name of a group that followed an un-subscription link', async () => {
		await post('/whatsapp/message', {
			destination: 'My family group',
			is_group: true,
			message: 'Hello',
			include_unsubscribe: true,
		});
		const { messages } = z
			.object({ messages: z.array(z.object({ text: z.string() })) })
			.parse((await control('GET', '/messages')).body);
		await fetch(/http\S+/.exec(messages[0]?.text ?? '')?.[0] ?? '');

		expect((await control('GET', '/exclusions')).body).toEqual({
			exclusions: [{ account: 'main', number: 'My family group' }],
		});
	});
});
