import { readAnswerId } from '../../answerButton';
import { isObject, isPlainRecord } from '../../plain';
import * as names from './businessNames';
import * as read from './businessValues';

/**
 * Reads messages in callbacks that the service does not document. The payload is taken into its objects, and the name of
 * each says whose or what its values are. Then each message is looked for, and its values from there outward. A message
 * that is ours in any of the ways of businessNames.ts is none. What no list names stays undefined, since a wrong value is
 * worse than none.
 */

/** What a callback says of one message. */
export type Said = Partial<
	Record<'id' | 'from' | 'to' | 'text' | 'roomId' | 'buttonId' | 'date', string | undefined>
>;

/** Each message is compared with all that is around it, so more of them are output as one item. */
const MOST_MESSAGES = 100;

/** An object in a payload. */
interface Part {
	name: string;
	fields: Readonly<Record<string, unknown>>;
	role: string | undefined;
	/** Whether it is an entry of a list of messages, or the whole payload. */
	isEntry: boolean;
	/** Whether it, or a part around it, is one of several in another list. */
	isOneOfSeveral: boolean;
	/** The part itself, the part around it, and so on. */
	outward: readonly Part[];
}

function roleOf(name: string, fields: Part['fields'], parent: Part | undefined) {
	const saysTap = (some: Part['fields'] = {}) => names.ROLES.tap.has(read.term(some.type) ?? '');
	// Some call a tapped button a reply, and others the message that was replied to.
	if (name === 'reply' && !('title' in fields || saysTap(fields) || parent?.role === 'tap'))
		return 'aside';
	const [named] = Object.entries(names.ROLES).find(([, all]) => all.has(name)) ?? [];
	const hasSender = names.ANYONE.some((one) => one in fields);
	const isTap = name === 'reply' || (!hasSender && (saysTap(fields) || saysTap(parent?.fields)));
	// The channel of a contact has the contact's number.
	if (name === 'channel' && parent?.role === 'person') return 'person';
	return named ?? (isTap ? 'tap' : names.MESSAGES.has(name) ? undefined : parent?.role);
}

/** Some write a list as an object with places for names. */
const isPlace = (name: string) => /^\d+$/.test(name);

function partsOf(payload: object): Part[] {
	const parts: Part[] = [];
	const add = (value: unknown, name: string, parent?: Part, isEntry = true, others = 0) => {
		if (Array.isArray(value)) {
			const holdsMessages = name === '' || names.LISTS.has(name);
			for (const one of value) add(one, name, parent, holdsMessages, value.length - 1);
		} else if (isPlainRecord(value)) {
			const fields: Record<string, unknown> = {};
			for (const [key, one] of Object.entries(value)) {
				// Of two fields with the same letters, the first counts.
				if (one !== null && one !== '') fields[read.name(key) || key] ??= one;
			}
			const role = roleOf(name, fields, parent);
			const isOneOfSeveral = !isEntry && (others > 0 || parent?.isOneOfSeveral === true);
			const part = { name, fields, role, isEntry, isOneOfSeveral, outward: parent?.outward ?? [] };
			part.outward = [part, ...part.outward];
			if (role !== 'aside') parts.push(part);
		}
	};
	add(payload, '');
	// The loop also visits the parts that it appends. A name without letters is the place in a list.
	for (const part of parts) {
		for (const [name, value] of Object.entries(part.fields)) {
			if (isObject(value)) add(value, isPlace(name) ? part.name : name, part, isPlace(name));
		}
	}
	return parts;
}

/** The innermost entry of a list of messages around it, or the whole payload. */
const entryOf = ({ outward }: Part) => outward.find(({ isEntry }) => isEntry);
const isInside = (part: Part, outer: Part) => part !== outer && part.outward.includes(outer);

/** The nearest comes first: the part itself, what is inside it, then the part around it and what is inside that. */
const nearest = (to: Part, parts: readonly Part[]): Part[] => [
	...new Set(to.outward.flatMap((one) => [one, ...parts.filter((part) => isInside(part, one))])),
];

