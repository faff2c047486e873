export { callbackTokenTest } from '../login';
export { getCallbackUrl } from './callbackUrl';
export { INBOX_KINDS, STATUS_KINDS } from './kinds';
export { lifecycle, onCallback } from './lifecycle';
export {
	eventsSubtitle,
	inboxOptions,
	reportFields,
	triggerFields,
	triggerPanel,
	triggerTexts,
} from './panel';
export { receive } from './receive';
