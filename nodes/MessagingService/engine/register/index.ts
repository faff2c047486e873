/** What became of each message, so that none is sent twice: the note, turns, keys. */
export type { Attempt } from './attempt';
export { usedAmong } from './keys';
export { digestOf } from './names';
export { openNote } from './note';
export { Register, type Message } from './register';
export { NO_ROW, NoRow, type Row } from './row';
export { alreadySent, sameKeyFailed } from './words';
