import { Agent } from 'node:http';

import { z } from 'zod';

import { heap } from '../../support/heap';
import { call, useTriggers } from '../../support/webhooks';
import * as hostile from './hostileCalls';

const COUNT = 600;
const WARM = 200;
const AT_ONCE = 50;
/** The most schemas that may look at one callback, whatever is in it. */
const MOST_READINGS = 200;
const SEED = 11;

const REPORT = { ref_no: 'out-1', status: 'read', status_date: '2026-03-01 23:30:00' };
const JSON_TYPE = { 'content-type': hostile.JSON_TYPE };
const FORM_TYPE = { 'content-type': hostile.FORM_TYPE };

const letters = (length: number) => 'x'.repeat(length);

const pollution = () => ({}) as { polluted?: boolean };

describe('Hostile callbacks', () => {
	const { inbox, status } = useTriggers();
	const agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE });

	afterAll(() => {
		agent.destroy();
	});

	const token = { token: hostile.TOKEN };
	const query = hostile.WITH_TOKEN;

	it('Each of 600 hostile callbacks gets a documented answer, and only recognizable ones start a workflow', async () => {
		const servers = {
			inbox: await inbox({ events: ['whatsappOfficialInbox', 'pushInbox'] }, token),
			status: await status({}, token),
			business: await inbox({ events: ['whatsappBusiness'] }, token),
		};
		const statuses = new Set<number | undefined>();
		let [warm, good, mayStart] = [0, 0, 0];
		const surprises: object[] = [];
		const send = async ({ to, isGood, kind, ...what }: hostile.HostileCall) => {
			const { status: code } = await call(servers[to], { ...what, agent });
			statuses.add(code);
			if (isGood) good++;
			// The documentation does not say of what type the fields of a pushed message are.
			if (isGood || (kind === 'wrong values' && what.query === query)) mayStart++;
			if (isGood && code !== 200) surprises.push({ kind, code, ...what });
		};
		let sending: Promise<void>[] = [];
		let sent = 0;
		for (const one of hostile.hostileCalls(COUNT, SEED)) {
			sending.push(send(one));
			sent++;
			if (sent % AT_ONCE !== 0) continue;
			await Promise.all(sending);
			sending = [];
			if (sent === WARM) warm = heap();
		}
		const grown = heap() - warm;

		const started = Object.values(servers).flatMap((server) => server.started);
		expect(good).toBeGreaterThan(COUNT / 20);
		expect(surprises).toEqual([]);
		expect(started.length).toBeGreaterThanOrEqual(good);
		expect(started.length).toBeLessThanOrEqual(mayStart);
		expect(started.filter(({ error }) => error !== undefined)).toEqual([]);
		expect(statuses).toEqual(new Set([200, 401, 403, 404, 413, 415, 422]));
		expect(grown).toBeLessThan(20_000_000);
		expect(pollution().polluted).toBeUndefined();
	});

	it.each([
		['as JSON', { json: { ...REPORT, more: letters(1024 * 1024) } }],
		['as a form', { body: `ref_no=a&status=D&more=${letters(1024 * 1024)}`, headers: FORM_TYPE }],
		['beyond what n8n reads', { json: { ...REPORT, more: letters(17 * 1024 * 1024) } }],
	])('A callback of more than 1 MB is refused as too large: %s', async (_, what) => {
		const server = await status({}, token);

		expect((await call(server, { ...what, query })).status).toBe(413);
		expect(server.started).toEqual([]);
	});

	const readWhole = (list: string) => ({
		type: JSON_TYPE['content-type'],
		body: Buffer.from(`{"a":[${list}"${letters(1024 * 1024 - 10 - list.length)}"]}`),
	});

	it.each([
		...Object.entries(hostile.LARGE_BODIES),
		['long numbers, as many as are read', readWhole('12345678901234567890,'.repeat(4900))],
		['objects, as many as are read', readWhole('{"b":{}},'.repeat(2450))],
	] as const)('A callback of 1 MB does not hold n8n up: %s', async (_, { type, body }) => {
		const server = await inbox({}, token);
		const readings = jest.spyOn(z.ZodType.prototype, '_parseSync');
		const answer = await call(server, { body, headers: { 'content-type': type }, query });
		const count = readings.mock.calls.length;
		readings.mockRestore();

		expect([200, 413, 422]).toContain(answer.status);
		expect(server.errors).toEqual([]);
		// A schema for each of its objects would take a minute.
		expect(count).toBeLessThan(MOST_READINGS);
	});

	it('A callback gives a workflow no key that leads astray', async () => {
		const server = await inbox({ simplify: false });
		await call(server, {
			body: '{"a":{"__proto__":{"polluted":true},"b":1},"__proto__":{"polluted":true}}',
			headers: JSON_TYPE,
		});

		expect(JSON.stringify(server.outputs)).toBe(
			JSON.stringify([{ event: 'whatsappBusiness', data: { a: { b: 1 } } }]),
		);
	});
});
