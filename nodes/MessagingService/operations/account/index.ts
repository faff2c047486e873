import type { Resource } from '../../engine/operation';
import { getBalance } from './getBalance';
import { getIdentity } from './getIdentity';

export const account: Resource = {
	value: 'account',
	name: 'Account',
	credential: 'messagingServiceApi',
	operations: [getBalance, getIdentity],
};
