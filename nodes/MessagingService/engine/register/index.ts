/** What became of each message, so that none is sent twice: the note, turns, keys. */
export { statesOfKeys, type KeyState } from './keys';
export type { Life } from './life';
export { digestOf } from './names';
export { openNote, type Note } from './note';
export { Register, type CallDigest, type Message, type Opening, type Sending } from './register';
export { NoRow, type Added, type Row } from './row';
export { alreadySent, sameKeyFailed } from './words';
