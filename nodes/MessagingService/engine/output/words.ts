/** What a person reads if something went wrong: what happened, then what to do. Pure. */

import type { Effect, Failure, Sent } from '../outcome';

export interface ErrorWords {
	message: string;
	description: string;
}

const WHETHER_SENT: Record<Sent, string> = {
	no: 'Nothing was sent for this item.',
	unknown:
		'It may have been sent: check at the recipient before you send it again. The node does not repeat it.',
	yes: 'The message was accepted: do not send it again.',
};

const list = (numbers: readonly number[]) => {
	const most = 20;
	const shown = numbers.slice(0, most).map((item) => item + 1);
	const more = numbers.length > most ? ` and ${numbers.length - most} more` : '';
	return `${shown.join(', ')}${more}`;
};

/** n8n counts items from 0 in expressions, people count from 1: say both. */
export const placeOfItem = (item: number, items: number) =>
	items > 1 ? `Item ${item + 1} of ${items} (index ${item}): ` : '';

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

/** For a batch that was not begun because something in it is wrong. */
export function wordsForWrongBatch(
	wrong: readonly WrongItem[],
	items: number,
	effect: Effect,
): ErrorWords {
	const [first, ...others] = wrong;
	if (!first) return { message: 'Nothing is wrong', description: '' };
	const most = 10;
	const further = others
		.slice(0, most)
		.map(({ item, problems }) => `${placeOfItem(item, items)}${wordsForProblems(problems)}.`);
	const rest = others.length > most ? [`And ${others.length - most} more.`] : [];
	const nothing =
		effect === 'send'
			? 'All items are checked before the first is sent: nothing was sent.'
			: 'All items are checked before the first request: nothing was requested.';
	return {
		message: `${placeOfItem(first.item, items)}${wordsForProblems(first.problems)}`,
		description: [
			nothing,
			`Correct ${others.length > 0 ? 'these items' : 'it'}, then run again.`,
			...further,
			...rest,
		].join(' '),
	};
}
