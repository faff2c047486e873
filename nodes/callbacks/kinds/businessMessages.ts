import type { Said } from './kind';
import { type Field, meaningOf, numberIn, plainName } from './names';
import { type Part, saysOwn, walk } from './walk';

type Kind = Field | 'ownId' | 'senderId' | 'person';

const SENDERS: Kind[] = ['chat', 'from', 'phone'];
/** Some gateways call the chat a conversation, which is also a name for its words. */
const JID = /^[\d-]+@(?:c\.us|s\.whatsapp\.net|g\.us|lid)$/;

/** What the parts of one entry say. A field that is missing or ambiguous is undefined. */
class Facts {
	private readonly known = new Map<Kind, { text: string; part: Part }[]>();

	of = (kind: Kind): readonly { text: string; part: Part }[] => this.known.get(kind) ?? [];

	has = (...kinds: Kind[]): boolean => kinds.some((kind) => this.known.has(kind));

	add(kind: Kind, text: string | undefined, part: Part): void {
		if (text === undefined || text.trim() === '' || (kind === 'text' && JID.test(text))) return;
		const list = this.known.get(kind) ?? [];
		list.push({ text, part });
		this.known.set(kind, list);
	}

	/** The value of the first kind that is there, unless several values differ. */
	only(kinds: readonly Kind[], isOutermost = false): string | undefined {
		const all = kinds.map(this.of).find((found) => found.length > 0) ?? [];
		const [first] = all;
		const counting = isOutermost ? all.filter(({ part }) => part.depth === first?.part.depth) : all;
		return counting.some(({ text }) => text !== first?.text) ? undefined : first?.text;
	}

	from(): string | undefined {
		const isDisputed = this.of('phone').some(({ text, part }) =>
			this.of('from').some((one) => one.part === part && one.text !== text),
		);
		// A chat may be a group, which is no number.
		return isDisputed ? undefined : numberIn(this.only([...SENDERS, 'person']));
	}
}

/** Parts with these names tell of a person, an account or a place. Their texts and IDs are not those of a message. */
const BESIDE =
	/^(?:contacts?|profile|customer|users?|participants?|members|group|mentions|metadata|instancedata|system|errors?|status|location|channel|account|organization|agent|app|template|header|footer|conversation|room|pricing|product|settings|ticket)$/;

const PERSON = /^(?:contacts?|profile|customer|users?|participants?|members)$/;

/** A tapped button or a chosen row. */
const TAPPED = /button|choice|listreply|listresponse|interactive|quickreply|postback|^reply$/;
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

/** The parts come in such an order that a part is read before the parts inside it. */
function readFacts(parts: readonly Part[]): Map<Part, Facts> {
	const all = new Map<Part, Facts>();
	const marked = { beside: new Set<unknown>(), tapped: new Set<unknown>(), to: new Set<unknown>() };
	for (const part of parts) {
		const { entry, name, parent, role } = part;
		if (role === 'quote' || role === 'own') continue;
		const fields = part.fields.map(({ name: own, field, value }) => {
			const text = asText(value);
			const isWord = text !== undefined && (own === 'title' || field === 'text');
			return { name: own, field, value, text, isWord };
		});
		/** A part inside a marked part is marked too. */
		const isIn = (mark: keyof typeof marked, isMarked: boolean) => {
			if (isMarked || marked[mark].has(parent)) marked[mark].add(part);
			return marked[mark].has(part);
		};
		const isInner = part !== entry;
		if (isIn('to', isInner && meaningOf(name) === 'to')) continue;
		const hasTapType = fields.some(({ field, value }) => field === 'type' && isTap(value));
		const isTapped = isIn('tapped', hasTapType || (isInner && isTap(name)));
		const isBeside = isIn('beside', isInner && BESIDE.test(name));
		const facts = all.get(entry) ?? new Facts();
		all.set(entry, facts);
		const words = fields.filter(({ isWord }) => isWord);
		const isSender = fields.some(
			({ field, value }) => field === 'chat' || (field === 'from' && numberIn(value) !== undefined),
		);
		const isButton = isTapped && !isSender && words.length > 0;
		const isMessage = words.some(({ field }) => field === 'text') || MESSAGE.test(name);
		// The text next to a caption is the address or the content of a file.
		const isText = role === 'message' && !fields.some((one) => one.field === 'caption' && one.text);
		// The ID next to a text alone may be that of the message.
		const isOfButton = isTap(name) || words.some((word) => word.name === 'title');
		const names = isOfButton ? /^(?:id|payload|postbacktext)$/ : /^(?:payload|postbacktext)$/;
		if (isButton) facts.add('button', fields.find((one) => names.test(one.name))?.text, part);
		for (const { name: key, value, text, field, isWord } of fields) {
			if (field === 'to') facts.add('to', PERSON.test(name) ? undefined : numberIn(value), part);
			else if (field === 'chat' || field === 'from' || field === 'phone') {
				const known = field === 'chat' && !isBeside ? text : numberIn(value);
				facts.add(isBeside ? 'person' : field, known, part);
			} else if (isBeside) continue;
			else if (isButton && isWord) facts.add('title', text, part);
			else if (key === 'id' && !isButton && (isMessage || isSender)) {
				facts.add(isMessage ? 'ownId' : 'senderId', text, part);
			} else if (field === 'id' ? isSender || !isTap(name) : field !== 'text' || isText) {
				if (field !== undefined) facts.add(field, text, part);
			}
		}
	}
	return all;
}

