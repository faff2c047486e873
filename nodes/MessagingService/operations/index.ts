import { LONGEST_SMS } from '../../service';
import { resource, type Resource } from '../engine/operation';
import * as account from './account';
import * as sms from './sms';
import * as whatsappBusiness from './whatsappBusiness';
import * as whatsappOfficial from './whatsappOfficial';
import * as whatsappUnofficial from './whatsappUnofficial';

/** In the order in which a person finds them. */
export const resources: readonly Resource[] = [
	resource(whatsappOfficial, {
		value: 'whatsappOfficial',
		name: 'WhatsApp Official',
		description:
			'Approved templates to any number, and free text for 24 hours after a person writes to you',
		credential: 'messagingServiceApi',
		usual: 'broadcast',
	}),
	resource(whatsappUnofficial, {
		value: 'whatsappUnofficial',
		name: 'WhatsApp Unofficial',
		description: 'Free text and media to any number or group',
		credential: 'messagingServiceApi',
		usual: 'sendText',
		reviews: true,
	}),
	resource(whatsappBusiness, {
		value: 'whatsappBusiness',
		name: 'WhatsApp Business',
		description: 'Free text, media and answer buttons to people who wrote to you first',
		credential: 'messagingServiceApi',
		usual: 'reply',
	}),
	resource(sms, {
		value: 'sms',
		name: 'SMS',
		description: `Up to ${LONGEST_SMS} characters to any number, one-time passwords included`,
		credential: 'messagingServiceSmsApi',
		usual: 'send',
	}),
	resource(account, {
		value: 'account',
		name: 'Account',
		description: 'Your credit balance, and who owns the API key',
		credential: 'messagingServiceApi',
		usual: 'getBalance',
	}),
];
