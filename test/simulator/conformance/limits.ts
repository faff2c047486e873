import { expectData, expectTaken, first, HOUR, object, type Checks } from './check';
import { PREFIX, TEST_KEY, type Answer, type Entry, type Service } from './client';
import { broadcast, buttons, CHANNEL, NUMBER, openRoom, OTHER_CHANNEL, reply } from './requests';

/** What the journal tells of the requests to the HTTP API since it was emptied. */
const journalOf = async (service: Service): Promise<Entry[]> =>
	(await service.control.journal()).filter(({ path }) => path.startsWith(PREFIX));

/**
 * No window of that length has more accepted requests than the limit, and none is refused in whose window the limit was
 * not reached.
 */
function expectLimit(entries: Entry[], limit: number, windowMs: number): void {
	const accepted = entries.filter(({ outcome }) => outcome === 'accepted').map(({ ms }) => ms);
	for (const [index, ms] of accepted.entries()) {
		const next = accepted[index + limit];
		if (next !== undefined) expect(next - ms).toBeGreaterThanOrEqual(windowMs);
	}
	for (const { ms, outcome, status } of entries) {
		expect(['accepted', 'limited']).toContain(outcome);
		if (outcome !== 'limited') continue;
		expect(status).toBe(429);
		const before = accepted.filter((at) => at <= ms && at > ms - windowMs);
		expect(before.length).toBe(limit);
	}
}

/** A period that no test outlasts, however slow the machine is. */
const LONG = 24 * HOUR;

/** Of all these, 100 are accepted and the others refused; the journal says the same. */
function expectCounts(answers: Answer[], entries: Entry[], success: number): void {
	const counted = (status: number) => answers.filter((answer) => answer.status === status).length;
	expect([counted(success), counted(429)]).toEqual([100, answers.length - 100]);
	expect(entries.filter(({ outcome }) => outcome === 'limited')).toHaveLength(counted(429));
}

/** Sends until one is refused, and then until one is accepted again. */
async function refusedThenAccepted(send: () => Promise<Answer>): Promise<void> {
	while ((await send()).status !== 429);
	while ((await send()).status === 429);
}

const times = <T>(count: number, make: (index: number) => T): T[] =>
	Array.from({ length: count }, (_, index) => make(index));

/** So many broadcasts, one after the other; gives what they were answered. */
async function broadcasts(service: Service, count: number, channel = CHANNEL): Promise<number[]> {
	const statuses: number[] = [];
	for (let sent = 0; sent < count; sent += 1)
		statuses.push((await broadcast(service, { channel_id: channel })).status);
	return statuses;
}

export const limits: Checks<'limits'> = {
	'request-rate': async (service) => {
		await service.control.reset();
		expect(await service.control.readSettings()).toMatchObject({
			requestsPerSecond: 100,
			requestPeriodMs: 1_000,
		});
		await service.control.settings({ requestPeriodMs: LONG });
		const answers = await Promise.all(times(250, () => service.get('/auth/api_key')));
		expectCounts(answers, await journalOf(service), 200);
	},
	'request-rate-whole': async (service) => {
		await service.control.settings({ requestsPerSecond: 100, requestPeriodMs: LONG });
		const paths = ['/auth/api_key', '/balance', '/wa_official/templates', '/wa_official/channels'];
		const answers = await Promise.all(
			times(250, (index) => service.get(first(paths.slice(index % 4)))),
		);
		expectCounts(answers, await journalOf(service), 200);
	},
	'request-rate-again': async (service) => {
		await service.control.settings({ requestsPerSecond: 2 });
		await refusedThenAccepted(() => service.get('/auth/api_key'));
		expectLimit(await journalOf(service), 2, 1_000);
	},
	'channel-rate': async (service) => {
		await service.control.reset();
		expect(await service.control.readSettings()).toMatchObject({
			channelRequests: 60,
			channelPeriodMs: 60_000,
		});
		await service.control.settings({ requestsPerSecond: 0, channelPeriodMs: LONG });
		expect(await broadcasts(service, 62)).toEqual([...times(60, () => 201), 429, 429]);
		expect(await service.control.messages()).toHaveLength(60);
	},
	'channel-rate-own': async (service) => {
		await service.control.settings({ channelRequests: 60, channelPeriodMs: LONG });
		expect(await broadcasts(service, 61)).toEqual([...times(60, () => 201), 429]);
		expect(await broadcasts(service, 61, OTHER_CHANNEL)).toEqual([...times(60, () => 201), 429]);
	},
	'channel-rate-reply': async (service) => {
		await service.control.settings({ channelRequests: 60, channelPeriodMs: LONG });
		// This takes one broadcast.
		const room = await openRoom(service);
		const other = await openRoom(service, { from: '6281200000002', channel: OTHER_CHANNEL });
		await broadcasts(service, 29);
		for (const status of times(31, (index) => (index < 30 ? 201 : 429)))
			expect(await reply(service, room)).toMatchObject({ status });
		expect(await broadcasts(service, 1)).toEqual([429]);
		expectData(await reply(service, other), 201, object);
	},
	'channel-rate-again': async (service) => {
		// A short minute: it is one of real time.
		await service.control.settings({ channelRequests: 2, channelPeriodMs: 1_000 });
		await refusedThenAccepted(() => broadcast(service));
		expectLimit(await journalOf(service), 2, 1_000);
	},
	'interactive-all': async (service) => {
		const answer = await buttons(service, {
			header: { type: 'text', text: 'News' },
			body: { text: 'x'.repeat(1024) },
			footer: { text: 'x'.repeat(60) },
			buttons: times(3, (index) => ({
				button_id: String(index).padStart(256, 'x'),
				title: 'x'.repeat(20),
			})),
		});
		expectTaken(answer);
		expect(await service.control.messages()).toHaveLength(1);
	},
	'test-host-credit': async (service) => {
		const message = { destination: NUMBER, message: 'x'.repeat(4001) };
		const balanceOf = async () =>
			expectData(await service.get('/balance', { key: TEST_KEY }), 200, object);
		const before = await balanceOf();
		for (let sent = 0; sent < 3; sent += 1)
			expectData(await service.post('/whatsapp/message', message, { key: TEST_KEY }), 201, object);
		expect(await balanceOf()).toEqual(before);
	},
};
