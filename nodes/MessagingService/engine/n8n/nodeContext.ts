import type { IExecuteFunctions } from 'n8n-workflow';

/** n8n keeps this object as long as the execution lives, and stores it with an execution that failed. */
export const nodeContext = (context: IExecuteFunctions) => context.getContext('node');
