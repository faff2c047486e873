export { reply } from './reply';
export { sendButtons } from './sendButtons';
