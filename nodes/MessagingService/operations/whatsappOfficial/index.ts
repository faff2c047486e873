import { resource } from '../../engine/operation';
import { broadcast } from './broadcast';
import { getChannels } from './getChannels';
import { getTemplates } from './getTemplates';
import { reply } from './reply';
import { sendAndWait } from './sendAndWait';

export const whatsappOfficial = resource(
	[broadcast, getChannels, getTemplates, reply, sendAndWait],
	{
		value: 'whatsappOfficial',
		name: 'WhatsApp Official',
		description:
			'Your own WhatsApp channel, approved by WhatsApp. It sends approved templates to any number, and free text for 24 hours after a person writes to you.',
		builderHint:
			'The route for campaigns and notices that must not be blocked: Broadcast needs an approved template and a channel ID. Reply and Send and Wait for Response need the room_id of an incoming message of the last 24 hours.',
		credential: 'messagingServiceApi',
		usual: 'broadcast',
	},
);
