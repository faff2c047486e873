import type { IDataObject } from 'n8n-workflow';

/** What became of one request: the values that every part of the engine passes on. */

export type Effect = 'read' | 'send';

export type Sent = 'yes' | 'no' | 'unknown';

export interface RepeatSchedule {
	repeats: number;
	firstWaitMs: number;
	longestWaitMs: number;
}

export interface Failure {
	what: string;
	advice: string;
	sent: Sent;
	/** It happened in an earlier execution, so it is no reason to stop the other items. */
	isEarlier?: true;
	/** Every other item would fail in the same way. */
	isOfAll?: true;
	status?: number;
	code?: number | string;
	/** Fields of the response, such as an ID. They are in the output of the error. */
	fields?: IDataObject;
	/** Set if the node may repeat the request without asking. */
	again?: { schedule: RepeatSchedule; afterMs?: number; rateLimit: boolean };
}

export type Outcome =
	{ ok: true; output: IDataObject[]; warning?: string } | { ok: false; failure: Failure };

export const failed = (failure: Failure): Outcome => ({ ok: false, failure });
