export { ask, isSendAndWait } from './ask';
export { answer } from './answer';
export { waiting } from './description';
