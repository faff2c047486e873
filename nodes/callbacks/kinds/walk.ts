import { isObject, isPlainRecord } from '../../plain';
import { fieldsOf, type NamedValue, wordsIn } from './names';

/** A walk over a payload whose shape the service does not document. It visits each value once. */

/** `quote` is an older message or a reaction. `own` is a report on a message that was sent from here, or its echo. */
type Role = 'message' | 'reaction' | 'quote' | 'own';

/** An object or a list in the payload. */
export class Part {
	/** The innermost list entry around the part, or the whole payload. Each may be a message. */
	readonly entry: Part;
	readonly fields: readonly NamedValue[];
	readonly role: Role;
	readonly depth: number;
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
		this.fields = fieldsOf(value);
		this.role = roleOf(name, this.fields, parent?.role ?? 'message');
		this.depth = parent === undefined ? 0 : parent.depth + 1;
	}
}

const QUOTES =
	/quot|context|repl(?:y|ying)to(?!ken)|replied|parentm(?:es)?s|referr|forward|history|original(?!or)|previous|reaction/;
const OWN = /echo|statuses|outbound|outgoing/;

/** A list with one of these names holds details of its message. */
const DETAILS =
	/^(?:contacts?|participants|members|users|mentions|attachments?|contents|medias?|files?|parts)$/;

const OWN_WORDS = /^(?:echo(?:es)?|outgoing|outbound|statuses)$/;
/** Some gateways call a message that came in received, read or delivered to them. */
const MAYBE_OWN = /^(?:enqueued|sent|(?:un)?delivered|delivery|read|seen|failed|ack|receipt)$/;
const INCOMING = /^(?:received|incoming|inbound|opt(?:ed)?)$/;
const FLAGS = new Set(['fromme', 'isfromme', 'isecho', 'isoutgoing']);
const YES = new Set<unknown>([true, 'true', 1, '1']);

/** Whether a type, an event or a status says what became of a message that was sent from here. */
export function saysOwn(value: unknown): boolean {
	const words = wordsIn(value);
	const has = (pattern: RegExp) => words.some((word) => pattern.test(word));
	const isOfMessage = has(/^messages?$/) && has(/^(?:out|status)$/);
	const mayBeOwn = isOfMessage || has(MAYBE_OWN) || words.join() === 'out';
	return has(OWN_WORDS) || (mayBeOwn && !has(INCOMING));
}

const isFlagged = (fields: readonly NamedValue[]): boolean =>
	fields.some(({ name, value }) => YES.has(value) && FLAGS.has(name));

/** Some gateways keep the chat, the ID and the flag of a message in a part of its own. */
const isFlaggedInside = ({ name, value }: NamedValue): boolean =>
	(name === 'key' || name === 'id') && isObject(value) && isFlagged(fieldsOf(value));

function roleOf(name: string, fields: readonly NamedValue[], around: Role): Role {
	if (around === 'quote' || around === 'own') return around;
	if (OWN.test(name) && fields.length > 0) return 'own';
	if (QUOTES.test(name)) return 'quote';
	const types = fields.filter(({ field }) => field === 'type').map(({ value }) => value);
	if (isFlagged(fields) || fields.some(isFlaggedInside) || types.some(saysOwn)) return 'own';
	const isReaction =
		types.some((type) => wordsIn(type).includes('reaction')) ||
		fields.some((one) => one.name === 'isreaction' && YES.has(one.value));
	return isReaction ? 'reaction' : around;
}

export function walk(body: object): Part[] {
	const parts = [new Part(body, '', undefined)];
	// The loop also visits the parts that it appends.
	for (const part of parts) {
		for (const { name, value } of part.fields) {
			if (!isObject(value)) continue;
			const own = Array.isArray(part.value) ? part.name : name;
			parts.push(new Part(value, own, part));
		}
	}
	return parts;
}
