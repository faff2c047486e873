import { isObject, momentOf } from '../../plain';
import { type Field, isCertainNumber, meaningOf, numberIn, plainName } from './names';
import type { Part } from './walk';

/** What a payload that the service does not document says, by the names of its fields and parts. */

export type Kind = Field | 'ownId' | 'chatId' | 'person' | 'member';

interface Fact {
	text: string;
	part: Part;
	rank: number;
}

type Found = readonly Fact[];

/** The value of all, unless they differ. */
export const common = (all: Found): string | undefined =>
	all.every(({ text }) => text === all[0]?.text) ? all[0]?.text : undefined;

export const outermost = (all: Found): Found =>
	all.filter(({ part }) => part.depth === all[0]?.part.depth);

/** Of several names for one field, the most usual counts. */
export const usual = (all: Found): Found => {
	const lowest = Math.min(...all.map(({ rank }) => rank));
	return all.filter(({ rank }) => rank === lowest);
};

export const SENDERS: Kind[] = ['chat', 'from', 'phone', 'chatId'];
export const CANDIDATES: Kind[] = [...SENDERS, 'person', 'member'];
export const WORDS: Kind[] = ['title', 'text', 'caption', 'button'];
export const IDS: Kind[] = ['id', 'ownId'];

/** What the parts of one entry say. A field that is missing or ambiguous is undefined. */
export class Facts {
	private readonly known = new Map<Kind, Fact[]>();

	of = (kind: Kind): Found => this.known.get(kind) ?? [];

	has = (...kinds: Kind[]): boolean => kinds.some((kind) => this.known.has(kind));

	/** The facts of the first kind that is there. */
	first = (...kinds: Kind[]): Found => kinds.map(this.of).find((all) => all.length > 0) ?? [];

	add(given: Kind, value: string | undefined, part: Part, rank = 0): void {
		const isChat = given === 'text' && value !== undefined && CHAT_ID.test(value);
		const [kind, text = ''] = isChat ? (['chatId', numberIn(value)] as const) : [given, value];
		if (text.trim() === '' || (kind === 'time' && !SOME_DIGITS.test(text))) return;
		const all = this.known.get(kind) ?? [];
		all.push({ text, part, rank });
		this.known.set(kind, all);
	}

	/** Of two texts in one part or next to the sender, the one with the more usual name counts. */
	text(): string | undefined {
		const all = this.first('title', 'text', 'caption');
		const parts = SENDERS.flatMap((kind) => this.of(kind).map(({ part }) => part));
		const next = all.filter(({ part }) => parts.includes(part));
		const counting = next.length > 0 ? next : all;
		const isOnePart = counting.every(({ part }) => part === counting[0]?.part);
		return common(isOnePart ? usual(counting) : counting);
	}

	/** The numbers that may be that of the sender. Next to a hidden or common chat, only its own part counts. */
	senders(): string[] {
		const chats = new Set(this.of('chat').map(({ part }) => part));
		const inChat = (kind: Kind) => this.of(kind).filter(({ part }) => chats.has(part));
		const found = chats.size === 0 ? CANDIDATES.map(this.of) : SENDERS.map(inChat);
		const numbers = found.map((all) => all.flatMap(({ text }) => numberIn(text) ?? []));
		const named = numbers.find((all) => all.length > 0) ?? [];
		const froms = new Set(this.of('from').map(({ part }) => part));
		const phones = this.of('phone').filter(({ part }) => froms.has(part));
		return [...new Set([...named, ...phones.map(({ text }) => text)])];
	}

	/** The time next to the words counts before one around them. Another spelling of a moment is no dispute. */
	date(): string | undefined {
		const around = new Set<unknown>();
		const [word] = this.first(...WORDS, ...IDS);
		for (let part = word?.part; part !== undefined; part = part.parent) around.add(part);
		const next = this.of('time').findLast(({ part }) => around.has(part));
		const times = this.of('time').filter(({ part }) => part === next?.part);
		const counting = times.length > 0 ? times : outermost(this.of('time'));
		const all = usual(counting).map(({ text }) => dateOf(text));
		const exact = all.filter((text) => WITH_ZONE.test(text));
		const [date, ...others] = exact.length > 0 ? exact : all;
		const second = (text = '') => Math.floor((momentOf(text, 'UTC') ?? 0) / 1000) || text;
		return others.every((other) => second(other) === second(date)) ? date : undefined;
	}
}