const WORDS: Kind[] = ['title', 'text', 'caption', 'button'];
const IDS: Kind[] = ['id', 'ownId', 'senderId'];

const OWN_STATUS = /^(?:queued|enqueued|submitted|rejected|undeliverable|viewed)$/i;

/** What became of a message, without words, a file and a type of message. */
const isReport = (facts: Facts): boolean =>
	(facts.has('done') ||
		facts.of('status').some(({ text }) => saysOwn(text) || OWN_STATUS.test(text))) &&
	!facts.has(...WORDS, 'type', 'file');

function messageOf(entry: Part, all: ReadonlyMap<Part, Facts>): Said {
	const facts = all.get(entry) ?? new Facts();
	/** The payload around the message may name the sender, the receiver and the time. */
	const around = (kinds: Kind[], read = (found: Facts) => found.only(kinds)) => {
		let one: Part | undefined = entry;
		while (one !== undefined && all.get(one)?.has(...kinds) !== true) one = one.parent?.entry;
		const found = one && all.get(one);
		return found && read(found);
	};
	const times: Kind[] = ['received', 'time', 'created'];
	return {
		id: facts.only(entry.role === 'reaction' ? ['ownId', 'senderId', 'id'] : IDS, true),
		from: around([...SENDERS, 'person'], (found) => found.from()),
		to: around(['to']),
		text: facts.only(['title', 'text', 'caption']),
		buttonId: facts.only(['button']),
		date: dateOf(around(times, (found) => found.only(times, true))),
	};
}

/** With more messages, the payload is output as one item. */
const MOST_MESSAGES = 100;

/**
 * Finds the messages in a payload that the service does not document.
 * @returns no messages if the payload certainly holds only reports on messages that were sent from here
 */
export function businessMessages(payload: object): Said[] {
	const parts = walk(payload);
	const all = readFacts(parts);
	const [root] = parts;
	const entries = [...all].filter(([, facts]) => !isReport(facts));
	/** The outermost entries that have one of both kinds. */
	const outermost = (whose: Kind[], kinds: Kind[]) => {
		const chosen = new Set<Part>();
		for (const [entry, facts] of entries) {
			let outer = entry.parent?.entry;
			while (outer !== undefined && !chosen.has(outer)) outer = outer.parent?.entry;
			const isOfSomeone = facts.has(...whose) || MESSAGE.test(entry.name);
			if (outer === undefined && isOfSomeone && facts.has(...kinds)) chosen.add(entry);
		}
		return [...chosen];
	};
	const content = [...WORDS, ...IDS];
	const isOwn = entries.length < all.size || parts.some(({ role }) => role === 'own');
	const ofSenders = outermost(SENDERS, content);
	const messages = ofSenders.length > 0 || isOwn ? ofSenders : outermost(SENDERS, ['type']);
	if (messages.length > MOST_MESSAGES) return [{}];
	if (messages.length > 0) return messages.map((entry) => messageOf(entry, all));
	if (root === undefined || (isOwn && all.get(root)?.has(...WORDS) !== true)) return [];
	// Without a sender, only a payload with one text or ID is understood.
	const [entry, ...others] = outermost(content, content);
	return [messageOf(entry === undefined || others.length > 0 ? root : entry, all)];
}
