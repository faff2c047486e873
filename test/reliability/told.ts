import type { OutputItem } from '../n8n/api';
import type { Seen } from './execution';

/** What a person is told of each item. */
export type Word = 'sent' | 'not sent' | 'unknown';

export interface Told {
	sent: number;
	notSent: number;
	unknown: number;
	/** Where each item is spoken of by itself. */
	byItem?: Map<number, Word>;
	/** Where only counts are told: the items that are named because nobody knows. */
	named?: Set<number>;
	/** What is wrong with the telling itself. */
	wrong: string[];
	/** Each text that a person reads where something failed. */
	words: { message: string; description: string }[];
}

const textOf = (value: unknown) => (typeof value === 'string' ? value : '');

export const failureOf = ({ json }: OutputItem) =>
	'error' in json
		? { message: textOf(json.error), description: textOf(json.error_advice) }
		: undefined;

const WORDS: Readonly<Record<string, Word>> = { no: 'not sent', maybe: 'unknown', yes: 'sent' };

const countOf = (words: Iterable<Word>, wanted: Word) =>
	[...words].filter((word) => word === wanted).length;

function fromItems(items: readonly OutputItem[], expected: number): Told {
	const wrong: string[] = [];
	const byItem = new Map<number, Word>();
	const words: Told['words'] = [];
	for (const one of items) {
		const failure = failureOf(one);
		if (failure) words.push(failure);
		const word = failure ? WORDS[textOf(one.json.was_sent)] : 'sent';
		if (one.item === undefined) wrong.push('an item that comes from nowhere');
		else if (byItem.has(one.item)) wrong.push(`item ${one.item + 1} came out twice`);
		else if (word === undefined)
			wrong.push(`item ${one.item + 1} does not say whether it was sent`);
		else byItem.set(one.item, word);
	}
	for (let item = 0; item < expected; item++) {
		if (!byItem.has(item)) wrong.push(`nothing is told of item ${item + 1}`);
	}
	return {
		sent: countOf(byItem.values(), 'sent'),
		notSent: countOf(byItem.values(), 'not sent'),
		unknown: countOf(byItem.values(), 'unknown'),
		byItem,
		wrong,
		words,
	};
}

const TALLY =
	/Of (\d+) items, (\d+) (?:was|were) accepted(?:, (\d+) may have been sent \(item ([\d, ]+)( and \d+ more)?\))?, (\d+) (?:was|were) not sent/;

function fromError(error: { message: string; description: string }, expected: number): Told {
	const words = [error];
	if (error.description.includes('Nothing was sent for any item.')) {
		return { sent: 0, notSent: expected, unknown: 0, named: new Set(), wrong: [], words };
	}
	const found = TALLY.exec(error.description);
	if (!found) {
		const wrong = ['the error does not tell how many were sent'];
		return { sent: 0, notSent: 0, unknown: 0, wrong, words };
	}
	const [, all, accepted, open = '0', list = '', more, unsent] = found;
	const named = new Set(list === '' ? [] : list.split(',').map((number) => Number(number) - 1));
	const told = {
		sent: Number(accepted),
		notSent: Number(unsent),
		unknown: Number(open),
		named,
		wrong: [] as string[],
		words,
	};
	if (Number(all) !== expected || told.sent + told.notSent + told.unknown !== expected) {
		told.wrong.push('the counts of the error do not add up to all items');
	}
	if (more === undefined && named.size !== told.unknown) {
		told.wrong.push('not each item of which nobody knows is named');
	}
	return told;
}

/** What the output and the error of an execution tell of its messages. */
export function toldOf({ items, error }: Seen, expected: number): Told {
	return error ? fromError(error, expected) : fromItems(items, expected);
}
