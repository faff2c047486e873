import { shortList, withoutQuotes } from '../../../plain';
import type { ItemState } from '../itemState';
import { WHETHER_SENT, type WasSent } from '../life';
import type { Failure } from '../outcome';

export interface ErrorWords {
	message: string;
	description: string;
}

const CONTINUE = 'Settings → On Error → Continue (using error output)';

/** The editor shows descriptions and hints as HTML. They may quote what a stranger typed, which must stay text. */
export const asShown = (text: string): string =>
	text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('\n', '<br />\n');

export const inOne = ({ message, description }: ErrorWords): string =>
	description === ''
		? message
		: `${message.replace(/\.$/, '')}. ${description.replaceAll('\n', ' ')}`;

/** For an error whose message leaves out what it quotes. */
export const descriptionOfAll = ({ message, description }: ErrorWords): string =>
	`${sentence(message)}\n${description}`;

const joined = (...parts: string[]) => parts.filter((part) => part !== '').join(' ');

const sentence = (text: string) => (/[.!?…]$|^$/.test(text) ? text : `${text}.`);

const MOST_SHOWN = 20;
const MOST_FIELDS = 3;

/** Names items as 'Item 2' or 'Items 1 to 3, 5, 9', counted from 1. */
function named(items: readonly number[]): string {
	const ranges: { from: number; to: number }[] = [];
	for (const item of items) {
		const last = ranges.at(-1);
		if (last && item === last.to + 1) last.to = item;
		else ranges.push({ from: item, to: item });
	}
	const further = ranges.splice(MOST_SHOWN).reduce((sum, { from, to }) => sum + to - from + 1, 0);
	const shown = ranges.map(({ from, to }) => (from === to ? from + 1 : `${from + 1} to ${to + 1}`));
	const more = further > 0 ? ` and ${further} more` : '';
	return `${items.length === 1 ? 'Item' : 'Items'} ${shown.join(', ')}${more}`;
}

export const placeOf = (items: readonly number[], all: number): string =>
	all > 1 ? `${named(items)} of ${all}` : '';

/**
 * Of a message that may have been sent, the last sentence says not to send it again: a model follows the last one.
 * @param wasSent undefined if the item is no message
 */
export function wordsForItem(
	{ what, advice }: Pick<Failure, 'what' | 'advice'>,
	wasSent: WasSent | undefined,
): ErrorWords {
	const whether = wasSent === undefined ? '' : WHETHER_SENT[wasSent];
	const parts = wasSent === 'maybe' ? [advice, whether] : [whether, advice];
	return { message: what, description: joined(...parts) };
}

const were = (count: number) => (count === 1 ? '1 was' : `${count} were`);

/** What became of the messages of a list. */
export interface Tally {
	items: number;
	accepted: number;
	uncertain: readonly number[];
}

/** Says how many messages were accepted before a batch ended badly, so that nobody sends them again. */
export function wordsForTally({ items, accepted, uncertain }: Tally, isCancelled = false): string {
	if (items === 1) return '';
	const { length } = uncertain;
	if (accepted + length === 0) return 'Nothing was sent for any item.';
	const parts = [
		`${were(accepted)} accepted`,
		...(length > 0 ? [`${length} may have been sent (${named(uncertain).toLowerCase()})`] : []),
		`${were(items - accepted - length)} not sent`,
	];
	const counts = `Of ${items} items, ${parts.join(', ')}.`;
	if (items === accepted + length) return counts;
	// n8n keeps no note of a cancelled node.
	const advice = isCancelled
		? 'Retry sends the rest only with a Campaign or a Send Once Key.'
		: 'Retry On Fail, or Retry in the list of executions, sends only what was not sent.';
	return `${counts} ${advice}`;
}

export function wordsForFailedBatch(
	failure: Failure,
	failed: readonly number[],
	{ items, wasSent, tally }: { items: number; wasSent: WasSent | undefined; tally: string },
): ErrorWords {
	const { message, description } = wordsForItem(failure, wasSent);
	const hasOthers = failed.length < items && failure.isOfAll !== true;
	const goOn = hasOthers ? `To go on even if one fails, choose ${CONTINUE}.` : '';
	const place = sentence(placeOf(failed, items));
	return { message, description: joined(place, description, tally, goOn) };
}

type Problems = Readonly<NonNullable<ItemState['problems']>>;

/** A label and its fault make a sentence, but a value and its fault need a colon. */
export const wordsForProblem = ({ field, what }: Problems[number]): string =>
	`${field}${/^[a-z]/.test(what) ? '' : ':'} ${what}`;

const wordsForProblems = (problems: Problems) => problems.map(wordsForProblem).join('; ');

/** Who runs the same again meets a limit again. So its own advice comes instead. */
const adviceFor = (problems: Problems, otherwise: string): string =>
	problems.find(({ advice }) => advice !== undefined)?.advice ?? otherwise;

/** @param isForAgent whether a model reads the words: of the error, it reads nothing else */
export function wordsForWrongItem(
	problems: Problems,
	wasSent: WasSent | undefined,
	isForAgent: boolean,
): ErrorWords {
	const correct = isForAgent
		? 'Call this tool only with a corrected value, or ask the person for it.'
		: 'Correct it, then run again with this item alone.';
	const advice = adviceFor(problems, correct);
	return wordsForItem({ what: wordsForProblems(problems), advice }, wasSent);
}

export function wordsForWrongBatch(
	wrong: readonly { item: number; problems: Problems }[],
	tally: Tally,
): ErrorWords {
	const { items } = tally;
	const numbers = wrong.map(({ item }) => item);
	const isOne = wrong.length === 1;
	const isSentBefore = tally.accepted + tally.uncertain.length > 0;
	const summary = joined(
		isOne ? sentence(placeOf(numbers, items)) : '',
		`All items are checked before the first request: ${isSentBefore ? 'this try sent nothing' : 'nothing was sent'}.`,
		isSentBefore ? `With earlier tries, ${wordsForTally(tally).replace(/^Of/, 'of')}` : '',
		isOne
			? adviceFor(wrong[0]?.problems ?? [], 'Correct it, then run again.')
			: 'Correct these items, then run again.',
		wrong.length < items ? `To go on with the others, choose ${CONTINUE}.` : '',
	);
	const lines = wrong.map(
		({ item, problems }) => `Item ${item + 1}: ${sentence(wordsForProblems(problems))}`,
	);
	const hidden = lines.splice(MOST_SHOWN).length;
	if (hidden > 0) lines.push(`And ${hidden} more.`);
	if (isOne) return { message: wordsForProblems(wrong[0]?.problems ?? []), description: summary };
	// Items that are wrong in the same way share its words, and others only the names of their fields.
	const sorts = new Set(wrong.map(({ problems }) => withoutQuotes(wordsForProblems(problems))));
	const fields = new Set(wrong.flatMap(({ problems }) => problems.map(({ field }) => field)));
	const [sort = ''] = sorts.size === 1 ? sorts : [shortList([...fields], MOST_FIELDS)];
	return {
		message: `${wrong.length} of ${items} items are wrong: ${sort}`,
		description: [summary, ...lines].join('\n'),
	};
}
