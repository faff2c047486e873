export { getStatus } from './getStatus';
export { sendMedia } from './sendMedia';
export { sendText } from './sendText';
