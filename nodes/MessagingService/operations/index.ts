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
		credential: 'messagingServiceApi',
		usual: 'broadcast',
	}),
	resource(whatsappUnofficial, {
		value: 'whatsappUnofficial',
		name: 'WhatsApp Unofficial',
		credential: 'messagingServiceApi',
		usual: 'sendText',
		reviews: true,
	}),
	resource(whatsappBusiness, {
		value: 'whatsappBusiness',
		name: 'WhatsApp Business',
		credential: 'messagingServiceApi',
		usual: 'reply',
	}),
	resource(sms, {
		value: 'sms',
		name: 'SMS',
		credential: 'messagingServiceSmsApi',
		usual: 'send',
	}),
	resource(account, {
		value: 'account',
		name: 'Account',
		credential: 'messagingServiceApi',
		usual: 'getBalance',
	}),
];
