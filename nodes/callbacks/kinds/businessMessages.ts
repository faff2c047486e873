import { type Field, FIELDS, numberIn, plainName } from './names';
import { type Part, saysOwn, walk } from './walk';

/** What a payload says of one message. A field that is missing or ambiguous is undefined. */
export type BusinessMessage = Partial<
	Record<'id' | 'from' | 'to' | 'text' | 'buttonId' | 'date', string | undefined>
>;

type Kind = Field | 'ownId' | 'senderId' | 'person';

/** What the parts of one entry say. */
class Facts {
	private readonly known = new Map<Kind, { text: string; part: Part }[]>();

	of = (kind: Kind): readonly { text: string; part: Part }[] => this.known.get(kind) ?? [];

	has = (...kinds: Kind[]): boolean => kinds.some((kind) => this.known.has(kind));

	add(kind: Kind, text: string | undefined, part: Part): void {
		if (text === undefined || text.trim() === '') return;
		const list = this.known.get(kind) ?? [];
		list.push({ text, part });
		this.known.set(kind, list);
	}

	/** Of the first kind that is there, the value of the outermost part, unless several values differ. */
	one(...kinds: Kind[]): string | undefined {
		const all = kinds.map(this.of).find((found) => found.length > 0) ?? [];
		const depth = all.reduce((least, { part }) => Math.min(least, part.depth), Infinity);
		const [first, ...others] = all.filter(({ part }) => part.depth === depth);
		return others.some(({ text }) => text !== first?.text) ? undefined : first?.text;
	}

	/** The value of the first kind that is there, unless several values differ, wherever they are. */
	only(...kinds: Kind[]): string | undefined {
		const [first, ...others] = kinds.map(this.of).find((found) => found.length > 0) ?? [];
		return others.some(({ text }) => text !== first?.text) ? undefined : first?.text;
	}

	from(): string | undefined {
		const named = this.of('from');
		const isDisputed = this.of('phone').some(({ text, part }) =>
			named.some((one) => one.part === part && one.text !== text),
		);
		return isDisputed ? undefined : this.only('from', 'phone', 'person');
	}
}

/** Parts with these names tell of a person, an account or a place. Their texts and IDs are not those of a message. */
const BESIDE =
	/^(?:contacts?|profile|customer|users?|participants?|members|group|mentions|metadata|instancedata|system|errors?|status|location|channel|account|organization|agent|app|template|header|footer|conversation|room|pricing|product|settings|ticket)$/;

/** A tapped button or a chosen row. */
const TAPPED = /button|listreply|listresponse|interactive|quickreply|postback|^reply$/;
const isTap = (word: unknown) => typeof word === 'string' && TAPPED.test(plainName(word));

const MESSAGE = /^(?:messages?|msg|notifications?|results)$/;

const asText = (value: unknown): string | undefined =>
	typeof value === 'string' || typeof value === 'number' ? String(value) : undefined;

const SECONDS = /^\d{10}(?:\.\d+)?$/;
const MILLISECONDS = /^\d{13}$/;

/** Gateways send seconds, milliseconds or a date. */
function dateOf(text: string | undefined): string | undefined {
	const number = text?.trim() ?? '';
	if (MILLISECONDS.test(number)) return new Date(Number(number)).toISOString();
	return SECONDS.test(number) ? new Date(Number(number) * 1000).toISOString() : text;
}

const fieldsOf = ({ value }: Part) =>
	(Array.isArray(value) ? [] : (Object.entries(value) as [string, unknown][])).map(
		([name, one]) => ({ name: plainName(name), one, field: FIELDS.get(plainName(name)) }),
	);

