export { getStatus } from './getStatus';
export { sendAndWait } from './sendAndWait';
export { sendMedia } from './sendMedia';
export { sendText } from './sendText';
