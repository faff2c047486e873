import { control, HOUR, service, useService } from './client';
import { broadcast, openRoom, OTHER_CHANNEL, OTHER_NUMBER, reply } from './requests';

// No test outlasts this period, however slow the machine is.
useService(undefined, { requestPeriodMs: 24 * HOUR, channelPeriodMs: 24 * HOUR });

/** The limits of the service, which the tests lift. */
const LIMITS = { requestsPerSecond: 100, channelRequests: 60 };

it('The whole HTTP API takes 100 requests in a second, however they are spread', async () => {
	await control.settings(LIMITS);
	const paths = ['/auth/api_key', '/balance', '/wa_official/templates', '/wa_official/channels'];
	const asked = Array.from({ length: 150 }, (_, at) => service.get(paths[at % 4] ?? ''));

	const statuses = (await Promise.all(asked)).map(({ status }) => status);
	expect(statuses.filter((status) => status === 429)).toHaveLength(50);
	const outcomes = (await control.journal()).map(({ outcome }) => outcome);
	expect(outcomes.filter((outcome) => outcome === 'limited')).toHaveLength(50);
});

it.each([
	['request', { requestsPerSecond: 2 }, () => service.get('/balance'), 200],
	['broadcast', { channelRequests: 2 }, () => broadcast(), 201],
])('A %s is accepted again after the period of its limit', async (_what, limit, send, ok) => {
	await control.settings(limit);
	const statuses = [await send(), await send(), await send()].map(({ status }) => status);
	expect(statuses).toEqual([ok, ok, 429]);
	// The periods are of real time.
	await control.settings({ requestPeriodMs: 100, channelPeriodMs: 100 });
	while ((await send()).status === 429);
});

it('A channel takes 60 broadcasts and replies in a minute, each channel its own', async () => {
	await control.settings({ ...LIMITS, requestsPerSecond: 0 });
	// Each of these takes one broadcast.
	const room = await openRoom();
	const other = await openRoom({ from: OTHER_NUMBER, channel: OTHER_CHANNEL });
	const statuses = [];
	for (let sent = 0; sent < 31; sent++)
		statuses.push((await broadcast()).status, (await reply(room)).status);

	expect(statuses.filter((status) => status === 201)).toHaveLength(59);
	expect(statuses.slice(59)).toEqual([429, 429, 429]);
	expect((await broadcast({ channel_id: OTHER_CHANNEL })).status).toBe(201);
	expect((await reply(other)).status).toBe(201);
});
