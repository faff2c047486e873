import { businessMessages } from './businessMessages';
import type { CallbackKind } from './callback';
import { messageOf } from './normalised';

const EVENT = 'whatsappBusiness';

/** The service does not document this payload. So any object or list that no other kind takes counts as one. */
export const whatsappBusiness: CallbackKind = {
	value: EVENT,
	name: 'On WhatsApp Business Message',
	description: 'Someone wrote to a WhatsApp Business gateway',
	registeredAt: 'in the WhatsApp Business webhook (ask the service’s support where that is)',
	documented: [],
	recognise: ({ method, body, list, digest }, taken = new Set()) => {
		const payload = list ?? body;
		if (method !== 'POST' || Object.keys(payload).length === 0) return undefined;
		const found = businessMessages(payload, taken);
		const messages = (found.length > 0 ? found : [{}]).map(
			({ id, from, to, text, buttonId, date }) =>
				messageOf(payload, [digest()], {
					...{ event: EVENT, message_id: id ?? null, from: from ?? null, to: to ?? null },
					...{ text: text ?? null, button_id: buttonId ?? null, date },
					session: from === undefined ? [] : [from, to],
				}),
		);
		const [{ data, identity, happenedAt }] = messages as [(typeof messages)[0]];
		return {
			...{ data, identity, happenedAt, isReport: found.length === 0 },
			normalised: (arrival) =>
				messages.flatMap((one) => one.normalised(arrival).map((message) => ({ ...message, data }))),
		};
	},
};
