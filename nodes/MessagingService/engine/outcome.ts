import type { IDataObject } from 'n8n-workflow';

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
	/** Set for a failure of an earlier execution, which is no reason to stop the other items. */
	isEarlier?: true;
	/** Set if every other item would fail in the same way, such as after a wrong API key. */
	isOfAll?: true;
	status?: number;
	code?: number | string;
	fields?: IDataObject;
	/** Set only if the request may be repeated: it was certainly not accepted, or it reads. */
	again?: { schedule: RepeatSchedule; afterMs?: number; rateLimit: boolean };
}

export type Outcome =
	{ ok: true; output: IDataObject[]; warning?: string } | { ok: false; failure: Failure };

export const failed = (failure: Failure): Outcome => ({ ok: false, failure });
