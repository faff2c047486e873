import { idsIn, type AnswerId } from '../answerButton';
import { isObject, opened } from '../plain';

export interface Tap {
	path: string;
	nonce: string;
	/** The digits of each sender's number. Several numbers of one sender are separated by commas. */
	senders: readonly string[];
}

const MOST_VISITED = 20_000;
const MOST_IDS = 1000;
const LONGEST_JSON = 100_000;

/** Fields with these names hold an older message, an echo or a reaction. */
const SHOWN =
	/quot|context|echo|reaction|repl(?:y|ied)to(?!ken)|referr|forward|history|original(?!or)|statuses|outbound|outgoing/;

/** A message of one of these types does not come from a recipient. */
const SHOWN_TYPE = /echo|reaction|statuses|outbound|outgoing/;
const TYPES = new Set(['type', 'kind', 'event', 'eventtype', 'messagetype', 'direction']);
const FLAGS = new Set(['fromme', 'isecho', 'isreaction']);
const YES = new Set<unknown>([true, 'true', 1, '1']);

const SENDERS = new Set(['from', 'sender', 'sendernumber', 'originator', 'waid']);

const plainName = (name: string) => name.toLowerCase().replace(/[^a-z]/g, '');

function digitsOf(value: unknown): string[] {
	const text = typeof value === 'number' ? String(value) : value;
	if (typeof text !== 'string' || /@(?:lid|g\.us|newsletter|broadcast)/i.test(text)) return [];
	const number = text
		.trim()
		.replace(/^(?:whatsapp|tel|sms):/i, '')
		.replace(/[:@].*$/s, '');
	if (!/^\+?[\d\s().-]{7,40}$/.test(number)) return [];
	const digits = number.replace(/\D/g, '').replace(/^00/, '');
	return digits.length >= 7 && digits.length <= 20 ? [digits] : [];
}

function senderIn(value: unknown): string[] {
	const values: unknown[] = isObject(value) ? Object.values(value) : [value];
	const found = values.flatMap(digitsOf);
	return found.length === 0 ? [] : [found.join(',')];
}

interface Place {
	/** True inside a quoted message or an echo, whose buttons were not tapped. */
	isShown: boolean;
	/** The innermost object around the value names these senders. */
	senders: readonly string[];
	/** The list entries around the value. The set holds all objects of the same list. */
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

function search(body: object, secret: string) {
	const found: (AnswerId & { place: Place })[] = [];
	const senders = new Set<string>();
	let level: { value: unknown; place: Place }[] = [
		{ value: body, place: { isShown: false, senders: [], entries: [] } },
	];
	let visited = 0;
	while (level.length > 0) {
		const next: typeof level = [];
		for (const { value: given, place } of level) {
			if (++visited > MOST_VISITED || found.length > MOST_IDS) return { found: [], senders: [] };
			const isLong = typeof given === 'string' && given.length > LONGEST_JSON;
			const value = isLong ? given : opened(given);
			if (typeof value === 'string') {
				for (const id of idsIn(value, secret)) found.push({ ...id, place });
			}
			if (!isObject(value)) continue;
			const around = inside(value, place);
			if (!around.isShown) for (const sender of around.senders) senders.add(sender);
			const list = Array.isArray(value) ? new Set(value.filter(isObject)) : undefined;
			for (const [name, one] of Object.entries(value)) {
				// An ID in the name of a field is not a tap, but it may show that the payload contains both buttons.
				for (const id of idsIn(name, secret)) found.push({ ...id, isAlone: false, place: around });
				const isShown = around.isShown || SHOWN.test(plainName(name));
				const own = list !== undefined && isObject(one) ? [[one, list] as const] : [];
				next.push({
					value: one,
					place: { ...around, isShown, entries: [...around.entries, ...own] },
				});
			}
		}
		level = next;
	}
	return { found, senders: [...senders] };
}

/**
 * Finds taps in an undocumented payload. A tap may approve money, so a message that may be quoted, echoed or from
 * another person is not one.
 * @returns hasOthers: whether the payload contains other messages next to the taps
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
		// Some services name the sender outside the message.
		taps.push({ path, nonce, senders: senders.length > 0 ? senders : all });
		for (const [entry, list] of tapped.flatMap(({ place }) => place.entries)) {
			list.delete(entry);
			lists.add(list);
		}
	}
	return { taps, hasOthers: [...lists].some((list) => list.size > 0) };
}
