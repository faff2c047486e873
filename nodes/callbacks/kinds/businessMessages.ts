import { saysOwn } from './direction';
import { type Field, wordsIn } from './names';
import { directionOf, type Fact, factsOf, type Part, walk } from './walk';

/** What a callback says of one message. */
export type Said = Partial<
	Record<'id' | 'from' | 'to' | 'text' | 'roomId' | 'buttonId' | 'date', string | undefined>
>;

const SENDERS: Field[] = ['chat', 'from', 'customer', 'phone'];
const WORDS: Field[] = ['title', 'caption', 'text', 'button'];

/** The name of a list of messages or of a message. */
const MESSAGE = /^(?:messages?|msg|notifications?|results)$/;

const has = (facts: readonly Fact[], ...kinds: Field[]) =>
	facts.some(({ kind }) => kinds.includes(kind));

const of = (facts: readonly Fact[], ...kinds: Field[]) =>
	kinds.map((kind) => facts.filter((one) => one.kind === kind)).find((all) => all.length > 0) ?? [];

/** Those in the first place that has some count, and of several names the most usual one. */
function nearestOf(all: readonly Fact[], places: readonly Part[]): string[] {
	const parts = new Set(all.map(({ part }) => part));
	const place = places.find((one) => parts.has(one));
	const near = all.filter(({ part }) => place === undefined || part === place);
	const lowest = Math.min(...near.map(({ rank }) => rank));
	return near.filter(({ rank }) => rank === lowest).map(({ text }) => text);
}

/** The value of all, unless they differ. */
const common = ([first, ...others]: readonly string[]) =>
	others.every((one) => one === first) ? first : undefined;

const outward = (part: Part | undefined): Part[] =>
	part === undefined ? [] : [part, ...outward(part.parent)];

/** What became of a message, without words or a file. */
const isReport = (facts: readonly Fact[]): boolean =>
	!has(facts, ...WORDS, 'file') &&
	(has(facts, 'done') ||
		of(facts, 'status').some(({ text }) => saysOwn(text) || /^success/i.test(text)));

/** The numbers that may be that of the sender. Next to a hidden or common chat, only its own part counts. */
function sendersIn(facts: readonly Fact[]): string[] {
	const nextTo = (kind: Field) => {
		const parts = new Set(of(facts, kind).map(({ part }) => part));
		return facts.filter(({ part }) => parts.has(part));
	};
	const near = has(facts, 'chat') ? nextTo('chat') : facts;
	const named = SENDERS.map((kind) => numbersIn(near, kind)).find((all) => all.length > 0) ?? [];
	// Either may be the number of the gateway.
	return [...new Set([...named, ...numbersIn(nextTo('from'), 'phone')])];
}

const numbersIn = (facts: readonly Fact[], ...kinds: Field[]) =>
	facts.flatMap(({ kind, text }) => (kinds.includes(kind) && text !== '' ? [text] : []));

/** Gateways send seconds, milliseconds or a date. A date with its time zone is the most exact. */
function dateOf(texts: readonly string[]): string | undefined {
	const dates = texts
		.filter((text) => /(?:\d\D{0,9}){6}/.test(text))
		.map((text) => {
			const [, seconds, thousandths = '000'] = /^\s*(\d{10})\.?(\d{3})?\d*\s*$/.exec(text) ?? [];
			return seconds === undefined ? text : new Date(Number(seconds + thousandths)).toISOString();
		});
	return dates.find((date) => /(?:Z|[+-]\d\d:?\d\d)$/.test(date)) ?? dates[0];
}

/** @returns undefined if the numbers show that the message was sent from here */
function messageOf(entry: Part, all: ReadonlyMap<Part, readonly Fact[]>): Said | undefined {
	const entries = new Set(outward(entry).map((part) => part.entry));
	const chain = [...entries].map((one) => all.get(one) ?? []);
	const [facts = []] = chain;
	/** The payload around the message may name the sender, the receiver and the time. */
	const nearest = (...kinds: Field[]) => chain.find((one) => has(one, ...kinds)) ?? [];
	const to = common(of(nearest('to', 'own'), 'to', 'own').map(({ text }) => text));
	const senders = sendersIn(nearest(...SENDERS));
	const ours = [to, ...numbersIn(chain.flat(), 'own')];
	const [from, ...others] = senders.filter((one) => !ours.includes(one));
	const customers = numbersIn(chain.flat(), 'chat', 'customer');
	const isToCustomer = customers.includes(to ?? '') && !customers.includes(from ?? '');
	if (senders.length > 0 && (from === undefined || isToCustomer)) return undefined;
	const isReaction = of(facts, 'type').some(({ text }) => wordsIn(text).includes(' reaction '));
	const words = isReaction ? [] : of(facts, 'title', 'caption', 'text');
	const partsOf = (some: readonly Fact[]) => some.map(({ part }) => part);
	const ofSender = partsOf(facts.filter(({ kind }) => SENDERS.includes(kind)));
	const places = [...partsOf(words), ...ofSender, ...outward(words[0]?.part ?? entry)];
	return {
		id: common(nearestOf(of(facts, 'id'), places)),
		from: others.length > 0 ? undefined : from,
		to,
		text: common(nearestOf(words, ofSender)),
		buttonId: common(nearestOf(of(facts, 'button'), places)),
		date: dateOf(nearestOf(of(nearest('time'), 'time'), places)),
	};
}

/**
 * Finds the messages in a payload that the service does not document.
 * @returns no messages if the payload certainly holds only reports on messages that were sent from here
 */
export function businessMessages(payload: object): Said[] {
	const parts = walk(payload);
	const isOut = directionOf(parts);
	const all = new Map<Part, Fact[]>();
	for (const part of parts.filter(({ entry }) => isOut(entry) !== true)) {
		const known = all.get(part.entry) ?? [];
		known.push(...factsOf(part));
		all.set(part.entry, known);
	}
	const hasWords = (entry: Part) => has(all.get(entry) ?? [], ...WORDS);
	const entries = [...all].filter(([entry, facts]) => isOut(entry) === false || !isReport(facts));
	const isOwn = entries.length < all.size || parts.some(({ about }) => about === 'copy');
	const messages = new Set<Part>();
	for (const [entry, facts] of entries) {
		const outer = outward(entry.parent).find((one) => messages.has(one));
		const isOfSomeone = has(facts, ...SENDERS) || MESSAGE.test(entry.name);
		if (!isOfSomeone || !has(facts, ...WORDS, 'id')) continue;
		// An entry around messages may have an ID, but their words are inside.
		if (outer !== undefined && (hasWords(outer) || !hasWords(entry))) continue;
		if (outer !== undefined) messages.delete(outer);
		messages.add(entry);
	}
	// Each message is compared with all that is around it, so too many are output as one item.
	if (messages.size > 100) return [{}];
	const read = (list: readonly Part[]) => list.flatMap((entry) => messageOf(entry, all) ?? []);
	if (messages.size > 0) return read([...messages]);
	const [root] = parts;
	if (root === undefined || (isOwn && !hasWords(root))) return [];
	// Without a sender, only a payload with one text or ID is understood.
	const [entry, ...others] = entries.filter(([, facts]) => has(facts, ...WORDS, 'id'));
	return read([entry === undefined || others.length > 0 ? root : entry[0]]);
}
