import { toldByRun, together, union, type Told } from '../killed/told';

/** How test:killed reads what executions say: misread, it would call a lost message named. */

const failed = (message: string, description: string) => ({ error: { message, description } });
const out = (...items: Record<string, unknown>[]) => ({
	data: { main: [items.map((json, item) => ({ json, pairedItem: { item } }))] },
});
const plain = ({ named, more, calledSent }: Told) => ({
	named: [...named],
	more,
	calledSent: [...calledSent],
});
const named = (...items: number[]) => ({ named: items, more: 0, calledSent: [] });

const MAYBE = 'It may have been sent: check with the recipient before you send it again.';

describe('toldByRun', () => {
	it.each([
		['a list', `Of 9 items, 2 may have been sent (item 3, 4), 7 were not sent.`, named(3, 4)],
		['ranges', `4 may have been sent (items 3 to 5, 9)`, named(3, 4, 5, 9)],
		['a shortened list', `9 may have been sent (item 3 and 8 more)`, { ...named(3), more: 8 }],
		['words on one item before the list', `${MAYBE} 1 may have been sent (item 3)`, named(3)],
		['nothing that may have been sent', 'Of 9 items, 9 were not sent.', named()],
	])('An error with %s is read', (_, description, expected) => {
		expect(plain(toldByRun(failed('The service broke', description)))).toEqual(expected);
	});

	it('An error without a list is about the item that it begins with', () => {
		expect(plain(toldByRun(failed('Item 7 of 9 (index 6): broke', MAYBE)))).toEqual(named(7));
	});

	it('An error of a run with one item is about that item', () => {
		expect(plain(toldByRun(failed('The service broke', MAYBE)))).toEqual(named(1));
	});

	it('Items that come out one by one say whether they may have been sent', () => {
		const items = [
			{ error: 'broke', message: MAYBE },
			{ error: 'refused', message: 'Nothing was sent for this item.' },
			{ error: 'broke', was_sent: 'maybe' },
		];
		expect(plain(toldByRun(out(...items)))).toEqual(named(1, 3));
	});

	it('Items that come out without an error count as sent', () => {
		const items = [{ ref_no: 'a1' }, { sent: false, already_sent: true }];
		expect(plain(toldByRun(out(...items)))).toEqual({ ...named(), calledSent: [1, 2] });
	});

	it('Items of a later round of a loop are counted on', () => {
		const rounds = [out({ ref_no: 'a1' }, { ref_no: 'a2' }), out({ error: 'x', message: MAYBE })];
		expect(plain(together(rounds.map(toldByRun), 2))).toEqual({ ...named(3), calledSent: [1, 2] });
	});

	it('Two executions do not add up what they leave out of their lists', () => {
		const shortened = toldByRun(failed('', '9 may have been sent (item 3 and 8 more)'));
		expect(plain(union([shortened, shortened]))).toEqual({ ...named(3), more: 8 });
	});
});
