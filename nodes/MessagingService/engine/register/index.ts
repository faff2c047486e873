/** What became of each message, so that none is sent twice: the note, turns, keys. */
export { usedAmong } from './keys';
export type { Life } from './life';
export { digestOf } from './names';
export { openNote } from './note';
export { Register, type Message } from './register';
export { NO_ROW, NoRow, type Added, type Row } from './row';
export { alreadySent, sameKeyFailed } from './words';
