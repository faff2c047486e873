import type { IDataObject } from 'n8n-workflow';

/** What became of one request: the values that every part of the engine passes on. */

export type Effect = 'read' | 'send';

export type Sent = 'yes' | 'no' | 'unknown';

/** How often a request may be repeated, and how long to wait before each repeat. */
export interface RepeatSchedule {
	repeats: number;
	firstWaitMs: number;
	longestWaitMs: number;
}

export interface Failure {
	what: string;
	advice: string;
	sent: Sent;
	/** It happened in an earlier run, so it is no reason to stop the others. */
	isEarlier?: true;
	/** It says nothing of the item: every other one would fail in the same way. */
	isOfAll?: true;
	/** The HTTP status, if there was an answer. */
	status?: number;
	/** The service's own code of the error, if it has one. */
	code?: number | string;
	/** What else the service said, such as an ID: it comes out with the error. */
	fields?: IDataObject;
	/** Set if the same request may go out again by itself. */
	again?: { schedule: RepeatSchedule; afterMs?: number; rateLimit: boolean };
}

export type Outcome =
	| {
			ok: true;
			output: IDataObject[];
			warning?: string;
	  }
	| { ok: false; failure: Failure };
