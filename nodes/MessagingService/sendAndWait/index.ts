/** Asks a person, and lets the execution wait for the answer. */
export { ask, isQuestion } from './ask';
export { answer } from './answer';
export { waiting } from './description';
