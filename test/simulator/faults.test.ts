import { control, jsonOf, service, useService } from './conformance/client';
import { text } from './conformance/requests';

/** Each fault shows in the response and in the journal. */

useService();

const { fault: order, messages } = control;

const send = () => text();

const lastEntry = async () => (await control.journal()).at(-1);

/** Sends messages one after the other, and gives the status of each response. */
async function statuses(count: number): Promise<number[]> {
	const all: number[] = [];
	for (let sent = 0; sent < count; sent++) all.push((await send()).status);
	return all;
}

describe('Faults of a response', () => {
	it('A fault gives any status with any body and headers, and processes nothing', async () => {
		await order({ kind: 'status', status: 503, body: 'later', headers: { 'retry-after': '7' } });

		const answer = await send();

		expect(answer).toMatchObject({ status: 503, text: 'later', headers: { 'retry-after': '7' } });
		expect(await lastEntry()).toMatchObject({ outcome: 'faulted', fault: 'status', status: 503 });
		expect(await messages()).toEqual([]);
	});

	it('A status may be given after the message was accepted', async () => {
		await order({ kind: 'status', status: 500, body: { why: 'x' }, processed: true });

		const answer = await send();

		expect([answer.status, jsonOf(answer)]).toEqual([500, { why: 'x' }]);
		expect(await lastEntry()).toMatchObject({ outcome: 'accepted', status: 500 });
		expect(await messages()).toHaveLength(1);
	});

	it('A web page may come instead of JSON', async () => {
		await order({ kind: 'html' });

		const answer = await send();

		expect(answer).toMatchObject({ status: 200, contentType: 'text/html' });
		expect(answer.text).toMatch(/^<!doctype html>/);
		expect(await messages()).toHaveLength(1);
	});

	it('The JSON may be cut off', async () => {
		await order({ kind: 'brokenJson' });

		const answer = await send();

		expect(answer.text).toMatch(/^\{"error":false/);
		expect(() => jsonOf(answer)).toThrow(SyntaxError);
		expect(await lastEntry()).toMatchObject({ outcome: 'accepted', status: 201 });
	});

	it.each(['html', 'brokenJson'])(
		'The fault %s may leave the request unprocessed',
		async (kind) => {
			await order({ kind, processed: false });
			await send();

			expect(await lastEntry()).toMatchObject({ outcome: 'faulted', fault: kind });
			expect(await messages()).toEqual([]);
		},
	);

	it('XML may come though JSON was asked for', async () => {
		await order({ kind: 'xml' });

		const answer = await send();

		expect(answer.status).toBe(201);
		expect(answer.text).toMatch(/^<\?xml .*<response><error>false<\/error>/);
	});

	it('The first byte may be late though the message was accepted immediately', async () => {
		await order({ kind: 'slowFirstByte', ms: 600_000 });
		const controller = new AbortController();
		const pending = fetch(`${service.url}/svc_api/1.0/whatsapp/message`, {
			method: 'POST',
			headers: { apikey: 'simulator-key', 'content-type': 'application/json' },
			body: JSON.stringify({ destination: '6281234567890', message: 'Hello' }),
			signal: controller.signal,
		}).then(() => 'answered');
		while ((await messages()).length === 0);

		expect(await Promise.race([pending, Promise.resolve('still waiting')])).toBe('still waiting');
		controller.abort();
		await expect(pending).rejects.toThrow('aborted');
	});

	it('The head may come immediately, and the body later', async () => {
		await order({ kind: 'slowBody', ms: 600_000 });
		const controller = new AbortController();
		const answer = await fetch(`${service.url}/svc_api/1.0/balance`, {
			headers: { apikey: 'simulator-key' },
			signal: controller.signal,
		});
		const body = answer.text();

		expect(answer.status).toBe(200);
		expect(await Promise.race([body, Promise.resolve('still waiting')])).toBe('still waiting');
		controller.abort();
		await expect(body).rejects.toThrow('aborted');
	});

	it('A body that comes in parts is complete', async () => {
		await order({ kind: 'slowBody', ms: 8 });

		expect(jsonOf(await send())).toMatchObject({ error: false });
	});

	it('The connection may drop before the request is processed', async () => {
		await order({ kind: 'dropBefore' });

		await expect(send()).rejects.toThrow('socket hang up');

		const entry = { outcome: 'faulted', fault: 'dropBefore', status: null };
		expect(await lastEntry()).toMatchObject(entry);
		expect(await messages()).toEqual([]);
	});

	it('The connection may drop after the request was processed', async () => {
		await order({ kind: 'dropAfter' });

		await expect(send()).rejects.toThrow('socket hang up');

		const entry = { outcome: 'accepted', fault: 'dropAfter', status: null };
		expect(await lastEntry()).toMatchObject(entry);
		expect(await messages()).toHaveLength(1);
	});

	it('A fault with headers that cannot be sent is refused', async () => {
		const fault = { kind: 'status', status: 503, headers: { 'x y': '1' } };

		await expect(order(fault)).rejects.toThrow('answered 400');
	});
});

/** The number of faults in 50 requests at a share of 0.3. The seed is fixed. */
const STRUCK = 12;

describe('Times of a fault', () => {
	it('A fault without a number strikes once', async () => {
		await order({ kind: 'status', status: 500 });

		expect(await statuses(2)).toEqual([500, 201]);
	});

	it('A fault with a number strikes that many requests', async () => {
		await order({ kind: 'status', status: 500, times: 3 });

		expect(await statuses(5)).toEqual([500, 500, 500, 201, 201]);
	});

	it('A fault with a share strikes the same requests on every run', async () => {
		const run = async () => {
			await control.call('DELETE', '/faults');
			await order({ kind: 'status', status: 500, share: 0.3 });
			return statuses(50);
		};

		const first = await run();

		expect(first.filter((status) => status === 500)).toHaveLength(STRUCK);
		expect(await run()).toEqual(first);
	});

	it.each([
		[{ path: '/balance' }, [201, 500]],
		[{ path: '/whatsapp/' }, [201, 200]],
		[{ method: 'GET' }, [201, 500]],
		[{ method: 'POST' }, [500, 200]],
	])('A fault leaves other paths and methods alone: %j', async (when, expected) => {
		await order({ kind: 'status', status: 500, ...when });

		expect([(await send()).status, (await service.get('/balance')).status]).toEqual(expected);
	});

	it('A fault that is taken away strikes no more', async () => {
		await order({ kind: 'status', status: 500, share: 1 });
		await control.call('DELETE', '/faults');

		expect(await statuses(1)).toEqual([201]);
	});
});
