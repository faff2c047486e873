import { MOST_NAMED, verdictOn } from '../campaigns/killed/judge';
import { planned } from '../campaigns/killed/plan';
import type { Named } from '../campaigns/frame/told';

/** How test:killed holds what the service accepted against what a person was told. */

const [usual] = planned(1);
if (usual === undefined) throw new Error('Nothing is planned');
const RUN = { ...usual, items: 4, before: 'nothing' as const, hasKeys: false };
const ENDING = { ranAgain: true, atKill: 0, isForgotten: false };

const told = (more: Partial<Named> = {}): Named => ({
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

const all = (count: number) => new Set(Array.from({ length: count }, (_, at) => at + 1));

describe('verdictOn', () => {
	it('A run is good if each message was accepted once, or is named', () => {
		const { broken } = verdictOn(RUN, accepted(1, 2, 3), told({ named: new Set([4]) }), ENDING);
		expect(broken).toEqual([]);
	});

	it.each([
		['a message was sent twice', RUN, accepted(1, 2, 3, 4, 4), told(), {}, '1 sent twice'],
		[
			'a message was neither sent nor named',
			RUN,
			accepted(1, 2, 3),
			told(),
			{},
			'1 never sent and not named',
		],
		[
			'a message is called sent and never was',
			RUN,
			accepted(1, 2, 3),
			told({ named: new Set([4]), calledSent: new Set([4]) }),
			{},
			'1 called sent that never were',
		],
		[
			'a message of an earlier run is sent',
			RUN,
			{ ...accepted(1, 2, 3, 4), strangers: ['another'] },
			told(),
			{},
			'1 sent for an earlier run',
		],
		[
			'more is sent of a list without keys of which n8n kept nothing',
			RUN,
			accepted(1, 2, 3, 4),
			told(),
			{ atKill: 3, isForgotten: true },
			'1 sent of a list that was interrupted, without keys',
		],
		[
			'the job is not finished in spite of its keys',
			{ ...RUN, items: MOST_NAMED + 1, hasKeys: true },
			accepted(),
			told({ named: all(MOST_NAMED + 1) }),
			{},
			`${MOST_NAMED + 1} named in spite of their keys`,
		],
	])('A run is bad if %s', (_, run, seen, said, ending, expected) => {
		expect(verdictOn(run, seen, said, { ...ENDING, ...ending }).broken).toEqual([expected]);
	});

	it('Items that an error only counts are taken for some that were never sent', () => {
		const said = told({ named: new Set([3]), more: 1 });
		expect(verdictOn(RUN, accepted(1, 2), said, ENDING).unnamed).toBe(0);
	});

	it('A run that n8n does not repeat must only send nothing twice', () => {
		const ending = { ...ENDING, ranAgain: false };
		expect(verdictOn(RUN, accepted(1), told(), ending).broken).toEqual([]);
	});
});

describe('planned', () => {
	it('The same seed gives the same plan, in which each run has its own name and seed', () => {
		const runs = planned(17);
		expect(planned(17)).toEqual(runs);
		expect(new Set(runs.map(({ id }) => id)).size).toBe(runs.length);
		expect(new Set(runs.map(({ seed }) => seed)).size).toBe(runs.length);
	});
});
