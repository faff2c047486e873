export { callbackTokenTest } from '../login';
export { INBOX_KINDS, STATUS_KINDS } from './kinds';
export { lifecycle, onCallback } from './lifecycle';
export { eventsSubtitle, statusesField, triggerFields, triggerPanel } from './panel';
export { receive } from './receive';
