import type { IExecuteFunctions } from 'n8n-workflow';

import type { RunLedger } from '../ledger';
import { nodeContext } from './nodeContext';

/** Stored with the execution: it must not change. */
const NAME = 'messagingServiceLedger';

/** What the execution that is retried left. */
export const leftBehind = (context: IExecuteFunctions): unknown => nodeContext(context)[NAME];

/** Keeps it in the execution's data: a retry may run on another worker, or after a restart. */
export function leaveBehind(
	context: IExecuteFunctions,
	stored: ReturnType<RunLedger['stored']>,
): void {
	nodeContext(context)[NAME] = stored;
}

export function leaveNothing(context: IExecuteFunctions): void {
	Reflect.deleteProperty(nodeContext(context), NAME);
}
