import { progressOf, secondsFor, type SharedLimit } from '../../nodes/MessagingService/engine/pace';
import { durationOf } from '../../nodes/plain';
import { FakeClock } from '../support/fakeClock';

const channel = (key: string): SharedLimit => ({ key, limit: 60, periodMs: 60_000, advice: '' });
const times = (count: number, limit?: SharedLimit) => Array.from({ length: count }, () => limit);

const onTwo = [...times(6001, channel('a')), ...times(3999, channel('b'))];
const inRooms = times(300, { ...channel('rooms'), onceRefused: true });

describe('secondsFor', () => {
	it.each([
		['1,000 messages at 100 a second', times(1000), 100, 10.2],
		['one message on a channel, which goes immediately', times(1, channel('a')), 100, 0.0102],
		['a channel’s first minute', times(61, channel('a')), 100, 60.25],
		['10,001 broadcasts on one channel', times(10_001, channel('a')), 100, 10_041.667],
		['10,000 broadcasts on two channels', onTwo, 100, 6025],
		['300 replies, of which no one knows which share a channel', inRooms, 100, 3.06],
		['nothing', [], 100, 0],
	])('The time for %s is estimated', (_, limits, requestsPerSecond, seconds) => {
		const requests = limits.map((sharedLimit) => ({ sharedLimit }));
		expect(secondsFor(requests, requestsPerSecond)).toBeCloseTo(seconds);
	});

	it('Each pause counts with the middle of its range, and senders run in parallel', () => {
		const from = (sender: string, count: number) =>
			Array.from({ length: count }, () => ({ pause: { sender, fromMs: 2000, toMs: 5000 } }));
		expect(secondsFor([...from('a', 11), ...from('b', 3)], 100)).toBeCloseTo(35);
	});

	it.each([
		[0, '0 s'],
		[59, '59 s'],
		[61, '2 min'],
		[3540.5, '1 h'],
		[100_800, '1 d 4 h'],
	])('%d seconds are written as %s', (seconds, written) => {
		expect(durationOf(seconds)).toBe(written);
	});
});

/** @returns what is said while so many are settled, one each `everyMs` */
async function said(all: number, count: number, everyMs: number, secondsAtLimits = 0) {
	const clock = new FakeClock();
	const lines: string[] = [];
	const settled = progressOf(
		all,
		clock,
		() => secondsAtLimits,
		(line) => lines.push(line),
	);
	for (let at = 0; at < count; at++) {
		await clock.until(clock.sleep(everyMs));
		settled(at % 100 === 99 ? 'notSent' : 'accepted');
	}
	return lines;
}

describe('progressOf', () => {
	it('No progress is told of a list that takes less than a minute', async () => {
		expect(await said(100, 100, 100)).toEqual([]);
	});

	it('Progress says once a minute how many were accepted, and how long the rest takes', async () => {
		expect(await said(10_000, 120, 1000)).toEqual([
			'60 of 10,000 accepted, 2 h 46 min to go',
			'119 of 10,000 accepted, 1 not, 2 h 45 min to go',
		]);
	});

	it('Progress promises nothing faster than the limits of the service', async () => {
		const [first] = await said(10_000, 600, 100, 9000);
		expect(first).toContain('2 h 30 min to go');
	});
});
