/** What is written to n8n's database before and after something is sent. Writing is passed in. */
export { statesOfKeys, type KeyState } from './keys';
export { tooLong } from './limits';
export { digestOfList, namesOfKey, type KeyNames } from './names';
export { openMarks, type Marked } from './openMarks';
export type { Leftovers, RunMarks } from './runMarks';
export type { MarkStore } from './store';
export type { Verdict } from './verdicts';
