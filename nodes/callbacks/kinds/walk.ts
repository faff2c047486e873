import { isObject, isPlainRecord } from '../../plain';
import { CUSTOMER, fieldsOf, finder, meaningOf, type NamedValue, wordsIn } from './names';

/** A walk over a payload whose shape the service does not document. It visits each value once. */

/** `quote` is an older message or a reaction. `own` is a report on a message that was sent from here, or its copy. */
type Role = 'message' | 'reaction' | 'quote' | 'own';

/** Parts with these names tell of the writer, of others or of us. Their texts and IDs are not those of a message. */
const ASIDES = [
	['person', `${CUSTOMER}|contacts|profile|conversation|room|group|ticket|location|pricing`],
	['person', 'system|errors?|status|template|header|footer|product|settings'],
	['member', 'users?|participants?|members|mentions'],
	['own', 'channel|account|organization|business|company|gateway|device|instance(?:data)?'],
	['own', 'bot|me|agent|app|metadata'],
] as const;

const asideRank = finder(ASIDES);
const asideOf = (name: string) =>
	meaningOf(name) === 'to' ? ('to' as const) : ASIDES[asideRank(name)]?.[0];

/** An object or a list in the payload. */
export class Part {
	/** The innermost list entry around the part, or the whole payload. Each may be a message. */
	readonly entry: Part;
	readonly fields: readonly NamedValue[];
	readonly depth: number;
	/** Parts inside such a part are part of it. */
	readonly aside: ReturnType<typeof asideOf>;
	/** Whether the part says that its message was sent from here. False if it says that the message came in. */
	readonly isOutgoing: boolean | undefined;
	role: Role;
	private readonly isDetail: boolean;

	/** @param name the entries of a list have the name of the list */
	constructor(
		readonly value: object,
		readonly name: string,
		readonly parent: Part | undefined,
	) {
		const isEntry = parent === undefined || (Array.isArray(parent.value) && isPlainRecord(value));
		this.isDetail = parent?.isDetail === true || DETAILS.test(name);
		this.entry = parent === undefined || (isEntry && !this.isDetail) ? this : parent.entry;
		this.fields = fieldsOf(value, name);
		this.aside = (this.entry === this ? undefined : asideOf(name)) ?? parent?.aside;
		this.isOutgoing = outgoing(name, this.fields);
		this.role = roleOf(this, parent?.role ?? 'message');
		this.depth = parent === undefined ? 0 : parent.depth + 1;
	}
}

function roleOf({ name, fields, isOutgoing }: Part, around: Role): Role {
	if (around === 'quote' || around === 'own') return around;
	if (OWN.test(name) && fields.length > 0) return 'own';
	if (QUOTES.test(name)) return 'quote';
	if (isOutgoing === true) return 'own';
	const isReaction = fields.some(({ name: key, field, value }) =>
		field === 'type'
			? wordsIn(value).includes(' reaction ')
			: key === 'isreaction' && YES.has(value),
	);
	return isReaction ? 'reaction' : around;
}

const QUOTES =
	/quot|context|repl(?:y|ying)to(?!ken)|replied|parentm(?:es)?s|referr|forward|history|original(?!or)|previous|^last|reaction/;
const OWN = /echo|statuses|outbound|outgoing|submit/;

/** A list with one of these names holds details of its message. */
const DETAILS =
	/^(?:contacts?|participants|members|users|mentions|medias?|files?|body|text)$|(?:attachments?|contents?|parts)$/;

/** Words for those who write for us. */
const US =
	'me|us|mine|self|own|agents?|business|bot|operator|admin|staff|owner|store|company|system';
