/** The entry to run a batch, and to ask the service for the editor's lists. */
export { openAccount } from './account';
export { ask } from './facts';
export { run } from './run';
