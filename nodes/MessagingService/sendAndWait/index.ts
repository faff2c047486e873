export { ask } from './ask';
export { answer } from './answer';
export { waiting } from './description';
