import { booleanOf, isObject } from '../../plain';
import * as names from './businessNames';
import {
	all,
	certainDigitsOf,
	dateOf,
	digitsOf,
	first,
	insideOf,
	isChatId,
	isHidden,
	isOf,
	nearest,
	outward,
	partsOf,
	termOf,
	textOf,
	wordsIn,
	type Part,
	type Read,
} from './businessParts';

/**
 * Reads messages in callbacks that the service does not document. First their direction: a message that is ours in any
 * of the ways of businessNames.ts is none. What no list names stays undefined, since a wrong value is worse than none.
 */

/** What a callback says of one message. */
export type Said = Partial<
	Record<'id' | 'from' | 'to' | 'text' | 'roomId' | 'buttonId' | 'date', string | undefined>
>;

/** Each message is compared with all that is around it, so more of them are output as one item. */
const MOST_MESSAGES = 100;

const has = (known: ReadonlySet<string>, terms: readonly string[]) =>
	terms.some((one) => known.has(one));

const flagOf: Read = (value) =>
	typeof value === 'number' ? undefined : booleanOf(value)?.toString();

/** What the gateway says: that a message is ours or a report on one, that it came in, or nothing. */
function directionOf(parts: readonly Part[]): 'ours' | 'in' | undefined {
	const plain = parts.filter(isOf(undefined));
	const writers = parts.filter(({ name, role }) => role === 'person' && names.WRITERS.has(name));
	const said = (which: 1 | 2) =>
		[
			...names.SAYINGS.map((one) => [plain, one] as const),
			...names.WRITER_KINDS.map((one) => [writers, one] as const),
		].some(([of, { 0: fields, [which]: words }]) =>
			[termOf, flagOf].some((read) => has(words, all(of, fields, read))),
		);
	// A person may write a title or a topic, but none with a dot or an underscore between words.
	const titles = all(plain, names.EVENT_TITLE, textOf).filter((one) => /^\w+[._/:]\w/.test(one));
	const events = [...all(plain, names.EVENT, textOf), ...titles].map(wordsIn);
	const others = events.filter((words) => !has(names.IN_WORDS, words));
	const joined = events.map((words) => words.join(''));
	const isReport = has(names.REPORT_WORDS, others.flat()) || has(names.OTHER_EVENTS, joined);
	if (said(1) || isReport || has(names.OUT_WORDS, events.flat())) return 'ours';
	if (said(2) || others.length < events.length) return 'in';
	const states = [...others.flat(), ...all(plain, names.STATUS, textOf).flatMap(wordsIn)];
	return has(names.SENT_WORDS, states) || has(names.REPORT_WORDS, states) ? 'ours' : undefined;
}

const unlessChatId: Read = (value) => (isChatId(value) ? undefined : textOf(value));
const chatOf: Read = (value) => (isChatId(value) ? digitsOf(value) : undefined);

const isReport = ({ fields }: Part) =>
	isObject(fields.status) || names.REPORTS.some((name) => name in fields);

/** What an entry of a list, or the whole payload, holds. */
function contentOf(entry: Part, parts: readonly Part[]) {
	const inside = parts.filter((part) => part.entry === entry);
	const near = nearest(entry, inside);
	const plain = near.filter(isOf(undefined, 'file'));
	const taps = near.filter(isOf('tap'));
	const words = first(taps, names.TITLE) ?? first(plain, names.TEXT, unlessChatId);
	const button = first(taps, names.BUTTON) ?? first(plain, names.FLAT_BUTTON);
	const file =
		near.find(isOf('file')) ??
		first(near, [...names.ROLES.file])?.part ??
		plain.find(({ fields }) => names.ROLES.file.has(termOf(fields.type) ?? ''));
	const isReaction = all(plain, ['typemessage'], textOf).includes('reactionMessage');
	const place = words?.part ?? button?.part ?? file;
	const hasId = first(plain, names.ID.slice(0, -1)) !== undefined;
	const sender = first(near.filter(isOf(undefined, 'person')), names.ANYONE)?.part;
	const isOfSomeone = sender !== undefined || names.MESSAGES.has(entry.name);
	return {
		entry,
		inside,
		text: isReaction ? undefined : words?.value,
		buttonId: button?.value,
		place: place ?? sender ?? entry,
		isMessage: place !== undefined,
		mayBeMessage:
			!inside.some(isReport) && (hasId || (isOfSomeone && first(plain, names.ID) !== undefined)),
	};
}

