import { control, service, useService } from './client';
import { HOUR } from './expect';
import { broadcast, openRoom, OTHER_CHANNEL, OTHER_NUMBER, reply } from './requests';

useService();

const times = <T>(count: number, make: (index: number) => T): T[] =>
	Array.from({ length: count }, (_, index) => make(index));

/** A period that no test outlasts, however slow the machine is. */
const LONG = 24 * HOUR;

describe('Limits', () => {
	it('The whole HTTP API takes 100 requests in a second, however they are spread', async () => {
		await control.reset();
		await control.settings({ requestPeriodMs: LONG });
		const paths = ['/auth/api_key', '/balance', '/wa_official/templates', '/wa_official/channels'];

		const answers = await Promise.all(times(250, (index) => service.get(paths[index % 4] ?? '')));

		const limited = answers.filter(({ status }) => status === 429);
		expect([limited.length, answers.filter(({ status }) => status === 200).length]).toEqual([
			150, 100,
		]);
		const outcomes = (await control.journal()).map(({ outcome }) => outcome);
		expect(outcomes.filter((outcome) => outcome === 'limited')).toHaveLength(150);
	});

	it.each([
		['request', { requestsPerSecond: 2 }, () => service.get('/balance'), 200],
		['broadcast', { channelRequests: 2 }, () => broadcast(), 201],
	])('A %s is accepted again after the period of its limit', async (_what, limit, send, ok) => {
		await control.settings({ ...limit, requestPeriodMs: LONG, channelPeriodMs: LONG });
		const statuses = [await send(), await send(), await send()].map(({ status }) => status);
		expect(statuses).toEqual([ok, ok, 429]);
		// The periods are of real time.
		await control.settings({ requestPeriodMs: 1000, channelPeriodMs: 1000 });
		while ((await send()).status === ok);
		while ((await send()).status === 429);
	});

	it('A channel takes 60 broadcasts and replies in a minute, each channel its own', async () => {
		await control.reset();
		expect(await control.call('GET', '/settings')).toMatchObject({
			requestPeriodMs: 1000,
			channelPeriodMs: 60_000,
		});
		await control.settings({ requestsPerSecond: 0, channelPeriodMs: LONG });
		// Each of these takes one broadcast.
		const room = await openRoom();
		const other = await openRoom({ from: OTHER_NUMBER, channel: OTHER_CHANNEL });
		const statuses = [];
		for (let sent = 0; sent < 31; sent++) {
			statuses.push((await broadcast()).status, (await reply(room)).status);
		}

		expect(statuses).toEqual([...times(59, () => 201), ...times(3, () => 429)]);
		expect((await broadcast({ channel_id: OTHER_CHANNEL })).status).toBe(201);
		expect((await reply(other)).status).toBe(201);
	});
});
