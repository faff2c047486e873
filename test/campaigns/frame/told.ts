import type { NodeRun, OutputItem } from '../../n8n/api';

export type Word = 'sent' | 'not sent' | 'unknown';

export interface Told {
	sent: number;
	notSent: number;
	unknown: number;
	/** Where each item is spoken of by itself. */
	byItem?: Map<number, Word>;
	/** Where only counts are told: the items that are named because nobody knows. */
	named?: Set<number>;
	wrong: string[];
	words: { message: string; description: string }[];
}

const textOf = (value: unknown) => (typeof value === 'string' ? value : '');

export const failureOf = ({ json }: OutputItem) =>
	'error' in json
		? { message: textOf(json.error), description: textOf(json.error_advice) }
		: undefined;

const WORDS: Readonly<Record<string, Word>> = { no: 'not sent', maybe: 'unknown', yes: 'sent' };

function counted(byItem: Map<number, Word>, wrong: string[], words: Told['words']): Told {
	const count = (wanted: Word) => [...byItem.values()].filter((word) => word === wanted).length;
	const [sent, notSent, unknown] = [count('sent'), count('not sent'), count('unknown')];
	return { sent, notSent, unknown, byItem, wrong, words };
}

/** What an error says of the only item. */
const ALONE: readonly (readonly [string, Word])[] = [
	['may have been sent', 'unknown'],
	['Nothing was sent', 'not sent'],
	['The message was accepted', 'sent'],
];

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
	return counted(byItem, wrong, words);
}

const TALLY =
	/Of (\d+) items, (\d+) (?:was|were) accepted(?:, (\d+) may have been sent \(item ([\d, ]+)( and \d+ more)?\))?, (\d+) (?:was|were) not sent/;

function fromError(error: { message: string; description: string }, expected: number): Told {
	const words = [error];
	if (error.description.includes('Nothing was sent for any item.')) {
		return { sent: 0, notSent: expected, unknown: 0, named: new Set(), wrong: [], words };
	}
	const found = TALLY.exec(error.description);
	if (!found && expected === 1) {
		const word = ALONE.find(([text]) => error.description.includes(text))?.[1];
		if (word !== undefined) return counted(new Map([[0, word]]), [], words);
		return counted(new Map(), ['the error does not tell whether it was sent'], words);
	}
	if (!found) {
		const wrong = ['the error does not tell how many were sent'];
		return { sent: 0, notSent: 0, unknown: 0, wrong, words };
	}
	const [, all, accepted, open = '0', list = '', more, unsent] = found;
	const named = new Set(list === '' ? [] : list.split(',').map((number) => Number(number) - 1));
	const [sent, notSent, unknown] = [Number(accepted), Number(unsent), Number(open)];
	const wrong: string[] = [];
	if (Number(all) !== expected || sent + notSent + unknown !== expected) {
		wrong.push('the counts of the error do not add up to all items');
	}
	if (more === undefined && named.size !== unknown) {
		wrong.push('not each item of which nobody knows is named');
	}
	return { sent, notSent, unknown, named, wrong, words };
}

export const toldOf = ({ items, error }: NodeRun, expected: number): Told =>
	error ? fromError(error, expected) : fromItems(items, expected);

/** What several runs or executions say together, by the numbers of the items. */
export interface Named {
	named: Set<number>;
	/** How many others may have been sent, and are not listed. */
	more: number;
	/** Items that are called sent, now or before. */
	calledSent: Set<number>;
}

/** The rounds of a loop each count their items from 0. */
export function namedByRounds(rounds: readonly NodeRun[], itemsARound: number): Named {
	const all: Named = { named: new Set(), more: 0, calledSent: new Set() };
	for (const [round, run] of rounds.entries()) {
		const { byItem, named = new Set<number>(), unknown } = toldOf(run, itemsARound);
		const numberOf = (item: number) => item + 1 + round * itemsARound;
		for (const item of named) all.named.add(numberOf(item));
		if (byItem === undefined) all.more += unknown - named.size;
		for (const [item, word] of byItem ?? []) {
			if (word === 'unknown') all.named.add(numberOf(item));
			if (word === 'sent') all.calledSent.add(numberOf(item));
		}
	}
	return all;
}

export const union = (all: readonly Named[]): Named => ({
	named: new Set(all.flatMap(({ named }) => [...named])),
	more: Math.max(0, ...all.map(({ more }) => more)),
	calledSent: new Set(all.flatMap(({ calledSent }) => [...calledSent])),
});
