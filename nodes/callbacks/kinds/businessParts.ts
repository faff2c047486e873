import { isObject, isPlainRecord, opened } from '../../plain';
import * as names from './businessNames';

/** The parts of a payload that the service does not document, and how a value of one is read. Decides over no message. */

type Fields = Readonly<Record<string, unknown>>;

/** An object in a payload. */
export class Part {
	/** The innermost entry of a list of messages around it, or the whole payload. */
	readonly entry: Part;

	constructor(
		readonly name: string,
		readonly fields: Fields,
		readonly parent: Part | undefined,
		readonly role: string | undefined,
		isEntry: boolean,
	) {
		this.entry = isEntry || parent === undefined ? this : parent.entry;
	}
}

const plainName = (name: string) => name.toLowerCase().replace(/[^a-z]/g, '');

export const textOf = (value: unknown): string | undefined =>
	(typeof value === 'string' && value.trim() !== '') || typeof value === 'number'
		? String(value)
		: undefined;

/** The letters of a value that names something, such as Models::User, or its only digit. */
export function termOf(value: unknown): string | undefined {
	const text = textOf(value)?.slice(0, 64);
	return text === undefined || /^\d$/.test(text) ? text : plainName(text);
}

/** The words of message.sent, message_sent and messageSent. An opt-out is a message. */
export const wordsIn = (value: unknown): string[] =>
	(textOf(value) ?? '')
		.slice(0, 64)
		.replace(/([a-z])([A-Z])/g, '$1 $2')
		.toLowerCase()
		.replace(/opt[-_ ]?(?:in|out)/g, '')
		.match(/[a-z]+/g) ?? [];

export const isChatId = (value: unknown) => /^[\d-]+(?::\d+)?@/.test(textOf(value) ?? '');
/** The IDs of groups, channels and hidden numbers are no numbers. */
export const isHidden = (value: unknown) =>
	/@(?:g\.us|lid|newsletter|broadcast)|-group$/.test(textOf(value) ?? '');
const NUMBER = /^\s*(?:(?:whatsapp|tel|sms):)?\+?([\d\s().-]{7,40})(?:[:@].*)?$/i;

export function digitsOf(value: unknown): string | undefined {
	const written = isHidden(value) ? undefined : NUMBER.exec(textOf(value) ?? '')?.[1];
	const digits = written?.replace(/\D/g, '').replace(/^00/, '') ?? '';
	return /^\d{7,15}$/.test(digits) ? digits : undefined;
}

export const certainDigitsOf = (value: unknown) =>
	/^\s*(?:[a-z]+:)?\+\d|@/i.test(textOf(value) ?? '') ? digitsOf(value) : undefined;

/** Gateways send seconds, milliseconds or a date. */
export function dateOf(value: unknown): string | undefined {
	const text = textOf(value)?.trim() ?? '';
	const [, seconds, thousandths = '000'] = /^(1\d{9})\.?(\d{3})?\d*$/.exec(text) ?? [];
	if (seconds !== undefined) return new Date(Number(seconds + thousandths)).toISOString();
	return /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d/.test(text) ? text : undefined;
}

/** A path through __proto__ would change all objects of n8n. */
const PATH = /^(?!.*__proto__)[^[\]]+(?:\[\w*\])+$/s;

/** Forms write message[body][text] for a path. */
function withPaths(body: object): object {
	const root: Record<string, unknown> = {};
	for (const [key, value] of Object.entries(body)) {
		const steps = PATH.test(key) ? key.slice(0, -1).split(/\]?\[/) : [key];
		let at = root;
		for (const step of steps.slice(0, -1)) {
			const next = isPlainRecord(at[step]) ? at[step] : {};
			at[step] = next;
			at = next;
		}
		at[steps.at(-1) ?? key] = value;
	}
	return root;
}

/** SNS and some forms write the payload as JSON into one field. */
export function insideOf(payload: object): object {
	if (!isPlainRecord(payload)) return payload;
	const inside = opened(payload.jsonData ?? (payload.Type === 'Notification' && payload.Message));
	return isObject(inside) ? inside : withPaths(payload);
}

function roleOf(name: string, fields: Fields, parent: Part | undefined) {
	const saysTap = (some: Fields = {}) => names.ROLES.tap.has(termOf(some.type) ?? '');
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

export function partsOf(payload: object): Part[] {
	const parts: Part[] = [];
	const add = (value: unknown, name: string, parent?: Part, isEntry = true) => {
		if (Array.isArray(value)) {
			const holdsMessages = name === '' || names.LISTS.has(name);
			for (const one of value) add(one, name, parent, holdsMessages);
		} else if (isPlainRecord(value)) {
			const fields: Record<string, unknown> = {};
			for (const [key, one] of Object.entries(value)) {
				// Of two fields with the same letters, the first counts.
				if (one !== null && one !== '') fields[plainName(key) || key] ??= one;
			}
			const role = roleOf(name, fields, parent);
			if (role !== 'aside') parts.push(new Part(name, fields, parent, role, isEntry));
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

export const outward = (part: Part | undefined): Part[] =>
	part ? [part, ...outward(part.parent)] : [];

/** The nearest comes first: the part itself, what is inside it, then the part around it and what is inside that. */
export function nearest(to: Part, parts: readonly Part[]): Part[] {
	const around = outward(to);
	const isInside = (part: Part, outer: Part) => outward(part.parent).includes(outer);
	return [...new Set(around.flatMap((one) => [one, ...parts.filter((p) => isInside(p, one))]))];
}

export type Read = (value: unknown) => string | undefined;

export const all = (parts: readonly Part[], wanted: readonly string[], read: Read): string[] =>
	parts.flatMap(({ fields }) => wanted.flatMap((name) => read([fields[name]].flat()[0]) ?? []));

/** The nearest part that has one of the names, and of that part the most usual name. */
export function first(parts: readonly Part[], wanted: readonly string[], read: Read = textOf) {
	for (const part of parts) {
		const [value] = all([part], wanted, read);
		if (value !== undefined) return { part, value };
	}
	return undefined;
}

export const isOf =
	(...roles: (string | undefined)[]) =>
	(part: Part) =>
		roles.includes(part.role);
