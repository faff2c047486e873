/** What became of each message, so that none is sent twice: the note, turns, keys. */
export { usedAmong } from './keys';
export { digestOf, NO_ROW, NoRow, type Row } from './marks';
export { openNote } from './note';
export { Register, type Message } from './register';
export { likeFirst } from './words';
