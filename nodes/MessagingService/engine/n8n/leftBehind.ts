import { createHash } from 'node:crypto';
import type { IExecuteFunctions } from 'n8n-workflow';

import type { RunLedger } from '../ledger';
import { nodeContext } from './nodeContext';

/** Stored with the execution: it must not change. */
const NAME = 'messagingServiceLedger';

/** What the execution that is retried left. */
export const leftBehind = (context: IExecuteFunctions): unknown => nodeContext(context)[NAME];

const MOST_MARKS = 1000;

/**
 * Whether an earlier retry has already continued from what was left. From now on this one has: the mark is written to
 * n8n's database at once, so it survives a crash.
 */
export async function takenUp(context: IExecuteFunctions, left: unknown): Promise<boolean> {
	const mark = createHash('sha256').update(JSON.stringify(left)).digest('base64url');
	try {
		const { processed } = await context.helpers.checkProcessedAndRecord([mark], 'node', {
			mode: 'entries',
			maxEntries: MOST_MARKS,
		});
		return processed.length > 0;
	} catch {
		// This n8n has no such marks: then only the memory of this process knows.
		return false;
	}
}

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
