import { isObject, isPlainRecord } from '../../plain';
import { wentOut } from './direction';
import {
	type About,
	aboutOf,
	CUSTOMER,
	digitsIn,
	type Field,
	fieldsOf,
	isCertainNumber,
	isChatId,
	type NamedValue,
	plainName,
} from './names';

/** A walk over a payload whose shape the service does not document. It visits each value once. */

/** A list with one of these names holds details of its message. Other lists may hold messages. */
const DETAILS = /^(?:medias?|files?|body|text)$|(?:attachments?|contents?|parts|numbers)$/;

/** A tapped button or a chosen row. */
const saysTap = ({ field, value }: NamedValue) =>
	field === 'type' && typeof value === 'string' && aboutOf(plainName(value)) === 'tap';

/** An object or a list in the payload. */
export class Part {
	/** The innermost list entry around the part, or the whole payload. Each may be a message. */
	readonly entry: Part;
	readonly fields: readonly NamedValue[];
	/** Undefined for the message itself. */
	readonly about: About | undefined;
	/** Whether the part says that its message was sent from here. False if it says that the message came in. */
	readonly wentOut: boolean | undefined;
	private readonly isDetail: boolean;
	private readonly saysTap: boolean;

	/** @param name the entries of a list have the name of the list */
	constructor(
		readonly value: object,
		readonly name = '',
		readonly parent?: Part,
	) {
		const named = aboutOf(name);
		this.isDetail = parent?.isDetail === true || DETAILS.test(name);
		const isInList = Array.isArray(parent?.value) && isPlainRecord(value);
		const isEntry = isInList && !this.isDetail && named === undefined;
		this.entry = parent === undefined || isEntry ? this : parent.entry;
		this.fields = fieldsOf(value, name);
		this.wentOut = wentOut(name, this.fields);
		const around = parent?.about;
		// The part of a sender is the message itself, and the tap is inside.
		const isSender = this.fields.some(({ field }) => field === 'chat' || field === 'from');
		this.saysTap = this.fields.some(saysTap);
		const isTap = parent?.saysTap === true || (!isSender && this.saysTap);
		if (around === 'copy' || around === 'quote' || around === 'to') this.about = around;
		else if (named === 'quote' || named === 'to') this.about = named;
		else if (this.wentOut === true) this.about = 'copy';
		else if (named === undefined && isTap) this.about = 'tap';
		else this.about = named ?? around;
	}
}

export function walk(body: object): Part[] {
	const parts = [new Part(body)];
	// The loop also visits the parts that it appends.
	for (const part of parts) {
		for (const { name, value } of part.fields) {
			if (isObject(value)) parts.push(new Part(value, name, part));
		}
	}
	return parts;
}

/** What is said anywhere in a message counts for the whole message, and that it came in counts more. */
export function directionOf(parts: readonly Part[]): (entry: Part) => boolean | undefined {
	const said = new Map<Part, boolean>();
	for (const { entry, about, parent, wentOut: isOut } of parts) {
		const isAside = about === 'quote' || about === 'to' || parent?.about === 'copy';
		if (isOut !== undefined && !isAside) said.set(entry, isOut && said.get(entry) !== false);
	}
	const ofEntry = ({ entry }: Part): boolean | undefined =>
		said.get(entry) ?? (entry.parent && ofEntry(entry.parent));
	return ofEntry;
}

/** What a field says, by its name and by the part around it. */
export interface Fact {
	kind: Field;
	text: string;
	part: Part;
	/** The lowest is the most usual name. */
	rank: number;
}

const NUMBERS: readonly unknown[] = ['chat', 'from', 'to', 'own', 'customer', 'phone'];
/** These fields may be IDs of the service. */
const MAY_BE_ID = new RegExp(`(?<!j|uniq|^wa|^w|^chat)id$|^(?:${CUSTOMER})(?:identifier)?$`);

const sideOf = (kind: unknown) => (kind === 'chat' || kind === 'customer' ? 'from' : kind);

/** In the part of one side, only numbers of that side count, but under any name. */
function numberKind({ about }: Part, { name, field, value }: NamedValue): Field | undefined {
	const isCertain = isCertainNumber(value);
	if (field === 'text' && isChatId(value)) return 'customer';
	const isNamed = NUMBERS.includes(field);
	if (!isCertain && (!isNamed || MAY_BE_ID.test(name))) return undefined;
	if (about === undefined) return isNamed ? field : undefined;
	const isOfSide = field === 'phone' || sideOf(isNamed ? field : about) === sideOf(about);
	const isSide = about === 'from' || about === 'customer' || about === 'to' || about === 'own';
	return isSide && isOfSide && (isNamed || about !== 'own') ? about : undefined;
}

/** Of a tap, the ID next to a text alone may be that of the message. */
const buttonIdOf = ({ fields }: Part): string | undefined => {
	const names = new Set(fields.map(({ name }) => name));
	const known = names.has('title') ? ['id', 'payload'] : ['payload', 'postbacktext'];
	return known.find((name) => names.has(name));
};

/** A file may be known by nothing but its name. */
function textIn({ field, value }: NamedValue): string {
	if (field === 'file' && isObject(value) && Object.keys(value).length > 0) return '-';
	const text = typeof value === 'string' || typeof value === 'number' ? String(value) : '';
	return text.trim() === '' ? '' : text;
}

export function factsOf(part: Part): Fact[] {
	const { about, name: partName, fields } = part;
	if (about === 'copy' || about === 'quote') return [];
	const buttonId = buttonIdOf(part);
	const kindOf = (one: NamedValue): Field | undefined => {
		const { name, field } = one;
		const number = numberKind(part, one);
		if (number !== undefined || NUMBERS.includes(field)) return number;
		if (about === 'tap' && (name === 'title' || field === 'text')) return 'title';
		if (about === 'tap' && (name === buttonId || field === 'id'))
			return name === buttonId ? 'button' : undefined;
		if (about === undefined || about === 'tap') return field;
		return partName === 'status' ? 'status' : undefined;
	};
	return fields.flatMap((one) => {
		const written = textIn(one);
		const kind = written === '' ? undefined : kindOf(one);
		if (kind === undefined) return [];
		const text = NUMBERS.includes(kind) ? (digitsIn(written) ?? '') : written;
		// A chat that hides its number is known all the same.
		return text === '' && kind !== 'chat' ? [] : [{ kind, text, part, rank: one.rank }];
	});
}
