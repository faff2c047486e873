import { LONGEST_SMS } from '../../service';
import type { Resource } from '../engine/operation';
import { checkSetup, getBalance, getIdentity } from './account';
import { send } from './sms/send';
import { reply as businessReply } from './whatsappBusiness/reply';
import { sendAndWait as businessSendAndWait } from './whatsappBusiness/sendAndWait';
import { sendButtons } from './whatsappBusiness/sendButtons';
import { broadcast } from './whatsappOfficial/broadcast';
import { getChannels } from './whatsappOfficial/getChannels';
import { getTemplates } from './whatsappOfficial/getTemplates';
import { reply as officialReply } from './whatsappOfficial/reply';
import { sendAndWait as officialSendAndWait } from './whatsappOfficial/sendAndWait';
import { getStatus } from './whatsappUnofficial/getStatus';
import { reply as unofficialReply } from './whatsappUnofficial/reply';
import { sendAndWait as unofficialSendAndWait } from './whatsappUnofficial/sendAndWait';
import { sendMedia } from './whatsappUnofficial/sendMedia';
import { sendText } from './whatsappUnofficial/sendText';

const account: Resource = {
	value: 'account',
	name: 'Account',
	description: 'Whether the setup works, your credit balance, and who owns the API key',
	builderHint:
		'Sends nothing. Begin with Check Setup. Use Get Balance to check the credit before a campaign.',
	credential: 'messagingServiceApi',
	operations: [getBalance, checkSetup, getIdentity],
};

const sms: Resource = {
	value: 'sms',
	name: 'SMS',
	description: `Up to ${LONGEST_SMS} characters to any number, one-time passwords included`,
	builderHint: `For people without WhatsApp, one-time passwords and fallbacks. At most ${LONGEST_SMS} characters. It needs a separate credential and cannot wait for a response.`,
	credential: 'messagingServiceSmsApi',
	operations: [send],
};

const whatsappBusiness: Resource = {
	value: 'whatsappBusiness',
	name: 'WhatsApp Business',
	description:
		'A WhatsApp Business gateway for conversations: free text, media and answer buttons, only to people who wrote to it first',
	builderHint:
		'Choose it only to answer people who wrote to the gateway first, for media, quoted replies, reactions and buttons. It needs a gateway ID.',
	credential: 'messagingServiceApi',
	operations: [businessReply, businessSendAndWait, sendButtons],
};

const whatsappOfficial: Resource = {
	value: 'whatsappOfficial',
	name: 'WhatsApp Official',
	description:
		'Your own WhatsApp channel, approved by WhatsApp. It sends approved templates to any number, and free text for 24 hours after a person writes to you.',
	builderHint:
		'The route for campaigns and notices that must not be blocked: Broadcast needs an approved template and a channel ID. Reply and Send and Wait for Response need the room_id of an incoming message of the last 24 hours.',
	credential: 'messagingServiceApi',
	operations: [broadcast, officialReply, officialSendAndWait, getChannels, getTemplates],
};

const whatsappUnofficial: Resource = {
	value: 'whatsappUnofficial',
	name: 'WhatsApp Unofficial',
	description:
		'Ordinary WhatsApp numbers, your own or the service’s. They send free text and media to any number or group, but WhatsApp may block a number that sends many messages or writes to strangers.',
	builderHint:
		'The only WhatsApp route that takes any text to any number without a template or a conversation, so the usual one to ask a person or to notify a team. WhatsApp may block its senders: do not choose it for campaigns to strangers.',
	credential: 'messagingServiceApi',
	reviews: true,
	operations: [sendText, unofficialReply, unofficialSendAndWait, sendMedia, getStatus],
};

/** The first one is chosen when a user adds the node. */
export const resources: readonly Resource[] = [
	whatsappOfficial,
	whatsappUnofficial,
	whatsappBusiness,
	sms,
	account,
];
