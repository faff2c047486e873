import { asData, text, type CallbackKind } from './callback';

const DEEPEST = 6;

/** The first field of this name, the outermost first: where it stands is not documented. */
function messageIdIn(body: Readonly<Record<string, unknown>>): string | undefined {
	let level: unknown[] = [body];
	for (let depth = 0; depth < DEEPEST && level.length > 0; depth++) {
		for (const entry of level) {
			if (typeof entry !== 'object' || entry === null) continue;
			const found = text.safeParse((entry as Record<string, unknown>).message_id);
			if (found.success && found.data !== '') return found.data;
		}
		level = level.flatMap((entry): unknown[] =>
			typeof entry === 'object' && entry !== null ? Object.values(entry) : [],
		);
	}
	return undefined;
}

/** WhatsApp Business: its payload is not documented, so any JSON object that is no other kind is one. */
export const whatsappBusiness: CallbackKind = {
	value: 'whatsappBusiness',
	name: 'On WhatsApp Business Message',
	description: 'Somebody wrote to a Business gateway',
	registeredAt: 'the WhatsApp Business webhook, of which the service’s support knows where it is',
	recognise: ({ method, body, isForm }) => {
		if (method !== 'POST' || isForm || Object.keys(body).length === 0) return undefined;
		const messageId = messageIdIn(body);
		return {
			data: asData(body),
			// A status of a message may come under its ID as well: only the same payload is the same callback.
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
