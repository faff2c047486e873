import { getBalance, getChannels, getIdentity, getTemplates } from '../facts/endpoints';
import {
	broadcast,
	control,
	HOUR,
	openRoom,
	OTHER_CHANNEL,
	OTHER_NUMBER,
	reply,
	sending,
	useService,
} from './requests';

// No test outlasts this period, however slow the machine is.
useService(undefined, { requestPeriodMs: 24 * HOUR, channelPeriodMs: 24 * HOUR });

/** The limits of the service, which the tests lift. */
const LIMITS = { requestsPerSecond: 100, channelRequests: 60 };

it('The whole HTTP API takes 100 requests in a second, however they are spread', async () => {
	await control.settings(LIMITS);
	const reads = [getIdentity, getBalance, getTemplates, getChannels].map(sending);
	const asked = Array.from({ length: 150 }, (_, at) => reads[at % 4]?.());

	const statuses = (await Promise.all(asked)).map((answer) => answer?.status);
	expect(statuses.filter((status) => status === 429)).toHaveLength(50);
	const outcomes = (await control.journal()).map(({ outcome }) => outcome);
	expect(outcomes.filter((outcome) => outcome === 'limited')).toHaveLength(50);
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
