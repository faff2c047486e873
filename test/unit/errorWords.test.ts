import { z } from 'zod';

import {
	asShown,
	placeOf,
	wordsForFailedBatch,
	wordsForItem,
	wordsForTally,
	wordsForWrongBatch,
} from '../../nodes/MessagingService/engine/output/words';
import { inputErrors } from '../../nodes/MessagingService/engine/operation';

describe('Words of errors', () => {
	it.each([
		[[72], 100, 'Item 73 of 100'],
		[[0, 1, 2], 5, 'Items 1 to 3 of 5'],
		[[0, 2], 5, 'Items 1, 3 of 5'],
		[[0, 1, 4, 6, 7, 8], 20, 'Items 1 to 2, 5, 7 to 9 of 20'],
		[[0], 1, ''],
	])('Items are counted from 1: %j of %i', (items, all, place) => {
		expect(placeOf(items, all)).toBe(place);
	});

	it('Descriptions and hints hold no markup but line breaks', () => {
		expect(asShown('<b>&lt;\nA & B')).toBe('&lt;b>&amp;lt;<br />\nA &amp; B');
	});

	it('A long list of items is shortened', () => {
		const everySecond = Array.from({ length: 30 }, (_, at) => at * 2);
		expect(placeOf(everySecond, 100)).toMatch(/^Items 1, 3, .* 39 and 10 more of 100$/);
	});

	it.each([
		['no', 'Nothing was sent for this item. Wait.'],
		[
			'maybe',
			'Wait. It may have been sent, and the node does not repeat it by itself. Do not send it again: first check with the recipient whether it arrived.',
		],
		['yes', 'The message was accepted: do not send it again. Wait.'],
		[undefined, 'Wait.'],
	] as const)('The error of a message says whether it was sent: %s', (wasSent, description) => {
		expect(wordsForItem({ what: 'Broke', advice: 'Wait.' }, wasSent)).toEqual({
			message: 'Broke',
			description,
		});
	});

	it('The tally accounts for each item of a batch', () => {
		expect(wordsForTally({ items: 10, accepted: 5, uncertain: [4, 6] })).toBe(
			'Of 10 items, 5 were accepted, 2 may have been sent (items 5, 7), 3 were not sent. Retry On Fail, or Retry in the list of executions, sends only what was not sent.',
		);
		expect(wordsForTally({ items: 10, accepted: 5, uncertain: [4, 6] }, true)).toMatch(
			/Retry sends the rest only with a Campaign or a Send Once Key\.$/,
		);
		expect(wordsForTally({ items: 3, accepted: 0, uncertain: [] })).toBe(
			'Nothing was sent for any item.',
		);
	});

	const wrong = (item: number, what: string) => ({ item, problems: [{ field: 'Text', what }] });

	const none = (items: number) => ({ items, accepted: 0, uncertain: [] });

	const CHECKED =
		'All items are checked before the first request: nothing was sent. Correct it, then run again.';
	const ANYWAY =
		'To go on with the others, choose Settings → On Error → Continue (using error output).';

	it.each([
		['and how to send the others', 1, 3, `Item 2 of 3. ${CHECKED} ${ANYWAY}`],
		['and no more if there are no others', 0, 1, CHECKED],
	])('An error of a wrong item says what is wrong, where, %s', (_, at, items, description) => {
		expect(wordsForWrongBatch([wrong(at, 'is wrong')], none(items))).toEqual({
			message: 'Text is wrong',
			description,
		});
	});

	it('An error of several wrong items names each in a line, up to twenty', () => {
		const all = Array.from({ length: 25 }, (_, item) => wrong(item, `is no. ${item + 1}`));
		const { message, description } = wordsForWrongBatch(all, none(30));
		const lines = description.split('\n');
		expect(message).toBe('25 of 30 items are wrong: Text');
		expect(lines[0]).toMatch(/^All items are checked .* Correct these items, then run/);
		expect(lines.slice(1, 3)).toEqual(['Item 1: Text is no. 1.', 'Item 2: Text is no. 2.']);
		expect(lines.slice(20)).toEqual(['Item 20: Text is no. 20.', 'And 5 more.']);
	});

	it('An error of wrong items says how many earlier tries have sent', () => {
		const sent = { items: 8, accepted: 4, uncertain: [5] };
		const { description } = wordsForWrongBatch([wrong(6, 'is wrong'), wrong(7, 'is wrong')], sent);
		expect(description).toContain(
			'before the first request: this try sent nothing. With earlier tries, of 8 items, 4 were accepted, 1 may have been sent (item 6), 3 were not sent.',
		);
	});

	const OTHERS =
		'To go on even if one fails, choose Settings → On Error → Continue (using error output).';

	it.each<[string, { isOfAll?: true }, string]>([
		['and how to go on', {}, ` Tally. ${OTHERS}`],
		['and no more if every item would meet it', { isOfAll: true }, ' Tally.'],
	])('An error of a stopped batch says where, whether it was sent, %s', (_, reach, more) => {
		const failure = { what: 'Broke', advice: 'Wait.', fate: 'notSent', ...reach } as const;
		const batch = { items: 9, wasSent: 'no', tally: 'Tally.' } as const;
		expect(wordsForFailedBatch(failure, [1, 2], batch)).toEqual({
			message: 'Broke',
			description: `Items 2 to 3 of 9. Nothing was sent for this item. Wait.${more}`,
		});
	});
});

describe('inputErrors', () => {
	it.each<[unknown, z.ZodType, string]>([
		['1', z.string().min(2), 'must have at least 2 characters'],
		[[1, 2], z.array(z.number()).max(1), 'may have at most 1 entry and has 2: shorten it'],
	])('The error of %j says which length is allowed', (value, schema, message) => {
		const { error } = schema.safeParse(value, { errorMap: inputErrors });
		expect(error?.issues[0]?.message).toBe(message);
	});
});
