import { MOST_NAMED, verdictOn } from '../campaigns/killed/judge';
import { planned } from '../campaigns/killed/plan';
import type { Named } from '../campaigns/frame/told';

/** How test:killed compares what the service accepted with what the user was told. */

const [usual] = planned(1);
if (usual === undefined) throw new Error('Nothing is planned');
const RUN = { ...usual, items: 4, before: 'nothing' as const, hasKeys: false };
const ENDING = { ranAgain: true, atKill: 0, isForgotten: false };

const told = (named: number[] = [], calledSent: number[] = [], more = 0): Named => ({
	...{ named: new Set(named), calledSent: new Set(calledSent), more },
});
const accepted = (...numbers: number[]) => {
	const timesOf = (number: number) => numbers.filter((one) => one === number).length;
	return { times: new Map(numbers.map((number) => [number, timesOf(number)])), strangers: [] };
};

const KEYED = { ...RUN, items: MOST_NAMED + 1, hasKeys: true };
const ALL = Array.from({ length: KEYED.items }, (_, at) => at + 1);
const OF_EARLIER = { ...accepted(1, 2, 3, 4), strangers: ['another'] };
const FORGOTTEN = { ...ENDING, atKill: 3, isForgotten: true };
const NO_SECOND_RUN = { ...ENDING, ranAgain: false };

describe('verdictOn', () => {
	it.each([
		['1 sent twice', RUN, accepted(1, 2, 3, 4, 4), told(), ENDING],
		['1 never sent and not named', RUN, accepted(1, 2, 3), told(), ENDING],
		['1 called sent that never were', RUN, accepted(1, 2, 3), told([4], [4]), ENDING],
		['1 sent for an earlier run', RUN, OF_EARLIER, told(), ENDING],
		['1 sent of a list that was interrupted', RUN, accepted(1, 2, 3, 4), told(), FORGOTTEN],
		[`${KEYED.items} named in spite of their keys`, KEYED, accepted(), told(ALL), ENDING],
	])('A run breaks a promise: %s', (expected, run, seen, said, ending) => {
		const { broken } = verdictOn(run, seen, said, ending);
		expect(broken).toEqual([expect.stringContaining(expected)]);
	});

	it.each([
		['each message was accepted once, or is named', accepted(1, 2, 3), told([4]), ENDING],
		['an error counts a message that was never sent', accepted(1, 2), told([3], [], 1), ENDING],
		['n8n does not run it again, and nothing was sent twice', accepted(1), told(), NO_SECOND_RUN],
	])('A run keeps its promises if %s', (_, seen, said, ending) => {
		expect(verdictOn(RUN, seen, said, ending).broken).toEqual([]);
	});
});

it('A plan of test:killed depends on its seed alone, and gives each run its own name and seed', () => {
	const runs = planned(17);
	expect(planned(17)).toEqual(runs);
	expect(new Set(runs.map(({ id }) => id)).size).toBe(runs.length);
	expect(new Set(runs.map(({ seed }) => seed)).size).toBe(runs.length);
});
