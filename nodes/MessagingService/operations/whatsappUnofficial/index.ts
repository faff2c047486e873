import { resource } from '../../engine/operation';
import { getStatus } from './getStatus';
import { sendAndWait } from './sendAndWait';
import { sendMedia } from './sendMedia';
import { sendText } from './sendText';

export const whatsappUnofficial = resource([getStatus, sendAndWait, sendMedia, sendText], {
	value: 'whatsappUnofficial',
	name: 'WhatsApp Unofficial',
	description:
		'Ordinary WhatsApp numbers, your own or the service’s. They send free text and media to any number or group, but WhatsApp may block a number that sends many messages or writes to strangers.',
	builderHint:
		'The only WhatsApp route that takes any text to any number without a template or a conversation, so the usual one to ask a person or to notify a team. WhatsApp may block its senders: do not choose it for campaigns to strangers.',
	credential: 'messagingServiceApi',
	usual: 'sendText',
	reviews: true,
});
