import type { Resource } from '../engine/operation';
import { account } from './account';
import { sms } from './sms';
import { whatsappBusiness } from './whatsappBusiness';
import { whatsappOfficial } from './whatsappOfficial';
import { whatsappUnofficial } from './whatsappUnofficial';

/** In the order in which a person finds them. */
export const resources: readonly Resource[] = [
	whatsappOfficial,
	whatsappUnofficial,
	whatsappBusiness,
	sms,
	account,
];
