import type { N8nApi, Stored } from '../../n8n/api';
import type { N8nVersion } from '../../n8n/versions';
import type { Run } from './plan';

/** A running n8n that can be struck and brought back. */
export interface Ground {
	version: N8nVersion;
	/** A worker's jobs can come back by themselves. */
	isQueue: boolean;
	api: N8nApi;
	/** Where production webhooks are called. */
	webhookUrl: string;
	/** Ends the wait of an execution that waits for hours. */
	passTime: (execution: string) => Promise<void>;
	/** Ends the process that runs an execution, or all of them. */
	strike: (how: Pick<Run, 'signal' | 'struck'>, execution: string) => Promise<void>;
	/** Fills the row that a node has in n8n's database, up to its limit. */
	fillRow?: (workflow: Stored, node: string) => Promise<void>;
	/** Starts again what was struck. */
	restore: () => Promise<void>;
}

/** For each process of n8n: told to end, it gives what runs a second, as a hasty deployment does. */
export const SHORT_GRACE = { N8N_GRACEFUL_SHUTDOWN_TIMEOUT: '1' };
