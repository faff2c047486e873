/** Stores and asks what became of messages: the note, a doubt about it, keys. What that means is decided in life/. */
export { digestOf, NO_ROW, NoRow, type Row } from './marks';
export { openNote, type Entry } from './note';
export { Register, type Doubted, type KeyFound, type Message, type Noted } from './register';
