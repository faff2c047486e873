import type { Resource } from '../../engine/operation';
import { send } from './send';

export const sms: Resource = {
	value: 'sms',
	name: 'SMS',
	credential: 'messagingServiceSmsApi',
	operations: [send],
};
