import {
	CANDIDATES,
	common,
	Facts,
	IDS,
	type Kind,
	MESSAGE,
	outermost,
	readFacts,
	SENDERS,
	usual,
	WORDS,
} from './facts';
import type { Said } from './kind';
import { numberIn } from './names';
import { type Part, saysOwn, walk } from './walk';

const OWN_STATUS =
	/^(?:submitted|accepted|rejected|undeliverable|viewed|played|expired|deleted|pending|dispatched)$/i;

/** What became of a message, without words or a file. */
const isReport = (entry: Part, facts: Facts): boolean =>
	entry.role !== 'reaction' &&
	(!facts.has(...WORDS, 'file') ||
		facts.of('type').some(({ text }) => /updated|changed/i.test(text))) &&
	(facts.has('done') ||
		facts.of('status').some(({ text }) => saysOwn(text) || OWN_STATUS.test(text)));

/** @returns undefined if the numbers show that the message was sent from here */
function messageOf(entry: Part, all: ReadonlyMap<Part, Facts>): Said | undefined {
	const facts = all.get(entry) ?? new Facts();
	const chain: Facts[] = [];
	for (let one: Part | undefined = entry; one !== undefined; one = one.parent?.entry) {
		chain.push(all.get(one) ?? new Facts());
	}
	/** The payload around the message may name the sender, the receiver and the time. */
	const nearest = (...kinds: Kind[]) => chain.find((one) => one.has(...kinds)) ?? facts;
	const numbers = (...kinds: Kind[]) =>
		chain.flatMap((one) => kinds.flatMap(one.of)).map(({ text }) => numberIn(text));
	const to = common(nearest('to', 'own').first('to', 'own'));
	const senders = nearest(...CANDIDATES).senders();
	const ours = [to, ...numbers('own')];
	const [from, ...others] = senders.filter((one) => !ours.includes(one));
	const customers = numbers('chat', 'chatId', 'person');
	const isToCustomer = to !== undefined && customers.includes(to) && !customers.includes(from);
	if (senders.length > 0 && (from === undefined || isToCustomer)) return undefined;
	const ids = entry.role === 'reaction' ? facts.first('ownId', 'id') : facts.first(...IDS);
	return {
		id: common(outermost(usual(ids))),
		from: others.length > 0 ? undefined : from,
		to,
		text: facts.text(),
		buttonId: common(facts.of('button')),
		date: nearest('time').date(),
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
	const entries = [...all].filter(([entry, facts]) => !isReport(entry, facts));
	/** The outermost entries that have one of both kinds. */
	const having = (whose: Kind[], kinds: Kind[]) => {
		const chosen = new Set<Part>();
		for (const [entry, facts] of entries) {
			let outer = entry.parent?.entry;
			while (outer !== undefined && !chosen.has(outer)) outer = outer.parent?.entry;
			const isOfSomeone = facts.has(...whose) || MESSAGE.test(entry.name);
			const isBare =
				outer !== undefined && facts.has(...WORDS) && all.get(outer)?.has(...WORDS) !== true;
			if (!isOfSomeone || !facts.has(...kinds) || (outer !== undefined && !isBare)) continue;
			if (outer !== undefined) chosen.delete(outer);
			chosen.add(entry);
		}
		return [...chosen];
	};
	const content = [...WORDS, ...IDS];
	const isOwn = entries.length < all.size || parts.some(({ role }) => role === 'own');
	const ofSenders = having(SENDERS, content);
	const messages = ofSenders.length > 0 || isOwn ? ofSenders : having(SENDERS, ['type']);
	if (messages.length > MOST_MESSAGES) return [{}];
	const read = (list: readonly Part[]) => list.flatMap((entry) => messageOf(entry, all) ?? []);
	if (messages.length > 0) return read(messages);
	if (root === undefined || (isOwn && all.get(root)?.has(...WORDS) !== true)) return [];
	// Without a sender, only a payload with one text or ID is understood.
	const [entry, ...others] = having(content, content);
	return read([entry === undefined || others.length > 0 ? root : entry]);
}
