import { isObject } from '../../plain';
import type { CallbackKind } from './callback';
import { messageOf } from './normalised';

const DEEPEST = 6;
const MOST_VISITED = 10_000;

/** A schema would take seconds for many objects, so this function checks by hand. */
const asId = (value: unknown): string | undefined => {
	if (typeof value === 'string') return value === '' ? undefined : value;
	return typeof value === 'number' ? String(value) : undefined;
};

/** The service does not document where `message_id` is, so the outermost one counts. */
export function messageIdIn(body: object): string | undefined {
	let level: object[] = [body];
	let visited = 0;
	for (let depth = 0; depth < DEEPEST && level.length > 0; depth++) {
		const next: object[] = [];
		for (const entry of level) {
			if (++visited > MOST_VISITED) return undefined;
			const found = 'message_id' in entry ? asId(entry.message_id) : undefined;
			if (found !== undefined) return found;
			for (const inner of Object.values(entry) as unknown[]) {
				if (isObject(inner) && next.length < MOST_VISITED) next.push(inner);
			}
		}
		level = next;
	}
	return undefined;
}

/** The service does not document this payload. So any object or list that no other kind takes counts as one. */
export const whatsappBusiness: CallbackKind = {
	value: 'whatsappBusiness',
	name: 'On WhatsApp Business Message',
	description: 'Someone wrote to a WhatsApp Business gateway',
	registeredAt: 'in the WhatsApp Business webhook (ask the service’s support where that is)',
	documented: [],
	recognise: ({ method, body, list, digest }) => {
		const payload = list ?? body;
		if (method !== 'POST' || Object.keys(payload).length === 0) return undefined;
		const messageId = messageIdIn(payload);
		// Other events about a message may carry its ID, so only an equal payload is a repeat.
		const identity = messageId === undefined ? undefined : [messageId, digest()];
		const known = { event: 'whatsappBusiness', message_id: messageId ?? null };
		const found = messageOf(payload, identity, known);
		return {
			...found,
			normalised: (arrival) => ({ ...found.normalised(arrival), data: found.data }),
		};
	},
};
