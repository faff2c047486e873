export type { Callback, CallbackKind } from './callback';
export { INBOX_KINDS, STATUS_KINDS } from './list';
export { TRIGGER_OUTPUTS } from './normalised';
export { recognise } from './recognise';
