import { namedByRounds, union, type Named } from '../campaigns/frame/told';

/** How campaigns read what executions say: misread, a lost message would count as named. */

const failed = (description: string) => ({
	items: [],
	error: { message: 'The service broke', description },
});
const out = (...items: Record<string, unknown>[]) => ({
	items: items.map((json, item) => ({ json, item, output: 0 })),
	error: undefined,
});
const plain = ({ named, more, calledSent }: Named) => ({
	named: [...named],
	more,
	calledSent: [...calledSent],
});
const named = (...items: number[]) => ({ named: items, more: 0, calledSent: [] });

const MAYBE = 'It may have been sent: check with the recipient.';

describe('Reader of what executions say', () => {
	const SHORTENED = { ...named(3), more: 8 };

	it.each([
		['2 were accepted, 2 may have been sent (item 3, 4), 5 were not sent.', named(3, 4)],
		['0 were accepted, 9 may have been sent (item 3 and 8 more), 0 were not sent.', SHORTENED],
		['0 were accepted, 9 were not sent.', named()],
	])('Items in doubt are read from an error: Of 9 items, %s', (words, expected) => {
		const rounds = [failed(`Of 9 items, ${words}`)];
		expect(plain(namedByRounds(rounds, 9))).toEqual(expected);
	});

	it('An error of a run with one item is about that item', () => {
		expect(plain(namedByRounds([failed(MAYBE)], 1))).toEqual(named(1));
	});

	it('Items that come out one by one say whether they may have been sent', () => {
		const items = [
			{ error: 'broke', was_sent: 'maybe' },
			{ error: 'refused', was_sent: 'no' },
			{ ref_no: 'a1' },
			{ sent: false, already_sent: true },
		];
		expect(plain(namedByRounds([out(...items)], 4))).toEqual({ ...named(1), calledSent: [3, 4] });
	});

	it('Items of a later round of a loop are counted on', () => {
		const rounds = [
			out({ ref_no: 'a1' }, { ref_no: 'a2' }),
			out({ error: 'x', was_sent: 'maybe' }),
		];
		expect(plain(namedByRounds(rounds, 2))).toEqual({ ...named(3), calledSent: [1, 2] });
	});

	it('Two executions do not add up what they leave out of their lists', () => {
		const shortened = { named: new Set([3]), more: 8, calledSent: new Set<number>() };
		expect(plain(union([shortened, shortened]))).toEqual({ ...named(3), more: 8 });
	});
});
