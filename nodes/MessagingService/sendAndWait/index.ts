export { ask, isQuestion } from './ask';
export { answer } from './answer';
export { waiting } from './description';
