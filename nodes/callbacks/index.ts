export { INBOX_KINDS, STATUS_KINDS } from './kinds';
export { lifecycle, onCallback } from './lifecycle';
export { subtitleFor, triggerFields, triggerPanel } from './panel';
export { receive } from './receive';
