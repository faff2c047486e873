/** What became of each message, so that none is sent twice: the note, a doubt about it, keys. */
export { digestOf, NO_ROW, NoRow, type Row } from './marks';
export { openNote } from './note';
export { Register, type Message } from './register';
export { likeFirst } from './words';
