import type { Entry } from '../http/journal';
import { control, service, useService } from './client';
import { HOUR } from './expect';
import { broadcast, openRoom, OTHER_CHANNEL, OTHER_NUMBER, reply } from './requests';

useService();

const times = <T>(count: number, make: (index: number) => T): T[] =>
	Array.from({ length: count }, (_, index) => make(index));

/** A period that no test outlasts, however slow the machine is. */
const LONG = 24 * HOUR;

/**
 * No window of that length has more accepted requests than the limit, and none is refused in whose window the limit was
 * not reached.
 */
function expectLimit(entries: Entry[], limit: number, windowMs: number): void {
	const accepted = entries.filter(({ outcome }) => outcome === 'accepted').map(({ ms }) => ms);
	for (const [index, ms] of accepted.entries())
		expect((accepted[index + limit] ?? Infinity) - ms).toBeGreaterThanOrEqual(windowMs);
	for (const { ms, outcome, status } of entries) {
		if (outcome === 'accepted') continue;
		expect([outcome, status]).toEqual(['limited', 429]);
		expect(accepted.filter((at) => at <= ms && at > ms - windowMs)).toHaveLength(limit);
	}
}

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
		['request', { requestsPerSecond: 2 }, () => service.get('/balance')],
		// A short minute: it is one of real time.
		['broadcast', { channelRequests: 2, channelPeriodMs: 1000 }, () => broadcast()],
	])('A %s is taken again when the time of its limit has passed', async (_what, settings, send) => {
		await control.settings(settings);
		while ((await send()).status !== 429);
		while ((await send()).status === 429);

		expectLimit(await control.journal(), 2, 1000);
	});

	it('A channel takes 60 broadcasts and replies in a minute, each channel its own', async () => {
		await control.settings({ channelRequests: 60, channelPeriodMs: LONG });
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
