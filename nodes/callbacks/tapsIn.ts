import { idsIn, type AnswerId } from '../answerButton';
import { isAside, numberIn, type Part, walk } from './kinds';

const MARK = 'answer:';
/** More IDs than that are not looked at. */
const MOST_IDS = 100;
/** A service sends one tap in a callback. */
const MOST_TAPS = 3;

function idsOf(parts: readonly Part[]) {
	const found: (AnswerId & { part: Part; isShown: boolean })[] = [];
	for (const part of parts) {
		for (const { key, name, value } of part.fields) {
			const isShown = part.role !== 'message' || isAside(name);
			const ids = typeof value === 'string' ? idsIn(value) : [];
			for (const id of ids) found.push({ ...id, part, isShown });
			// An ID in the name of a field is not a tap, but it may show that the payload contains both buttons.
			for (const id of idsIn(key)) found.push({ ...id, isAlone: false, part, isShown });
			if (found.length > MOST_IDS) return [];
		}
	}
	return found;
}

/** Anyone may have typed what is in a text, so a sender in it does not count. */
function sendersIn(parts: readonly Part[]): string[] {
	const own = parts.filter(
		({ isTyped, role }) => !isTyped && (role === 'message' || role === 'reaction'),
	);
	const fields = own.flatMap((part) => part.fields);
	const named = (wanted: string) =>
		fields.filter(({ field }) => field === wanted).flatMap(({ value }) => numberIn(value) ?? []);
	const senders = ['chat', 'from', 'phone'].map(named).find((found) => found.length > 0);
	return [...new Set(senders)];
}

function chainOf(part: Part): Part[] {
	const chain: Part[] = [];
	for (let one: Part | undefined = part; one !== undefined; one = one.parent) chain.push(one);
	return chain;
}

/**
 * Finds taps in an undocumented payload. A tap may approve money, so a message that may be quoted, echoed or from
 * another person is not one.
 * @param linkOf returns undefined for an ID that n8n has not signed
 * @returns taps: the link that answers the question, with the senders, and the message that holds the tap. hasOthers:
 * whether the payload contains other messages next to the taps
 */
export function tapsIn(
	body: object,
	linkOf: (id: AnswerId, senders?: readonly string[]) => string | undefined,
) {
	const parts = walk(body, MARK);
	const known = new Map<string, boolean>();
	const found = idsOf(parts).filter((id) => {
		const isSigned = known.get(id.path) ?? linkOf(id) !== undefined;
		known.set(id.path, isSigned);
		return isSigned;
	});
	const tapped = [...new Set(found.map(({ nonce }) => nonce))].flatMap((nonce) => {
		const ids = found.filter((id) => id.nonce === nonce);
		const isOne = ids.every(({ path, isShown }) => path === ids[0]?.path && !isShown);
		const tap = ids.find(({ isAlone }) => isAlone);
		return isOne && tap ? [{ tap, chain: ids.flatMap(({ part }) => chainOf(part)) }] : [];
	});
	const entries = new Set(tapped.flatMap(({ chain }) => chain.map(({ entry }) => entry)));
	const lists = new Set([...entries].map(({ parent }) => parent));
	const others = parts.filter((part) => part.entry === part && !entries.has(part));
	const hasOthers = others.some((part) => lists.has(part.parent) || sendersIn([part]).length > 0);
	const isSingle = tapped.length === 1 && !hasOthers;
	const taps = tapped.slice(0, MOST_TAPS).flatMap(({ tap, chain }) => {
		const { entry } = tap.part;
		const around = new Set([...chain, ...parts.filter((part) => part.entry === entry)]);
		const own = isSingle ? [] : sendersIn([...around]);
		// Some services name the sender outside the message.
		const senders = own.length > 0 ? own : sendersIn(parts);
		const link = linkOf(tap, senders);
		return link === undefined ? [] : [{ link, message: entry.value }];
	});
	return { taps, hasOthers: hasOthers || tapped.length > taps.length };
}
