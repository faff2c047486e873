import type { Resource } from '../../engine/operation';
import { broadcast } from './broadcast';
import { getChannels } from './getChannels';
import { getTemplates } from './getTemplates';
import { reply } from './reply';

export const whatsappOfficial: Resource = {
	value: 'whatsappOfficial',
	name: 'WhatsApp Official',
	credential: 'messagingServiceApi',
	operations: [broadcast, reply, getTemplates, getChannels],
};
