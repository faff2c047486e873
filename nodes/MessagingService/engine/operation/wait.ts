import type { IDataObject } from 'n8n-workflow';

/** How long an execution waits for an answer. */
export type WaitLimit = { afterMs: number } | { at: number };

/** What the execution waits for once its message is accepted. */
export interface Wait {
	/** What is asked, as it is kept with the execution. */
	question: IDataObject;
	/** Undefined: it waits forever. */
	limit: WaitLimit | undefined;
}