const all = (parts: readonly Part[], wanted: readonly string[], reading: read.Read): string[] =>
	parts.flatMap(({ fields }) => wanted.flatMap((name) => reading([fields[name]].flat()[0]) ?? []));

/** The nearest part that has one of the names, and of that part the most usual name. */
function first(parts: readonly Part[], wanted: readonly string[], reading: read.Read = read.text) {
	for (const part of parts) {
		const [value] = all([part], wanted, reading);
		if (value !== undefined) return { part, value };
	}
	return undefined;
}

const of = (parts: readonly Part[], ...roles: (string | undefined)[]) =>
	parts.filter(({ role }) => roles.includes(role));

const has = (known: ReadonlySet<string>, terms: readonly string[]) =>
	terms.some((one) => known.has(one));

/** What the gateway says: that a message is ours or a report on one, that it came in, or nothing. */
function directionOf(parts: readonly Part[]): 'ours' | 'in' | undefined {
	const plain = of(parts, undefined);
	const writers = parts.filter(({ name, role }) => role === 'person' && names.WRITERS.has(name));
	const kinds = all(writers, names.WRITER_KIND, read.term);
	const said = (which: 1 | 2) =>
		names.SAYINGS.some(({ 0: fields, [which]: words }) =>
			has(words, all(plain, fields, read.term)),
		);
	// A person may write a title or a topic, but none with a dot or an underscore between words.
	const titles = all(plain, names.EVENT_TITLE, read.text).filter((one) => /^\w+[._/:]\w/.test(one));
	const events = [...all(plain, names.EVENT, read.text), ...titles].map(read.words);
	const others = events.filter((words) => !has(names.IN_WORDS, words));
	const joined = events.map((words) => words.join(''));
	const isReport = has(names.REPORT_WORDS, others.flat()) || has(names.OTHER_EVENTS, joined);
	if (said(1) || has(names.IS_US, kinds) || isReport || has(names.OUT_WORDS, events.flat()))
		return 'ours';
	if (said(2) || has(names.IS_PERSON, kinds) || others.length < events.length) return 'in';
	const states = [...others.flat(), ...all(plain, names.STATUS, read.text).flatMap(read.words)];
	return has(names.SENT_WORDS, states) || has(names.REPORT_WORDS, states) ? 'ours' : undefined;
}

const isReport = ({ fields }: Part) =>
	isObject(fields.status) || names.REPORTS.some((name) => name in fields);

/** What an entry of a list, or the whole payload, holds. */
function contentOf(entry: Part, parts: readonly Part[]) {
	const inside = parts.filter((part) => entryOf(part) === entry);
	const near = nearest(entry, inside);
	const plain = of(near, undefined, 'file');
	const taps = of(near, 'tap');
	const isReaction = all(plain, names.KIND, read.term).some((kind) => kind.includes('reaction'));
	const words = first(taps, names.TITLE) ?? first(plain, names.TEXT, read.unlessChatId);
	// The button of a question of ours is known wherever it stands. One of several was offered: nobody taps two at once.
	const answers = near.flatMap((part) =>
		Object.values(part.fields).flatMap((field) => {
			const value = readAnswerId(field)?.id;
			return value === undefined ? [] : [{ part, value }];
		}),
	);
	const isOffer = answers.some(
		({ part, value }) => part.isOneOfSeveral || value !== answers[0]?.value,
	);
	const button = isOffer
		? undefined
		: (answers[0] ?? first(taps, names.BUTTON) ?? first(plain, names.FLAT_BUTTON));
	const file =
		of(near, 'file')[0] ??
		first(near, [...names.ROLES.file])?.part ??
		plain.find(({ fields }) => names.ROLES.file.has(read.term(fields.type) ?? ''));
	const place = words?.part ?? button?.part ?? file;
	const hasId = first(plain, names.ID.slice(0, -1)) !== undefined;
	const sender = first(of(near, undefined, 'person'), names.ANYONE)?.part;
	return {
		entry,
		inside,
		text: isReaction ? undefined : words?.value,
		buttonId: isReaction || first(plain, names.EMOJI) ? undefined : button?.value,
		place: place ?? sender ?? entry,
		isMessage: place !== undefined,
		mayBeMessage:
			!inside.some(isReport) &&
			(hasId || (sender !== undefined && first(plain, names.ID) !== undefined)),
	};
}

