import { resource } from '../../engine/operation';
import { getBalance } from './getBalance';
import { getIdentity } from './getIdentity';

export const account = resource([getBalance, getIdentity], {
	value: 'account',
	name: 'Account',
	description: 'Your credit balance, and who owns the API key',
	builderHint: 'Sends nothing. Use Get Balance to check the credit before a campaign.',
	credential: 'messagingServiceApi',
	usual: 'getBalance',
});
