/** What a person reads if something went wrong: what happened, then what to do. Pure. */

import type { Effect, Failure, Sent } from '../outcome';

export interface ErrorWords {
	message: string;
	description: string;
}

const WHETHER_SENT: Record<Sent, string> = {
	no: 'Nothing was sent for this item.',
	unknown:
		'It may have been sent: check with the recipient before you send it again. The node does not repeat it.',
	yes: 'The message was accepted: do not send it again.',
};

/** Where n8n has the setting, in its own words. */
const CONTINUE = 'Settings → On Error → Continue (using error output)';

/** For a reader that sees nothing but one text. */
export const inOne = ({ message, description }: ErrorWords): string =>
	description === '' ? message : `${message.replace(/\.$/, '')}. ${description}`;

const sentence = (text: string) => (/[.!?…]$/.test(text) ? text : `${text}.`);

const list = (numbers: readonly number[]) => {
	const most = 20;
	const shown = numbers.slice(0, most).map((item) => item + 1);
	const more = numbers.length > most ? ` and ${numbers.length - most} more` : '';
	return `${shown.join(', ')}${more}`;
};

interface Range {
	from: number;
	to: number;
}

function rangesOf(items: readonly number[]): Range[] {
	const found: Range[] = [];
	for (const item of items) {
		const last = found.at(-1);
		if (last && item === last.to + 1) last.to = item;
		else found.push({ from: item, to: item });
	}
	return found;
}

const MOST_RANGES = 20;

/** 'Item 2', or 'Items 1 to 3, 5 and 9': people count from 1. */
function named(items: readonly number[]): string {
	const ranges = rangesOf(items);
	const shown = ranges
		.slice(0, MOST_RANGES)
		.flatMap(({ from, to }) =>
			to - from > 1 ? [`${from + 1} to ${to + 1}`] : [...new Set([`${from + 1}`, `${to + 1}`])],
		);
	const hidden = ranges.slice(MOST_RANGES).reduce((sum, { from, to }) => sum + to - from + 1, 0);
	const last = hidden > 0 ? `${hidden} more` : shown.pop();
	const all = shown.length === 0 ? (last ?? '') : `${shown.join(', ')} and ${last ?? ''}`;
	return `${items.length === 1 ? 'Item' : 'Items'} ${all}`;
}

/** 'Item 2 of 3', or nothing if there is but one. */
export const placeOf = (items: readonly number[], all: number): string =>
	all > 1 ? `${named(items)} of ${all}` : '';

/** The same words are said once, with all items that they are about. */
export function byWords<One>(
	entries: readonly One[],
	wordsOf: (entry: One) => string,
): Map<string, One[]> {
	const groups = new Map<string, One[]>();
	for (const entry of entries) {
		const words = wordsOf(entry);
		const group = groups.get(words);
		if (group) group.push(entry);
		else groups.set(words, [entry]);
	}
	return groups;
}

/** For one item, if the others go on. */
export function wordsForItem(failure: Failure, effect: Effect): ErrorWords {
	const whether = effect === 'send' ? `${WHETHER_SENT[failure.sent]} ` : '';
	return { message: failure.what, description: `${whether}${failure.advice}` };
}

interface Tally {
	items: number;
	accepted: number;
	/** Items by number. */
	mayHaveBeenSent: readonly number[];
	acceptedUnreadable: readonly number[];
}

const plural = (count: number, one: string, many: string) =>
	count === 1 ? `1 ${one}` : `${count} ${many}`;

/** What became of the items of a batch that did not end well. */
export function wordsForTally({
	items,
	accepted,
	mayHaveBeenSent,
	acceptedUnreadable,
}: Tally): string {
	if (items === 1) return '';
	const acceptedInAll = accepted + acceptedUnreadable.length;
	const open = mayHaveBeenSent.length;
	const unsent = items - acceptedInAll - open;
	if (acceptedInAll + open === 0) return 'Nothing was sent for any item.';
	const parts = [
		`${plural(acceptedInAll, 'was', 'were')} accepted`,
		...(open > 0 ? [`${open} may have been sent (item ${list(mayHaveBeenSent)})`] : []),
		`${plural(unsent, 'was', 'were')} not sent`,
	];
	return `Of ${items} items, ${parts.join(', ')}. Retry On Fail, or Retry in the list of executions, sends only what was not sent.`;
}

interface FailedBatch {
	failure: Failure;
	/** Those that failed in this way, by number. */
	failed: readonly number[];
	items: number;
	effect: Effect;
	tally: string;
}

/** For a batch that stopped at a failure. */
export function wordsForFailedBatch({
	failure,
	failed,
	items,
	effect,
	tally,
}: FailedBatch): ErrorWords {
	const { message, description } = wordsForItem(failure, effect);
	const place = placeOf(failed, items);
	const others = effect === 'send' ? 'send the others' : 'get the others';
	const parts = [
		...(place === '' ? [] : [sentence(place)]),
		description,
		...(tally === '' ? [] : [tally]),
		...(failed.length < items ? [`To ${others} even if one fails, choose ${CONTINUE}.`] : []),
	];
	return { message, description: parts.join(' ') };
}

interface WrongItem {
	item: number;
	problems: readonly { field: string; what: string }[];
}

/** 'To is required' would read like half a sentence. What is a sentence of its own comes after a colon. */
export function wordsForProblem({ field, what }: WrongItem['problems'][number]): string {
	if (!/^[a-z]/.test(what)) return `${field}: ${what}`;
	return `${field === 'To' ? 'The field To' : field} ${what}`;
}

const wordsForProblems = (problems: WrongItem['problems']) =>
	problems.map(wordsForProblem).join('; ');

/** For an item that is wrong, if the others go on. */
export function wordsForWrongItem(problems: WrongItem['problems'], effect: Effect): ErrorWords {
	const advice = 'Correct it, then run again with this item alone.';
	return wordsForItem({ what: wordsForProblems(problems), advice, sent: 'no' }, effect);
}

const MOST_FURTHER = 10;

/** For a batch that was not begun because something in it is wrong. */
export function wordsForWrongBatch(
	wrong: readonly WrongItem[],
	items: number,
	effect: Effect,
): ErrorWords {
	const groups = [...byWords(wrong, ({ problems }) => wordsForProblems(problems))];
	const [first, ...others] = groups.map(([words, group]) => ({
		words,
		place: placeOf(
			group.map(({ item }) => item),
			items,
		),
	}));
	if (!first) return { message: 'Nothing is wrong', description: '' };
	const further = others
		.slice(0, MOST_FURTHER)
		.map(({ place, words }) => `${place}: ${sentence(words)}`);
	const more = others.length - further.length;
	const nothing =
		effect === 'send'
			? 'All items are checked before the first is sent: nothing was sent.'
			: 'All items are checked before the first request: nothing was requested.';
	const parts = [
		...(first.place === '' ? [] : [sentence(first.place)]),
		nothing,
		`Correct ${wrong.length > 1 ? 'these items' : 'it'}, then run again.`,
		...(wrong.length < items
			? [`To ${effect === 'send' ? 'send' : 'get'} the others anyway, choose ${CONTINUE}.`]
			: []),
		...further,
		...(more > 0 ? [`And ${more} more.`] : []),
	];
	return { message: first.words, description: parts.join(' ') };
}
