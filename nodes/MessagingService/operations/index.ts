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

/**
 * The first one is chosen when a user adds the node. MessagingService.node.ts names the operations that need the SMS credential.
 */
export const resources: readonly Resource[] = [
	{
		value: 'whatsappOfficial',
		name: 'WhatsApp Official',
		description:
			'Your own WhatsApp channel, approved by WhatsApp. It sends approved templates to any number, and free text for 24 hours after a person writes to you.',
		credential: 'messagingServiceApi',
		operations: [broadcast, officialReply, officialSendAndWait, getChannels, getTemplates],
	},
	{
		value: 'whatsappUnofficial',
		name: 'WhatsApp Unofficial',
		description:
			'Ordinary WhatsApp numbers, your own or the service’s. They send free text and media to any number or group, but WhatsApp may block a number that sends many messages or writes to strangers.',
		credential: 'messagingServiceApi',
		reviews: true,
		operations: [sendText, unofficialReply, unofficialSendAndWait, sendMedia, getStatus],
	},
	{
		value: 'whatsappBusiness',
		name: 'WhatsApp Business',
		description:
			'A WhatsApp Business gateway for conversations: free text, media and answer buttons, only to people who wrote to it first',
		credential: 'messagingServiceApi',
		operations: [businessReply, businessSendAndWait, sendButtons],
	},
	{
		value: 'sms',
		name: 'SMS',
		description: `Up to ${LONGEST_SMS} characters to any number, one-time passwords included`,
		credential: 'messagingServiceSmsApi',
		operations: [send],
	},
	{
		value: 'account',
		name: 'Account',
		description: 'Whether the setup works, your credit balance, and who owns the API key',
		credential: 'messagingServiceApi',
		operations: [getBalance, checkSetup, getIdentity],
	},
];
