import { verdictOn } from '../killed/judge';
import { planned } from '../killed/plan';
import type { Told } from '../killed/told';

/** How test:killed holds what the service accepted against what a person was told. */

const [usual] = planned(1, 1);
if (usual === undefined) throw new Error('Nothing is planned');
const RUN = { ...usual, items: 4, requestsPerSecond: 2, latencyMs: 0, after: 'retry' as const };

const told = (more: Partial<Told> = {}): Told => ({
	named: new Set(),
	more: 0,
	calledSent: new Set(),
	...more,
});
const accepted = (...numbers: number[]) => {
	const times = new Map<number, number>();
	for (const number of numbers) times.set(number, (times.get(number) ?? 0) + 1);
	return { times, strangers: [] };
};

describe('The verdict on a run', () => {
	it('is good if each message was accepted once, or is named', () => {
		const { broken } = verdictOn(RUN, accepted(1, 2, 3), told({ named: new Set([4]) }), true);
		expect(broken).toEqual([]);
	});

	it.each([
		['was sent twice', accepted(1, 2, 3, 4, 4), told(), '1 sent twice'],
		['was neither sent nor named', accepted(1, 2, 3), told(), '1 never sent and not named'],
		[
			'is left unsent beyond what had begun',
			accepted(1),
			told({ named: new Set([2, 3, 4]) }),
			'3 left unsent, though at most 2 had begun',
		],
		[
			'is called sent and never was',
			accepted(1, 2, 3),
			told({ named: new Set([4]), calledSent: new Set([4]) }),
			'1 called sent that never were',
		],
		[
			'of an earlier run is sent',
			{ ...accepted(1, 2, 3, 4), strangers: ['another'] },
			told(),
			'1 sent for an earlier run',
		],
	])('is bad if a message %s', (_, seen, said, expected) => {
		expect(verdictOn(RUN, seen, said, true).broken).toEqual([expected]);
	});

	it('takes the items that an error only counts for some of those that were never sent', () => {
		const { unnamed } = verdictOn(
			RUN,
			accepted(1, 2),
			told({ named: new Set([3]), more: 1 }),
			true,
		);
		expect(unnamed).toBe(0);
	});

	it('asks only that nothing is sent twice where n8n refuses to run the node again', () => {
		expect(verdictOn(RUN, accepted(1), told(), false).broken).toEqual([]);
	});

	it('takes an item whose key is kept for named', () => {
		const started = { ...RUN, after: 'new-start' as const };
		const said = told({ calledSent: new Set([1, 2, 3, 4]) });
		expect(verdictOn(started, accepted(1, 2, 3), said, true).broken).toEqual([]);
	});
});

describe('The plan', () => {
	it('is the same again for the same seed', () => {
		expect(planned(17, 90)).toEqual(planned(17, 90));
	});

	it('gives each run a name and a seed of its own', () => {
		const runs = planned(17, 130);
		expect(new Set(runs.map(({ id }) => id)).size).toBe(130);
		expect(new Set(runs.map(({ seed }) => seed)).size).toBe(130);
	});
});
