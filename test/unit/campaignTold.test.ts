import { namedByRounds, union, type Named } from '../campaigns/frame/told';

/** How campaigns read the words of executions. Misread, a lost message would count as reported. */

const failed = (description: string) => ({
	items: [],
	error: { message: 'Broke', description },
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
const UNCERTAIN = { error: 'broke', was_sent: 'maybe' };
const named = (...items: number[]) => ({ named: items, more: 0, calledSent: [] });

describe('namedByRounds and union', () => {
	const SHORTENED = { ...named(3), more: 8 };

	it.each([
		['2 were accepted, 2 may have been sent (item 3, 4), 5 were not sent.', named(3, 4)],
		['0 were accepted, 9 may have been sent (item 3 and 8 more), 0 were not sent.', SHORTENED],
		['0 were accepted, 9 were not sent.', named()],
	])('Uncertain items are read from an error: Of 9 items, %s', (words, expected) => {
		expect(plain(namedByRounds([failed(`Of 9 items, ${words}`)], 9))).toEqual(expected);
	});

	it('An error of an execution with one item is about that item', () => {
		const words = 'It may have been sent: check with the recipient.';
		expect(plain(namedByRounds([failed(words)], 1))).toEqual(named(1));
	});

	it('Items of the output say themselves whether they may have been sent', () => {
		const failedItems = [UNCERTAIN, { error: 'refused', was_sent: 'no' }];
		const items = out(...failedItems, { ref_no: 'a1' }, { sent: false, already_sent: true });
		expect(plain(namedByRounds([items], 4))).toEqual({ ...named(1), calledSent: [3, 4] });
	});

	it('The numbers of the items go on in the next round of a loop', () => {
		const rounds = [out({ ref_no: 'a1' }, { ref_no: 'a2' }), out(UNCERTAIN)];
		expect(plain(namedByRounds(rounds, 2))).toEqual({ ...named(3), calledSent: [1, 2] });
	});

	it('Uncertain items that two executions only count are counted once', () => {
		const shortened = { named: new Set([3]), more: 8, calledSent: new Set<number>() };
		expect(plain(union([shortened, shortened]))).toEqual({ ...named(3), more: 8 });
	});
});
