import { resource } from '../../engine/operation';
import { reply } from './reply';
import { sendAndWait } from './sendAndWait';
import { sendButtons } from './sendButtons';

export const whatsappBusiness = resource([reply, sendAndWait, sendButtons], {
	value: 'whatsappBusiness',
	name: 'WhatsApp Business',
	description:
		'A WhatsApp Business gateway for conversations: free text, media and answer buttons, only to people who wrote to it first',
	builderHint:
		'Choose it only to answer people who wrote to the gateway first, for media, quoted replies, reactions and buttons. It needs a gateway ID.',
	credential: 'messagingServiceApi',
	usual: 'reply',
});
