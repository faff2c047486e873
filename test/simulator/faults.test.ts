import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

import { z } from 'zod';

import { startSimulator, type Simulator } from '.';
import type { Entry } from './http/journal';

/** Faults on demand: what the caller sees, and what the journal says became of the request. */

let simulator: Simulator;

beforeAll(async () => {
	simulator = await startSimulator({ speed: 0 });
});

beforeEach(async () => {
	await ask('POST', '/reset');
});

afterAll(async () => {
	await simulator.stop();
});

async function ask(method: string, path: string, body?: unknown): Promise<unknown> {
	const answer = await fetch(`${simulator.url}/__control${path}`, {
		method,
		...(body !== undefined && { body: JSON.stringify(body) }),
	});
	expect(answer.status).toBe(200);
	return answer.json();
}

const order = (fault: Record<string, unknown>) => ask('POST', '/faults', fault);

const send = (destination = '6281234567890') =>
	fetch(`${simulator.url}/svc_api/1.0/whatsapp/message`, {
		method: 'POST',
		headers: { apikey: 'simulator-key', 'content-type': 'application/json' },
		body: JSON.stringify({ destination, message: 'Hello' }),
	});

/** What the service made of the newest request. */
async function lastEntry(): Promise<Pick<Entry, 'outcome' | 'fault' | 'status'>> {
	const { entries } = z
		.object({
			entries: z.array(
				z.object({
					outcome: z.string(),
					fault: z.string().nullable(),
					status: z.number().nullable(),
				}),
			),
		})
		.parse(await ask('GET', '/journal'));
	const last = entries.at(-1);
	if (last === undefined) throw new Error('the journal is empty');
	return last as Pick<Entry, 'outcome' | 'fault' | 'status'>;
}

const messages = async () =>
	z.object({ messages: z.array(z.unknown()) }).parse(await ask('GET', '/messages')).messages;