/** Some gateways call the chat a conversation, which is also a name for its words. */
const CHAT_ID = /^[\d-]+(?::\d+)?@(?:c\.us|s\.whatsapp\.net|g\.us|lid)$/;
const SOME_DIGITS = /(?:\d\D{0,9}){6}/;
const WITH_ZONE = /(?:Z|[+-]\d\d:?\d\d)$/;

/** A tapped button or a chosen row. */
const TAPPED = /button|choice|listreply|listresponse|interactive|quickreply|postback|^reply$/;
const isTap = (word: unknown) => typeof word === 'string' && TAPPED.test(plainName(word));

export const MESSAGE = /^(?:messages?|msg|notifications?|results)$/;
/** Some gateways keep what a message says apart from its ID. */
const CONTENT = /message|content|payload|attributes|^(?:text|body)$/;
const FILE =
	/^(?:image|video|audio|voice|document|sticker|location|contacts|file|media|attachments?)(?:message)?$/;

const asText = (value: unknown): string | undefined =>
	typeof value === 'string' || typeof value === 'number' ? String(value) : undefined;

/** Gateways send seconds, milliseconds or a date. */
function dateOf(text: string): string {
	const number = text.trim();
	if (/^\d{13}$/.test(number)) return new Date(Number(number)).toISOString();
	return /^\d{10}(?:\.\d+)?$/.test(number) ? new Date(Number(number) * 1000).toISOString() : text;
}

/** The parts come in such an order that a part is read before the parts inside it. */
export function readFacts(parts: readonly Part[]): Map<Part, Facts> {
	const all = new Map<Part, Facts>();
	const tapped = new Set<unknown>();
	const ofSenders = new Set<unknown>();
	for (const part of parts) {
		const { entry, name, parent, role, aside } = part;
		if (role === 'quote' || role === 'own' || aside === 'to') continue;
		const fields = part.fields.map((one) => {
			const text = asText(one.value);
			const isWord = text !== undefined && (one.name === 'title' || one.field === 'text');
			return { ...one, text, isWord };
		});
		const isInner = part !== entry;
		const hasTapType = fields.some(({ field, value }) => field === 'type' && isTap(value));
		const isTapped = hasTapType || (isInner && isTap(name)) || tapped.has(parent);
		if (isTapped) tapped.add(part);
		const isOfSender = aside === 'person' || meaningOf(name) === 'from' || ofSenders.has(parent);
		if (isOfSender) ofSenders.add(part);
		const facts = all.get(entry) ?? new Facts();
		all.set(entry, facts);
		// Neither a file nor a message that came in is a report.
		if ((isInner && FILE.test(name)) || part.isOutgoing === false) facts.add('file', '-', part);
		const words = fields.filter(({ isWord }) => isWord);
		const isSender = fields.some(
			({ field, value }) => field === 'chat' || (field === 'from' && numberIn(value) !== undefined),
		);
		const isButton = isTapped && !isSender && words.length > 0;
		const isMessage = words.some(({ field }) => field === 'text') || MESSAGE.test(name);
		const isAround = fields.some(({ name: key, value }) => isObject(value) && CONTENT.test(key));
		// The text next to a caption is the address or the content of a file.
		const isText = role === 'message' && !fields.some((one) => one.field === 'caption' && one.text);
		// The ID next to a text alone may be that of the message.
		const isOfButton = isTap(name) || words.some((word) => word.name === 'title');
		const names = isOfButton ? /^(?:id|payload|postbacktext)$/ : /^(?:payload|postbacktext)$/;
		if (isButton) facts.add('button', fields.find((one) => names.test(one.name))?.text, part);
		for (const { name: key, value, text, field, rank, isWord } of fields) {
			if (field === 'to' || field === 'own') {
				if (aside !== 'person') facts.add(field, numberIn(value, 'to'), part);
			} else if (field === 'chat' || field === 'from' || field === 'phone') {
				const kind = key === 'chatid' ? 'chatId' : field;
				if (aside !== undefined) facts.add(aside, numberIn(value), part);
				else facts.add(kind, field === 'chat' ? text : numberIn(value), part);
			} else if (isOfSender && field === undefined && isCertainNumber(value)) {
				facts.add('person', numberIn(value), part);
			} else if (aside !== undefined) {
				if (name === 'status') facts.add('status', text, part);
			} else if (key === 'id' && !isButton) {
				const usualness = [isMessage, isSender, isAround].indexOf(true);
				if (usualness >= 0) facts.add('ownId', text, part, usualness);
			} else if (isButton && isWord) facts.add('title', text, part);
			else if (field === 'id' ? isSender || !isTap(name) : field !== 'text' || isText) {
				if (field !== undefined) facts.add(field, text, part, rank);
			}
		}
	}
	return all;
}
