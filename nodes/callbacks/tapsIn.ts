import { idsIn, type AnswerId } from '../answerButton';
import { isObject } from '../plain';

/**
 * Finds the buttons that were tapped in a payload of which nothing is documented. It is money that people approve so:
 * what may be a quoted question, an echo or another person's message is no tap.
 */

export interface Tap {
	path: string;
	nonce: string;
	/** The digits of those whom the payload names as its sender; each may hold several, separated by commas. */
	senders: readonly string[];
}

const MOST_VISITED = 20_000;
const MOST_IDS = 1000;
const LONGEST_JSON = 100_000;

/** Names of fields below which a payload shows a message that somebody did not send now. */
const SHOWN =
	/quot|context|echo|reaction|repl(?:y|ied)to(?!ken)|referr|forward|history|original(?!or)|statuses|outbound|outgoing/;

/** What a message says that it is, if it is none that somebody wrote to us. */
const SHOWN_TYPE = /echo|reaction|statuses|outbound|outgoing/;
const TYPES = new Set(['type', 'kind', 'event', 'eventtype', 'messagetype', 'direction']);
const FLAGS = new Set(['fromme', 'isecho', 'isreaction']);
const YES = new Set<unknown>([true, 'true', 1, '1']);

const SENDERS = new Set(['from', 'sender', 'sendernumber', 'originator', 'waid']);

/** Names of fields are compared without capitals and signs. */
const plainName = (name: string) => name.toLowerCase().replace(/[^a-z]/g, '');

/** Undefined if it is no phone number, such as a name, a group or an ID of WhatsApp in the place of a number. */
function digitsOf(value: unknown): string | undefined {
	const text = typeof value === 'number' ? String(value) : value;
	if (typeof text !== 'string' || /@(?:lid|g\.us|newsletter|broadcast)/i.test(text))
		return undefined;
	const number = text
		.trim()
		.replace(/^(?:whatsapp|tel|sms):/i, '')
		.replace(/[:@].*$/s, '');
	if (!/^\+?[\d\s().-]{7,40}$/.test(number)) return undefined;
	const digits = number.replace(/\D/g, '').replace(/^00/, '');
	return digits.length >= 7 && digits.length <= 20 ? digits : undefined;
}

/** A sender may be a number, or an object that holds one. */
function senderIn(value: unknown): string[] {
	const values: unknown[] = isObject(value) ? Object.values(value) : [value];
	const found = values.flatMap((one) => digitsOf(one) ?? []);
	return found.length === 0 ? [] : [found.join(',')];
}

interface Place {
	isShown: boolean;
	/** Of the innermost object that names one. */
	senders: readonly string[];
	/** The entries of lists that the way leads through, each with all objects of its list. */
	entries: readonly (readonly [entry: object, list: Set<object>])[];
}

const isShownBy = ([name, value]: [string, unknown]): boolean =>
	(FLAGS.has(plainName(name)) && YES.has(value)) ||
	(TYPES.has(plainName(name)) && typeof value === 'string' && SHOWN_TYPE.test(plainName(value)));

function inside(value: object, place: Place): Place {
	const entries = Object.entries(value);
	const senders = entries.flatMap(([name, one]) =>
		SENDERS.has(plainName(name)) ? senderIn(one) : [],
	);
	return {
		...place,
		isShown: place.isShown || entries.some(isShownBy),
		senders: senders.length > 0 ? senders : place.senders,
	};
}

/** JSON in a text, as some services put it. */
function jsonIn(text: string): object | undefined {
	if (!/^\s*[[{]/.test(text) || text.length > LONGEST_JSON) return undefined;
	try {
		const value: unknown = JSON.parse(text);
		return isObject(value) ? value : undefined;
	} catch {
		return undefined;
	}
}

interface Found extends AnswerId {
	place: Place;
}

/** Where the IDs of answers are, and all senders that are named; nothing if the payload is too large. */
function search(body: object, secret: string) {
	const found: Found[] = [];
	const senders = new Set<string>();
	let level: { value: unknown; place: Place }[] = [
		{ value: body, place: { isShown: false, senders: [], entries: [] } },
	];
	let visited = 0;
	while (level.length > 0) {
		const next: typeof level = [];
		for (const { value: given, place } of level) {
			if (++visited > MOST_VISITED || found.length > MOST_IDS) return { found: [], senders: [] };
			const value = typeof given === 'string' ? (jsonIn(given) ?? given) : given;
			if (typeof value === 'string') {
				for (const id of idsIn(value, secret)) found.push({ ...id, place });
			}
			if (!isObject(value)) continue;
			const around = inside(value, place);
			if (!around.isShown) for (const sender of around.senders) senders.add(sender);
			const list = Array.isArray(value) ? new Set(value.filter(isObject)) : undefined;
			for (const [name, one] of Object.entries(value)) {
				// The name of a field is no tap, but it may tell that the payload holds both buttons.
				for (const id of idsIn(name, secret)) found.push({ ...id, isAlone: false, place: around });
				const isShown = around.isShown || SHOWN.test(plainName(name));
				const entries =
					list !== undefined && isObject(one)
						? [...around.entries, [one, list] as const]
						: around.entries;
				next.push({ value: one, place: { ...around, isShown, entries } });
			}
		}
		level = next;
	}
	return { found, senders: [...senders] };
}

/**
 * @param secret with which this n8n made the IDs of its buttons
 * @returns hasOthers: the payload lists other messages beside the taps
 */
export function tapsIn(body: object, secret: string): { taps: Tap[]; hasOthers: boolean } {
	const { found, senders: all } = search(body, secret);
	const questions = new Set(found.map(({ nonce }) => nonce));
	const taps: Tap[] = [];
	const lists = new Set<Set<object>>();
	for (const nonce of questions) {
		const ids = found.filter((one) => one.nonce === nonce);
		const [path = '', ...others] = new Set(ids.map((id) => id.path));
		const tapped = ids.filter(({ isAlone }) => isAlone);
		const isShown = ids.some(({ place }) => place.isShown);
		if (others.length > 0 || tapped.length === 0 || isShown) continue;
		const senders = tapped.flatMap(({ place }) => place.senders);
		// Some services list beside the message who it is from.
		taps.push({ path, nonce, senders: senders.length > 0 ? senders : all });
		for (const [entry, list] of tapped.flatMap(({ place }) => place.entries)) {
			list.delete(entry);
			lists.add(list);
		}
	}
	return { taps, hasOthers: [...lists].some((list) => list.size > 0) };
}
