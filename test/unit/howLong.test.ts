import { secondsFor, type SharedLimit } from '../../nodes/MessagingService/engine/pace';
import { durationOf } from '../../nodes/plain';

const channel = (key: string): SharedLimit => ({ key, limit: 60, periodMs: 60_000, advice: '' });
const times = (count: number, limit?: SharedLimit) => Array.from({ length: count }, () => limit);

describe('How long a batch will take', () => {
	it.each([
		['1,000 messages at 100 a second', times(1000), 100, 10.2],
		['1,000 messages at 50 a second', times(1000), 50, 20.4],
		['a channel’s first minute, which goes at once', times(60, channel('a')), 100, 0.612],
		['two minutes of a channel, whose last wait longer', times(120, channel('a')), 100, 120],
		['10,000 broadcasts on one channel', times(10_000, channel('a')), 100, 166 * 60],
		[
			'10,000 broadcasts on two channels',
			[...times(5000, channel('a')), ...times(5000, channel('b'))],
			100,
			83 * 60,
		],
		[
			'300 replies, of which no one knows which share a channel',
			times(300, { ...channel('rooms'), onceRefused: true }),
			100,
			3.06,
		],
		['nothing', [], 100, 0],
	])('is told of %s', (_, limits, requestsPerSecond, seconds) => {
		expect(secondsFor(limits, requestsPerSecond)).toBeCloseTo(seconds);
	});

	it.each([
		[0, '0 s'],
		[0.3, '1 s'],
		[59, '59 s'],
		[60, '1 min'],
		[61, '2 min'],
		[3540.5, '1 h'],
		[8820, '2 h 27 min'],
		[9960, '2 h 46 min'],
		[86_400, '1 d'],
		[100_800, '1 d 4 h'],
	])('is written for people: %d seconds as %s', (seconds, written) => {
		expect(durationOf(seconds)).toBe(written);
	});
});
