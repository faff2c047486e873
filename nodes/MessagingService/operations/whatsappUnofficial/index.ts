import type { Resource } from '../../engine/operation';
import { getStatus } from './getStatus';
import { sendMedia } from './sendMedia';
import { sendText } from './sendText';

export const whatsappUnofficial: Resource = {
	value: 'whatsappUnofficial',
	name: 'WhatsApp Unofficial',
	credential: 'messagingServiceApi',
	operations: [sendText, sendMedia, getStatus],
};
