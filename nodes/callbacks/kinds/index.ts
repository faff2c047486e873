export type { Callback, CallbackKind } from './callback';
export { wordsOf } from './keyword';
export { type InboxMessage, TRIGGER_OUTPUTS } from './normalised';
export { INBOX_KINDS, recognise, STATUS_KINDS } from './recognise';
