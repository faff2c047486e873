import { setTimeout as sleep } from 'node:timers/promises';

import { control, service, useService, type Fields } from './conformance/client';
import { matching } from './conformance/expect';
import { text } from './conformance/requests';

/** Each fault shows in the response and in the journal. */

useService();

const { fault: order, messages } = control;

const send = () => text();

/** Sends messages one after the other, and gives the status of each response. */
async function statuses(count: number): Promise<number[]> {
	const all: number[] = [];
	for (let sent = 0; sent < count; sent++) all.push((await send()).status);
	return all;
}

/** A request under way, which a test ends. */
function pending() {
	const controller = new AbortController();
	const response = fetch(`${service.url}/svc_api/1.0/balance`, {
		headers: { apikey: 'simulator-key' },
		signal: controller.signal,
	});
	return {
		response,
		end: async () => {
			controller.abort();
			await expect(response.then((one) => one.text())).rejects.toThrow();
		},
	};
}

/** Whether a response, or its body, does not come for a while. */
const isWaiting = (coming: Promise<unknown>): Promise<boolean> =>
	Promise.race([
		coming.then(
			() => false,
			() => false,
		),
		sleep(200, true),
	]);

describe('Faults of a response', () => {
	it.each<[{ kind: string } & Fields, string, number | null, RegExp]>([
		[{ kind: 'status', status: 503 }, 'faulted', 503, /^$/],
		[{ kind: 'status', status: 500, processed: true }, 'accepted', 500, /^$/],
		[{ kind: 'html' }, 'accepted', 200, /^<!doctype html>/],
		[{ kind: 'html', processed: false }, 'faulted', 200, /^<!doctype html>/],
		[{ kind: 'brokenJson' }, 'accepted', 201, /^\{"error":false[^}]*$/],
		[{ kind: 'xml' }, 'accepted', 201, /^<\?xml .*<response><error>false<\/error>/],
		[{ kind: 'brokenJson', processed: false }, 'faulted', 200, /^<\?xml/],
		[{ kind: 'dropBefore' }, 'faulted', null, /socket hang up/],
		[{ kind: 'dropAfter' }, 'accepted', null, /socket hang up/],
	])(
		'A fault has an outcome, a status and a text: %j %s %j %s',
		async (fault, outcome, status, form) => {
			await order(fault);
			const answer = await send().catch((error: unknown) => ({
				status: null,
				text: String(error),
			}));

			expect(answer).toMatchObject({ status, text: matching(form) });
			const entry = (await control.journal()).at(-1);
			expect(entry).toMatchObject({ outcome, fault: fault.kind, status });
			expect(await messages()).toHaveLength(outcome === 'accepted' ? 1 : 0);
		},
	);

	it.each([
		['later', 'later'],
		[{ why: 'x' }, '{"why":"x"}'],
	])('A fault gives any status with any body and headers: %j', async (body, written) => {
		await order({ kind: 'status', status: 503, body, headers: { 'retry-after': '7' } });

		expect(await send()).toMatchObject({ text: written, headers: { 'retry-after': '7' } });
	});

	it.each([
		['fault slowFirstByte', () => order({ kind: 'slowFirstByte', ms: 600_000 })],
		['latency', () => control.settings({ latencyMs: 600_000 })],
	])('The %s delays the response, not the processing', async (_what, delay) => {
		await delay();
		const { response, end } = pending();
		while ((await control.journal()).at(-1)?.outcome !== 'accepted');

		expect(await isWaiting(response)).toBe(true);
		await end();
	});

	it('The fault slowBody delays the body, not the head', async () => {
		await order({ kind: 'slowBody', ms: 600_000 });
		const { response, end } = pending();

		expect((await response).status).toBe(200);
		expect(await isWaiting((await response).text())).toBe(true);
		await end();
	});
});

/** The number of faults in 50 requests at a share of 0.3. The seed is fixed. */
const STRUCK = 12;

describe('Times of a fault', () => {
	it.each([
		[{}, [500, 201]],
		[{ times: 3 }, [500, 500, 500, 201]],
	])('A fault strikes once, or as often as it says: %j', async (when, expected) => {
		await order({ kind: 'status', status: 500, ...when });

		expect(await statuses(expected.length)).toEqual(expected);
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
});
