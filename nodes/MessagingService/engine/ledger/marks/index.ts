/** What is written to n8n's database before and after something is sent. Writing is passed in. */
export { statesOfKeys } from './keys';
export { digestOfList, namesOfKey, namesOfRun, type KeyNames } from './names';
export { openPass } from './openPass';
export { RunMarks, type Finished } from './runMarks';
export type { MarkStore } from './store';
export { LARGEST_CHUNK, type Verdict } from './verdicts';
