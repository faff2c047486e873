/** Settings of n8n with which a run need not wait for what n8n does by itself, once a minute or every few hours. */

/** n8n waits a minute before it gives up a worker: here only seconds. */
export const SOON_GIVEN_UP = {
	QUEUE_WORKER_LOCK_DURATION: '6000',
	QUEUE_WORKER_LOCK_RENEW_TIME: '2000',
	QUEUE_WORKER_STALLED_INTERVAL: '3000',
};

/** Looks for executions that nobody runs any more every six seconds, in the place of three hours. */
export const SOON_LOOKED_FOR = { N8N_EXECUTIONS_QUEUE_RECOVERY_INTERVAL: '0.1' };
