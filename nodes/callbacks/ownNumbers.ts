import { RecentlyUsed } from '../plain';

const MOST_TRIGGERS = 1000;
const MOST_NUMBERS = 1000;
/** More senders do not make a number more certainly ours. */
const MOST_SENDERS = 20;

type Senders = RecentlyUsed<Set<string>>;

/** Who wrote to which number, for each trigger of this process. */
const known = new RecentlyUsed<Senders>(MOST_TRIGGERS);

interface Message {
	event: string;
	from?: string | null;
	to?: string | null;
}

/**
 * Leaves out copies of messages that were sent from here, which some gateways do not mark. Our numbers get messages, and
 * customers do not, so a message from the one to the other is a copy.
 */
export function fromOthers<Any extends Message>(trigger: string, messages: readonly Any[]): Any[] {
	const senders = known.of(trigger, () => new RecentlyUsed(MOST_NUMBERS));
	const sizeOf = (number?: string | null) => (number ? (senders.get(number)?.size ?? 0) : 0);
	return messages.filter(({ from, to }) => {
		if (sizeOf(from) > sizeOf(to)) return false;
		if (!from || !to) return true;
		const all = senders.of(to, () => new Set());
		if (all.size < MOST_SENDERS) all.add(from);
		return true;
	});
}
