import type { Resource } from '../../engine/operation';
import { reply } from './reply';
import { sendButtons } from './sendButtons';

export const whatsappBusiness: Resource = {
	value: 'whatsappBusiness',
	name: 'WhatsApp Business',
	credential: 'messagingServiceApi',
	operations: [reply, sendButtons],
};
