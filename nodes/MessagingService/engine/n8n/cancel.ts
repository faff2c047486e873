import type { IExecuteFunctions } from 'n8n-workflow';

/** Undefined in older versions of n8n, which have no such signal. */
export const cancelSignal = (context: IExecuteFunctions): AbortSignal | undefined =>
	'getExecutionCancelSignal' in context ? context.getExecutionCancelSignal() : undefined;
