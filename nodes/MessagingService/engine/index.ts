/** Runs batches, and asks the service for the editor's lists. */
export { hasChosen, openAccount, type Account } from './account';
export { ask } from './facts';
export { hasSignedLinks, placeOfRun } from './n8n';
export { run, runQuestion } from './run';
