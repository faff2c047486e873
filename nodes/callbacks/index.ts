import { callbackTokenTest } from '../login';
import { getCallbackUrl } from './callbackUrl';

export { ALL_KINDS, STATUS_KINDS } from './kinds';
export { webhookMethods, webhooks } from './lifecycle';
export * from './panel';
export { receiver } from './receive';

export const triggerMethods = {
	credentialTest: { callbackToken: callbackTokenTest },
	resourceMapping: { getCallbackUrl },
};
