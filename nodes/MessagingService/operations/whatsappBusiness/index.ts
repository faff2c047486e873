export { reply } from './reply';
export { sendAndWait } from './sendAndWait';
export { sendButtons } from './sendButtons';
