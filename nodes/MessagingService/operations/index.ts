import type { Resource } from '../engine/operation';
import { account } from './account';
import { sms } from './sms';
import { whatsappBusiness } from './whatsappBusiness';
import { whatsappOfficial } from './whatsappOfficial';
import { whatsappUnofficial } from './whatsappUnofficial';

/** The first one is chosen when a user adds the node. */
export const resources: readonly Resource[] = [
	whatsappOfficial,
	whatsappUnofficial,
	whatsappBusiness,
	sms,
	account,
];
