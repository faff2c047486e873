import { callbackTokenTest } from '../login';
import { getCallbackUrl } from './callbackUrl';

export { INBOX_KINDS, STATUS_KINDS } from './kinds';
export { lifecycle, onCallback } from './lifecycle';
export {
	eventsSubtitle,
	inboxOptions,
	reportFields,
	triggerDescription,
	triggerFields,
} from './panel';
export { receive } from './receive';

export const triggerMethods = {
	credentialTest: { callbackToken: callbackTokenTest },
	resourceMapping: { getCallbackUrl },
};
