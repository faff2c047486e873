import type { CallbackKind } from './callback';
import { asData, optionalText } from './fields';

const DEEPEST = 6;

/** The outermost field of this name: where in the payload it is, is not documented. */
function messageIdIn(body: Readonly<Record<string, unknown>>): string | undefined {
	let level: unknown[] = [body];
	for (let depth = 0; depth < DEEPEST && level.length > 0; depth++) {
		for (const entry of level) {
			if (typeof entry !== 'object' || entry === null) continue;
			const found = optionalText.parse((entry as Record<string, unknown>).message_id);
			if (found !== undefined) return found;
		}
		level = level.flatMap((entry): unknown[] =>
			typeof entry === 'object' && entry !== null ? Object.values(entry) : [],
		);
	}
	return undefined;
}

/** WhatsApp Business: its payload is not documented, so any JSON object that is not of another kind counts. */
export const whatsappBusiness: CallbackKind = {
	value: 'whatsappBusiness',
	name: 'On WhatsApp Business Message',
	description: 'Someone wrote to a Business gateway',
	registeredAt: 'in the WhatsApp Business webhook (ask the service’s support where that is)',
	recognise: ({ method, body, isForm }) => {
		if (method !== 'POST' || isForm || Object.keys(body).length === 0) return undefined;
		const messageId = messageIdIn(body);
		return {
			data: asData(body),
			// Other events about a message may carry its ID too: only an equal payload is a repeat.
			identity: messageId === undefined ? undefined : [messageId, JSON.stringify(body)],
			normalised: () => ({
				event: 'whatsappBusiness',
				message_id: messageId ?? null,
				from: null,
				to: null,
				text: null,
				received_at: null,
				room_id: null,
				reply_until: null,
				data: asData(body),
			}),
		};
	},
};
