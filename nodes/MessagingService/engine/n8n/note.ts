import type { IExecuteFunctions } from 'n8n-workflow';

import type { Note } from '../register';
import { nodeContext } from './identity';

/** Stored with the execution: it must not change. */
const NAME = 'messagingServiceNote';

export const storedNote = (context: IExecuteFunctions): unknown => nodeContext(context)[NAME];

/** Keeps the note in the execution's data: a retry may run on another worker, or after a restart. */
export function storeNote(context: IExecuteFunctions, note: Note): void {
	nodeContext(context)[NAME] = note;
}
