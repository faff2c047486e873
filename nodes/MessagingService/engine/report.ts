/** What a person reads when something went wrong: what happened, then what to do. Pure. */

import type { IDataObject } from 'n8n-workflow';

import type { ServiceRequest } from './operation';
import type { Effect, Failure, Sent } from './outcome';

export interface Told {
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

/** n8n counts items from 0 in expressions, people from 1: both are said. */
export const placeOf = (item: number, items: number) =>
	items > 1 ? `Item ${item + 1} of ${items} (index ${item}): ` : '';

/** For one item, where the others go on. */
export function tellItem(failure: Failure, effect: Effect): Told {
	const whether = effect === 'send' ? `${WHETHER_SENT[failure.sent]} ` : '';
	return { message: failure.what, description: `${whether}${failure.advice}` };
}

/** A request as it would go out, without its login; a file by what is known of it. */
export function tellRequest(request: ServiceRequest, url: string): IDataObject {
	const { method, query, json, form, multipart, jsonFile, part } = request;
	const body = json ?? form ?? multipart;
	const file = jsonFile ?? part;
	return {
		method,
		url,
		...(query && { query: { ...query } }),
		...(body && { body: { ...body } }),
		...(file && {
			file: {
				field: file.name,
				name: file.file.fileName ?? null,
				type: file.file.mimeType,
				bytes: file.file.size,
			},
		}),
	};
}

export interface Tally {
	items: number;
	accepted: number;
	/** Items by number. */
	mayHaveBeenSent: readonly number[];
	acceptedUnreadable: readonly number[];
}

const plural = (count: number, one: string, many: string) =>
	count === 1 ? `1 ${one}` : `${count} ${many}`;

/** How a batch stands that did not end well. */
export function tellTally({ items, accepted, mayHaveBeenSent, acceptedUnreadable }: Tally): string {
	if (items === 1) return '';
	const taken = accepted + acceptedUnreadable.length;
	const open = mayHaveBeenSent.length;
	const unsent = items - taken - open;
	if (taken + open === 0) return 'Nothing was sent for any item.';
	const parts = [
		`${plural(taken, 'was', 'were')} accepted`,
		...(open > 0 ? [`${open} may have been sent (item ${list(mayHaveBeenSent)})`] : []),
		`${plural(unsent, 'was', 'were')} not sent`,
	];
	return `Of ${items} items, ${parts.join(', ')}. Retry On Fail, or Retry in the list of executions, sends only what was not sent.`;
}

export interface WrongItem {
	item: number;
	problems: readonly { field: string; what: string }[];
}

const tellProblems = (problems: WrongItem['problems']) =>
	problems.map(({ field, what }) => `${field} ${what}`).join('; ');

/** For an item that is wrong, where the others go on. */
export function tellWrongItem(problems: WrongItem['problems'], effect: Effect): Told {
	const advice = 'Correct it, then run again with this item alone.';
	return tellItem({ what: tellProblems(problems), advice, sent: 'no' }, effect);
}

/** For a batch that was not begun because something in it is wrong. */
export function tellWrong(wrong: readonly WrongItem[], items: number, effect: Effect): Told {
	const [first, ...others] = wrong;
	if (!first) return { message: 'Nothing is wrong', description: '' };
	const most = 10;
	const further = others
		.slice(0, most)
		.map(({ item, problems }) => `${placeOf(item, items)}${tellProblems(problems)}.`);
	const rest = others.length > most ? [`And ${others.length - most} more.`] : [];
	const nothing =
		effect === 'send'
			? 'All items are checked before the first is sent: nothing was sent.'
			: 'All items are checked before the first request: nothing was requested.';
	return {
		message: `${placeOf(first.item, items)}${tellProblems(first.problems)}`,
		description: [
			nothing,
			`Correct ${others.length > 0 ? 'these items' : 'it'}, then run again.`,
			...further,
			...rest,
		].join(' '),
	};
}