type Content = ReturnType<typeof contentOf>;

const numberIn = (people: readonly Part[]) =>
	first(people, names.PERSON, digitsOf) ?? first(people, names.PERSON_ID, certainDigitsOf);

/** @returns undefined if the numbers show that the message is ours */
function partiesOf({ inside, place }: Content, around: readonly Part[]) {
	const near = nearest(place, around);
	const own = near.filter((part) => inside.includes(part));
	const ourParts = near.filter(isOf('ours'));
	const plain = near.filter(isOf(undefined));
	const to = (
		first(plain, names.TO, digitsOf) ??
		first(ourParts, names.OUR_NUMBER, digitsOf) ??
		first(plain, names.OURS, digitsOf)
	)?.value;
	const theirs = own.filter(isOf(undefined, 'person'));
	const isHiddenIn = ({ fields }: Part) => names.ANYONE.some((name) => isHidden(fields[name]));
	const hidden = theirs.find(isHiddenIn);
	if (hidden !== undefined) {
		const sender =
			first(theirs, names.ALT, digitsOf) ??
			first([hidden], names.ANYONE, digitsOf) ??
			numberIn(own.filter(isOf('person')));
		return { from: sender?.value, to };
	}
	const senderIn = (some: readonly Part[]) =>
		first(some.filter(isOf(undefined, 'person')), names.FROM, digitsOf) ??
		numberIn(some.filter(isOf('person'))) ??
		first(some.filter(isOf(undefined)), names.PHONE, digitsOf);
	const chat = first(theirs, names.CHAT, chatOf);
	const named = chat ?? senderIn(near);
	if (named === undefined) return { to };
	const beside = all([named.part], ['phone', 'senderid', ...names.FROM], digitsOf);
	const ours = [
		to,
		...all(plain, names.OURS, digitsOf),
		...all(ourParts, names.OUR_NUMBER, digitsOf),
	];
	const [from, ...others] = [...new Set([named.value, ...beside])].filter(
		(one) => !ours.includes(one),
	);
	const persons = all(near.filter(isOf('person')), names.PERSON, digitsOf);
	const isToPerson = to !== undefined && persons.includes(to) && !persons.includes(from ?? '');
	// Who writes in the chat of a person and is not that person writes for us.
	const isOther = chat !== undefined && beside.some((one) => one !== chat.value);
	if (from === undefined || isToPerson || isOther) return undefined;
	// Of two numbers, either may be the sender's.
	return { from: others.length > 0 ? undefined : from, to };
}

function messageOf(content: Content, parts: readonly Part[]): Said | undefined {
	const { entry, text, buttonId, place } = content;
	const entries = outward(entry).map((one) => one.entry);
	const around = parts.filter((part) => entries.includes(part.entry));
	const parties = directionOf(around) === 'ours' ? undefined : partiesOf(content, around);
	if (parties === undefined) return undefined;
	const near = nearest(place, around).filter(isOf(undefined));
	const ofEntry = near.filter((part) => part.entry === entry);
	return {
		id: first(ofEntry, names.ID)?.value,
		...parties,
		text,
		buttonId,
		date: first(near, names.TIME, dateOf)?.value,
	};
}

/**
 * Finds the messages in a payload that the service does not document.
 * @returns no messages if the payload has only our own messages, or reports on them
 */
export function businessMessages(payload: object): Said[] {
	const parts = partsOf(insideOf(payload));
	const entries = [...new Set(parts.map(({ entry }) => entry))];
	const contents = entries.map((entry) => contentOf(entry, parts));
	const certain = contents.filter(({ isMessage }) => isMessage);
	const found = certain.length > 0 ? certain : contents.filter(({ mayBeMessage }) => mayBeMessage);
	// Around a message there may be a list, and inside it older ones of its conversation.
	const isAround = (outer: Content, one: Content) =>
		outward(one.entry.parent).some((part) => part.entry === outer.entry);
	const messages = found.filter((one) => !found.some((other) => isAround(one, other)));
	if (messages.length > MOST_MESSAGES) return [{}];
	if (messages.length > 0) return messages.flatMap((one) => messageOf(one, parts) ?? []);
	return parts.some(isReport) || directionOf(parts) === 'ours' ? [] : [{}];
}
