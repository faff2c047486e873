export { broadcast } from './broadcast';
export { getChannels } from './getChannels';
export { getTemplates } from './getTemplates';
export { reply } from './reply';
export { sendAndWait } from './sendAndWait';