type Content = ReturnType<typeof contentOf>;

const numberIn = (people: readonly Part[]) =>
	first(people, names.PERSON, read.digits) ?? first(people, names.PERSON_ID, read.certainDigits);

/** @returns undefined if the numbers show that the message is ours */
function partiesOf({ inside, place }: Content, around: readonly Part[]) {
	const near = nearest(place, around);
	const own = near.filter((part) => inside.includes(part));
	const ourParts = of(near, 'ours');
	const plain = of(near, undefined);
	const to = (
		first(plain, names.TO, read.digits) ??
		first(ourParts, names.OUR_NUMBER, read.digits) ??
		first(plain, names.OURS, read.digits)
	)?.value;
	const theirs = of(own, undefined, 'person');
	const isHiddenIn = ({ fields }: Part) => names.ANYONE.some((name) => read.isHidden(fields[name]));
	const hidden = theirs.find(isHiddenIn);
	if (hidden !== undefined) {
		const sender =
			first(theirs, names.ALT, read.digits) ??
			first([hidden], names.ANYONE, read.digits) ??
			numberIn(of(own, 'person'));
		return { from: sender?.value, to };
	}
	const chat = first(theirs, names.CHAT, read.chat);
	const named =
		chat ??
		first(of(near, undefined, 'person'), names.FROM, read.digits) ??
		numberIn(of(near, 'person')) ??
		first(plain, names.PHONE, read.digits);
	if (named === undefined) return { to };
	const beside = all([named.part], ['phone', 'senderid', ...names.FROM], read.digits);
	const ours = [
		to,
		...all(plain, names.OURS, read.digits),
		...all(ourParts, names.OUR_NUMBER, read.digits),
	];
	const [from, ...others] = [...new Set([named.value, ...beside])].filter(
		(one) => !ours.includes(one),
	);
	const persons = all(of(near, 'person'), names.PERSON, read.digits);
	const isToPerson = to !== undefined && persons.includes(to) && !persons.includes(from ?? '');
	// Who writes in the chat of a person and is not that person writes for us.
	const isOther = chat !== undefined && beside.some((one) => one !== chat.value);
	if (from === undefined || isToPerson || isOther) return undefined;
	// Of two numbers, either may be the sender's.
	return { from: others.length > 0 ? undefined : from, to };
}

function messageOf(content: Content, parts: readonly Part[]): Said[] {
	const { entry, text, buttonId, place } = content;
	const around = parts.filter((part) => entry.outward.some((one) => one === entryOf(part)));
	const parties = directionOf(around) === 'ours' ? undefined : partiesOf(content, around);
	if (parties === undefined) return [];
	const near = of(nearest(place, around), undefined);
	const id = first(
		near.filter((part) => entryOf(part) === entry),
		names.ID,
	)?.value;
	return [{ id, ...parties, text, buttonId, date: first(near, names.TIME, read.date)?.value }];
}

/**
 * Finds the messages in a payload that the service does not document.
 * @returns no messages if the payload has only our own messages, or reports on them
 */
export function businessMessages(payload: object): Said[] {
	const parts = partsOf(read.opened(payload));
	const contents = parts.filter((part) => part.isEntry).map((entry) => contentOf(entry, parts));
	const certain = contents.filter(({ isMessage }) => isMessage);
	const found = certain.length > 0 ? certain : contents.filter(({ mayBeMessage }) => mayBeMessage);
	// Around a message there may be a list, and inside it older ones of its conversation.
	const messages = found.filter(({ entry }) => !found.some((one) => isInside(one.entry, entry)));
	if (messages.length > MOST_MESSAGES) return [{}];
	if (messages.length > 0) return messages.flatMap((one) => messageOf(one, parts));
	return parts.some(isReport) || directionOf(parts) === 'ours' ? [] : [{}];
}