/** The parts come in such an order that a part is read before the parts inside it. */
function readFacts(parts: readonly Part[]): Map<Part, Facts> {
	const all = new Map<Part, Facts>();
	const [beside, tapped, receivers] = [new Set<unknown>(), new Set<unknown>(), new Set<unknown>()];
	for (const part of parts) {
		const { entry, name, parent, role } = part;
		if (role === 'quote' || role === 'own') continue;
		const isInner = part !== entry;
		if (receivers.has(parent) || (isInner && FIELDS.get(name) === 'to')) receivers.add(part);
		if (receivers.has(part)) continue;
		const facts = all.get(entry) ?? new Facts();
		all.set(entry, facts);
		const fields = fieldsOf(part);
		const isOfTap =
			(isInner && isTap(name)) || fields.some(({ field, one }) => field === 'type' && isTap(one));
		if (tapped.has(parent) || isOfTap) tapped.add(part);
		if (beside.has(parent) || (isInner && BESIDE.test(name))) beside.add(part);
		const isSender = fields.some(
			({ field, one }) => field === 'from' && numberIn(one) !== undefined,
		);
		const words = fields.filter((one) => one.name === 'title' || one.field === 'text');
		const isButton =
			tapped.has(part) && !isSender && words.some(({ one }) => asText(one) !== undefined);
		const isMessage = words.some(({ field }) => field === 'text') || MESSAGE.test(name);
		const idOfButton = fields.find((one) => ['id', 'payload', 'postbacktext'].includes(one.name));
		if (isButton) facts.add('button', asText(idOfButton?.one), part);
		for (const { name: key, one, field } of fields) {
			if (field === 'to') facts.add('to', numberIn(one), part);
			else if (beside.has(part)) {
				if (field === 'from' || field === 'phone') facts.add('person', numberIn(one), part);
			} else if (field === 'from' || field === 'phone') facts.add(field, numberIn(one), part);
			else if (isButton && words.some((word) => word.one === one))
				facts.add('title', asText(one), part);
			else if (key === 'id' && !isButton) {
				if (isMessage || isSender) facts.add(isMessage ? 'ownId' : 'senderId', asText(one), part);
			} else if (field !== undefined && (field !== 'text' || role === 'message')) {
				facts.add(field, asText(one), part);
			}
		}
	}
	return all;
}

const WORDS: Kind[] = ['title', 'text', 'caption', 'button'];
const IDS: Kind[] = ['id', 'ownId', 'senderId'];

/** A status without words and without a type of message. */
const isReport = (facts: Facts): boolean =>
	facts.of('status').some(({ text }) => saysOwn(text)) && !facts.has(...WORDS, 'type');

function messageOf(entry: Part, all: ReadonlyMap<Part, Facts>): BusinessMessage {
	const facts = all.get(entry) ?? new Facts();
	/** The payload around the message may name the sender, the receiver and the time. */
	const around = (kinds: Kind[], read: (facts: Facts) => string | undefined) => {
		for (let one: Part | undefined = entry; one !== undefined; one = one.parent?.entry) {
			const found = all.get(one);
			if (found?.has(...kinds) === true) return read(found);
		}
		return undefined;
	};
	const isReaction = entry.role === 'reaction';
	return {
		id: isReaction ? facts.one('ownId', 'senderId', 'id') : facts.one(...IDS),
		from: around(['from', 'phone', 'person'], (found) => found.from()),
		to: around(['to'], (found) => found.only('to')),
		text: facts.only('title', 'text', 'caption'),
		buttonId: facts.only('button'),
		date: dateOf(
			around(['received', 'time', 'created'], (found) => found.one('received', 'time', 'created')),
		),
	};
}

/** With more messages, the payload is output as one item. */
const MOST_MESSAGES = 100;

/**
 * Finds the messages in a payload that the service does not document.
 * @param taken objects that answered a question, and are no messages any more
 * @returns no messages if the payload certainly holds only reports on messages that were sent from here
 */
export function businessMessages(payload: object, taken: ReadonlySet<object>): BusinessMessage[] {
	const parts = walk(payload);
	const all = readFacts(parts);
	const [root] = parts;
	const entries = parts.filter((part) => {
		const facts = part === part.entry ? all.get(part) : undefined;
		return facts !== undefined && !isReport(facts);
	});
	/** The outermost entries that have one of both kinds. */
	const outermost = (whose: Kind[], kinds: Kind[]) => {
		const chosen = new Set<Part>();
		for (const entry of entries) {
			const facts = all.get(entry) ?? new Facts();
			let outer = entry.parent?.entry;
			while (outer !== undefined && !chosen.has(outer)) outer = outer.parent?.entry;
			const isOfSomeone = facts.has(...whose) || MESSAGE.test(entry.name);
			if (outer === undefined && isOfSomeone && facts.has(...kinds)) chosen.add(entry);
		}
		return [...chosen];
	};
	const content = [...WORDS, ...IDS];
	const ofSenders = outermost(['from', 'phone'], content);
	const found = ofSenders.length > 0 ? ofSenders : outermost(['from', 'phone'], ['type']);
	const messages = found.filter(({ value }) => !taken.has(value));
	if (messages.length > MOST_MESSAGES) return [{}];
	if (messages.length > 0) return messages.map((entry) => messageOf(entry, all));
	const isOwn = parts.some((part) => {
		const facts = all.get(part);
		return part.role === 'own' || (facts !== undefined && isReport(facts));
	});
	if (root === undefined || (isOwn && all.get(root)?.has(...WORDS) !== true)) return [];
	// Without a sender, only a payload with one text or ID is understood.
	const [entry, ...others] = outermost(content, content);
	return [messageOf(entry === undefined || others.length > 0 ? root : entry, all)];
}