const OF_US = new RegExp(`^ (?:(?:${US}|api) )+$`);
const OF_OTHERS = new RegExp(`^ (?:user|${CUSTOMER}) $`);
const ROLE = /^(?:sender|author|participant|actor|from|originator|sentby)(?:type|role|kind)?$/;
const OUT = 'out(?:going|bound)?';
const FLAG = new RegExp(
	`^(?:is)?(?:(?:sent)?(?:from|by)(?:${US}|api)|sentfrom[a-z]+|sender|me|mine|self|own(?:er)?|echo|${OUT})(?:message)?$`,
);
/** Flags that say of each message whether it went out or came in. */
const WENT_OUT = new RegExp(`^(?:is)?(?:from(?:me|us)|${OUT})(?:message)?$`);
const CAME_IN = /^(?:is)?(?:incoming|inbound)(?:message)?$/;
const YES = new Set<unknown>([true, 'true', 1, '1']);
const NO = new Set<unknown>([false, 'false', 0, '0']);

const OWN_EVENT = new RegExp(
	` (?:echo(?:es)?|outgoing|outbound|statuses|mt|(?:from|by) (?:${US})) |^ out $`,
);
/** Some gateways call a message that came in received, read or delivered to them. */
const MAYBE_OWN =
	/ (?:(?:en)?queued|sen[dt]|(?:un)?delivered|delivery|read|seen|failed|ack|receipt|(?:agent|bot|operator|admin) (?:message|replied)) | messages? .*(?:out|status) | (?:out|status) .*messages? /;
const INCOMING = new RegExp(
	` (?:receive[ds]?|incoming|inbound|in|mo|opt(?:ed)?|messages? send|(?:user|${CUSTOMER})(?: messages?)? sen[dt]|sen[dt] by (?:user|${CUSTOMER})) `,
);
const ONLY_INCOMING = /^ (?:received|incoming|inbound|in|mo) $/;

/** Whether a type, an event or a status says what became of a message that was sent from here. */
export function saysOwn(value: unknown): boolean {
	const words = wordsIn(value);
	return OWN_EVENT.test(words) || (MAYBE_OWN.test(words) && !INCOMING.test(words));
}

/** Whether we are the writer that a field names by a role. */
function isOfUs(part: string, { name, value }: NamedValue): boolean | undefined {
	const role = /^(?:type|role|kind)$/.test(name) ? part + name : name;
	const words = ROLE.test(role) ? wordsIn(value) : '';
	// Of a sender, a user is one of the gateway. Elsewhere, users write to us.
	if (OF_US.test(words) || (words === ' user ' && /^sender./.test(role))) return true;
	return OF_OTHERS.test(words) ? false : undefined;
}

function outgoing(part: string, fields: readonly NamedValue[]): boolean | undefined {
	const has = (names: RegExp, values: ReadonlySet<unknown>) =>
		fields.some(({ name, value }) => names.test(name) && values.has(value));
	const types = fields.filter(({ field }) => field === 'type').map(({ value }) => value);
	const roles = fields.map((one) => isOfUs(part, one));
	const isIncoming = types.some((type) => ONLY_INCOMING.test(wordsIn(type)));
	if (has(FLAG, YES)) return true;
	if (roles.includes(false)) return false;
	if (types.some(saysOwn)) return true;
	if (isIncoming || has(WENT_OUT, NO) || has(CAME_IN, YES)) return false;
	return has(CAME_IN, NO) || roles.includes(true) || undefined;
}

/** A part of a message that says that it went out counts for the whole message, unless another says that it came in. */
function spreadOwn(parts: readonly Part[]): void {
	const said = new Map<Part, boolean>();
	for (const { entry, role, aside, isOutgoing } of parts) {
		if (isOutgoing === undefined || role === 'quote' || aside === 'to') continue;
		said.set(entry, isOutgoing && said.get(entry) !== false);
	}
	for (const part of parts) {
		const { entry, parent, role } = part;
		const around = entry === part ? parent?.entry : entry;
		const isOwn = said.get(entry) ?? around?.role === 'own';
		if (isOwn && role !== 'quote') part.role = 'own';
	}
}

export function walk(body: object): Part[] {
	const parts = [new Part(body, '', undefined)];
	// The loop also visits the parts that it appends.
	for (const part of parts) {
		for (const { name, value } of part.fields) {
			if (isObject(value)) parts.push(new Part(value, name, part));
		}
	}
	spreadOwn(parts);
	return parts;
}
