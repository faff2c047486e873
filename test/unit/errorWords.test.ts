import { z } from 'zod';

import {
	placeOfItem,
	wordsForItem,
	wordsForTally,
	wordsForWrongBatch,
} from '../../nodes/MessagingService/engine/output/words';
import { inputErrors } from '../../nodes/MessagingService/engine/operation';

describe('A report', () => {
	it('counts items as people do, and as n8n does', () => {
		expect(placeOfItem(72, 100)).toBe('Item 73 of 100 (index 72): ');
		expect(placeOfItem(0, 1)).toBe('');
	});

	it.each([
		['no', 'Nothing was sent for this item. Wait.'],
		[
			'unknown',
			'It may have been sent: check at the recipient before you send it again. The node does not repeat it. Wait.',
		],
		['yes', 'The message was accepted: do not send it again. Wait.'],
	] as const)('says of an item whether it was sent (%s), then what to do', (sent, description) => {
		expect(wordsForItem({ what: 'Broke', advice: 'Wait.', sent }, 'send')).toEqual({
			message: 'Broke',
			description,
		});
	});

	it('says nothing of sending where nothing is sent', () => {
		expect(
			wordsForItem({ what: 'Broke', advice: 'Wait.', sent: 'unknown' }, 'read').description,
		).toBe('Wait.');
	});

	it('accounts for each item of a batch', () => {
		expect(
			wordsForTally({ items: 10, accepted: 4, mayHaveBeenSent: [4, 6], acceptedUnreadable: [7] }),
		).toBe(
			'Of 10 items, 5 were accepted, 2 may have been sent (item 5, 7), 3 were not sent. Retry On Fail, or Retry in the list of executions, sends only what was not sent.',
		);
		expect(
			wordsForTally({ items: 3, accepted: 0, mayHaveBeenSent: [], acceptedUnreadable: [] }),
		).toBe('Nothing was sent for any item.');
	});

	it('names the first wrong item in the message and ten more in the description', () => {
		const wrong = Array.from({ length: 15 }, (_, item) => ({
			item,
			problems: [{ field: 'To', what: 'is required: fill it in' }],
		}));
		const { message, description } = wordsForWrongBatch(wrong, 20, 'send');
		expect(message).toBe('Item 1 of 20 (index 0): The field To is required: fill it in');
		expect(description).toContain('nothing was sent');
		expect(description).toContain('Item 11 of 20');
		expect(description).not.toContain('Item 12 of 20');
		expect(description).toContain('And 4 more.');
	});
});

describe('What is wrong with a value', () => {
	const schema = z.object({
		text: z.string().max(5).min(2).optional(),
		count: z.number().max(10).min(1).optional(),
		whole: z.number().int().optional(),
		kind: z.enum(['a', 'b']).optional(),
		list: z.array(z.string()).max(2).optional(),
		needed: z.string(),
	});
	const cases: [string, Record<string, unknown>, string][] = [
		['a missing one', { needed: undefined }, 'is required: fill it in'],
		['a number where text belongs', { text: 7 }, 'must be text, and is a number'],
		['text where a number belongs', { count: 'many' }, 'must be a number, and is text'],
		['too long a text', { text: '123456' }, 'may have at most 5 characters and has 6: shorten it'],
		['too short a text', { text: '1' }, 'must have at least 2 characters'],
		['too big a number', { count: 11 }, 'must be at most 10'],
		[
			'a fraction where a whole number belongs',
			{ whole: 1.5 },
			'must be a whole number, and is a fraction',
		],
		['too small a number', { count: 0 }, 'must be at least 1'],
		['another choice', { kind: 'c' }, 'must be one of a, b'],
		[
			'too many entries',
			{ list: ['1', '2', '3'] },
			'may have at most 2 entries and has 3: shorten it',
		],
	];

	it.each(cases)('is said of %s', (_, value, message) => {
		const parsed = schema.safeParse({ needed: 'x', ...value }, { errorMap: inputErrors });
		expect(parsed.error?.issues[0]?.message).toBe(message);
	});
});
