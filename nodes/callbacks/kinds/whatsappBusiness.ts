import { businessMessages } from './businessMessages';
import { type CallbackKind, messagesOf } from './kind';

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
		const found = businessMessages(payload);
		const messages = found.length > 0 ? found : [{}];
		const recognised = messagesOf('whatsappBusiness', payload, [digest()], messages);
		const { data, normalised } = recognised;
		return {
			...recognised,
			isReport: found.length === 0,
			normalised: (arrival) => normalised(arrival).map((message) => ({ ...message, data })),
		};
	},
};
