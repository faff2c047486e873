import { secondsFor, type SharedLimit } from '../../nodes/MessagingService/engine/pace';
import { durationOf } from '../../nodes/plain';

const channel = (key: string): SharedLimit => ({ key, limit: 60, periodMs: 60_000, advice: '' });
const times = (count: number, limit?: SharedLimit) => Array.from({ length: count }, () => limit);

const onTwo = [...times(6001, channel('a')), ...times(3999, channel('b'))];

describe('secondsFor', () => {
	it.each([
		['1,000 messages at 100 a second', times(1000), 100, 10.2],
		['one message on a channel, which goes immediately', times(1, channel('a')), 100, 0.0102],
		['10,000 broadcasts on two channels', onTwo, 100, 6025],
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
		[100_000, '27 h 47 min'],
	])('%d seconds are written as %s', (seconds, written) => {
		expect(durationOf(seconds)).toBe(written);
	});
});
