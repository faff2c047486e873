/** Runs batches, and asks the service for the editor's lists. */
export { openAccount } from './account';
export { ask } from './facts';
export { hasSignedLinks, placeOfRun } from './n8n';
export { run, runQuestion } from './run';