describe('a fault of the answer', () => {
	it('gives any status with any body and headers, and processes nothing', async () => {
		await order({ kind: 'status', status: 503, body: 'later', headers: { 'retry-after': '7' } });

		const answer = await send();

		expect(answer.status).toBe(503);
		expect(answer.headers.get('retry-after')).toBe('7');
		expect(await answer.text()).toBe('later');
		expect(await lastEntry()).toMatchObject({ outcome: 'faulted', fault: 'status', status: 503 });
		expect(await messages()).toHaveLength(0);
	});

	it('gives a status after the message was taken, where that is ordered', async () => {
		await order({ kind: 'status', status: 500, body: { why: 'x' }, processed: true });

		const answer = await send();

		expect(answer.status).toBe(500);
		expect(await answer.json()).toEqual({ why: 'x' });
		expect(await lastEntry()).toMatchObject({ outcome: 'accepted', status: 500 });
		expect(await messages()).toHaveLength(1);
	});

	it('gives a web page instead of JSON', async () => {
		await order({ kind: 'html' });

		const answer = await send();

		expect(answer.status).toBe(200);
		expect(answer.headers.get('content-type')).toBe('text/html');
		expect(await answer.text()).toMatch(/^<!doctype html>/);
		expect(await messages()).toHaveLength(1);
	});

	it('cuts the JSON off', async () => {
		await order({ kind: 'brokenJson' });

		const answer = await send();

		expect(answer.status).toBe(201);
		const text = await answer.text();
		expect(text).toMatch(/^\{"error":false/);
		expect(() => JSON.parse(text) as unknown).toThrow(SyntaxError);
	});

	it('answers XML that nobody asked for', async () => {
		await order({ kind: 'xml' });

		const answer = await send();

		expect(answer.status).toBe(201);
		expect(await answer.text()).toMatch(/^<\?xml .*<response><error>false<\/error>/);
	});

	it('is late with its first byte, though the message was taken at once', async () => {
		await order({ kind: 'slowFirstByte', ms: 300 });

		const pending = send();
		let taken: unknown[] = [];
		while (taken.length === 0) taken = await messages();
		const first = await Promise.race([pending, Promise.resolve('still waiting')]);

		expect(first).toBe('still waiting');
		expect((await pending).status).toBe(201);
	});

	it('is slow with its body', async () => {
		await order({ kind: 'slowBody', ms: 80 });

		const answer = await send();
		const reader = answer.body?.getReader();
		let parts = 0;
		for (;;) {
			const part = await reader?.read();
			if (part === undefined || part.done) break;
			parts++;
		}

		expect(answer.status).toBe(201);
		expect(parts).toBeGreaterThan(1);
	});

	it('drops the connection before the request is processed', async () => {
		await order({ kind: 'dropBefore' });

		await expect(send()).rejects.toThrow('fetch failed');

		expect(await lastEntry()).toEqual({ outcome: 'faulted', fault: 'dropBefore', status: null });
		expect(await messages()).toHaveLength(0);
	});

	it('drops the connection after the request was processed', async () => {
		await order({ kind: 'dropAfter' });

		await expect(send()).rejects.toThrow('fetch failed');

		expect(await lastEntry()).toEqual({ outcome: 'accepted', fault: 'dropAfter', status: null });
		expect(await messages()).toHaveLength(1);
	});
});

describe('when a fault strikes', () => {
	it('strikes once where nothing else is said', async () => {
		await order({ kind: 'status', status: 500 });

		const statuses = [(await send()).status, (await send()).status];

		expect(statuses).toEqual([500, 201]);
	});

	it('strikes the next so many requests', async () => {
		await order({ kind: 'status', status: 500, times: 3 });

		const statuses: number[] = [];
		for (let at = 0; at < 5; at++) statuses.push((await send()).status);

		expect(statuses).toEqual([500, 500, 500, 201, 201]);
	});

	it('strikes a share of all requests, the same ones on every run', async () => {
		const run = async () => {
			await ask('POST', '/reset');
			await ask('PATCH', '/settings', { requestsPerSecond: 0 });
			await order({ kind: 'status', status: 500, share: 0.3 });
			const statuses: number[] = [];
			for (let at = 0; at < 200; at++) statuses.push((await send()).status);
			return statuses;
		};

		const first = await run();
		const second = await run();

		const struck = first.filter((status) => status === 500).length;
		expect(struck).toBeGreaterThan(40);
		expect(struck).toBeLessThan(80);
		expect(second).toEqual(first);
	});

	it('leaves the requests of other paths alone', async () => {
		await order({ kind: 'status', status: 500, path: '/balance' });

		const sent = await send();
		const balance = await fetch(`${simulator.url}/svc_api/1.0/balance`, {
			headers: { apikey: 'simulator-key' },
		});

		expect([sent.status, balance.status]).toEqual([201, 500]);
	});

	it('is taken away', async () => {
		await order({ kind: 'status', status: 500, share: 1 });
		await ask('DELETE', '/faults');

		expect((await send()).status).toBe(201);
	});
});

describe('a fault of the callbacks', () => {
	let receiver: Server;
	let url: string;
	let seen: string[];

	beforeEach(async () => {
		seen = [];
		receiver = createServer((request: IncomingMessage, response) => {
			const query = new URL(request.url ?? '', 'http://127.0.0.1').searchParams;
			seen.push(`${query.get('ref_no') ?? ''} ${query.get('status') ?? ''}`);
			response.end();
		});
		await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
		url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook`;
		await ask('PUT', '/callbacks', { unofficialStatus: url });
	});

	afterEach(async () => {
		receiver.closeAllConnections();
		await new Promise((resolve) => receiver.close(resolve));
	});

	const sendOne = async () =>
		z.object({ data: z.object({ ref_no: z.string() }) }).parse(await (await send()).json()).data
			.ref_no;

	it('pushes a callback twice', async () => {
		const ref = await sendOne();
		await order({ kind: 'duplicateCallback' });

		await ask('POST', '/clock/advance', { ms: 1000 });

		expect(seen).toEqual([`${ref} Q`, `${ref} Q`, `${ref} S`]);
	});

	it('pushes a callback after the next one', async () => {
		const ref = await sendOne();
		await order({ kind: 'reorderCallbacks' });

		await ask('POST', '/clock/advance', { ms: 2000 });

		expect(seen).toEqual([`${ref} S`, `${ref} Q`, `${ref} D`]);
	});

	it('pushes a callback to where nobody listens, and notes it', async () => {
		const ref = await sendOne();
		await order({ kind: 'deadReceiver' });

		await ask('POST', '/clock/advance', { ms: 1000 });

		expect(seen).toEqual([`${ref} S`]);
		const { deliveries } = z
			.object({
				deliveries: z.array(
					z.object({ status: z.number().nullable(), error: z.string().nullable() }),
				),
			})
			.parse(await ask('GET', '/deliveries'));
		expect(deliveries.map(({ status }) => status)).toEqual([null, 200]);
		expect(deliveries[0]?.error).toContain('ECONNREFUSED');
	});

	it('is made good by a retry, where the service is set to retry', async () => {
		const ref = await sendOne();
		await ask('PATCH', '/settings', { callbackRetries: 1 });
		await order({ kind: 'deadReceiver' });
		receiver.removeAllListeners('request');
		let status = 503;
		receiver.on('request', (request: IncomingMessage, response) => {
			seen.push(request.url ?? '');
			response.statusCode = status;
			status = 200;
			response.end();
		});

		// Of the two callbacks the first finds nobody, the second is refused; a second later both come again.
		await ask('POST', '/clock/advance', { ms: 1000 });
		await ask('POST', '/clock/advance', { ms: 999 });
		const before = [...seen];
		await ask('POST', '/clock/advance', { ms: 1 });

		const about = (code: string) => `/hook?ref_no=${ref}&status=${code}`;
		expect(before).toEqual([expect.stringContaining(about('S'))]);
		expect(seen.slice(1)).toEqual(
			expect.arrayContaining([
				expect.stringContaining(about('Q')),
				expect.stringContaining(about('S')),
			]),
		);
	});
});
