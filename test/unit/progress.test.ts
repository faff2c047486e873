import { progressOf } from '../../nodes/MessagingService/engine/progress';
import { FakeClock } from '../support/fakeClock';

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
