import type { IDataObject } from 'n8n-workflow';

export type Effect = 'read' | 'send';

/**
 * What became of a message. Whatever decides over it names each fate, so that a new one does not compile until it is decided.
 * - `unreadable`: the service accepted it, and the item fails all the same, such as by a response that could not be read.
 */
export type Fate = 'accepted' | 'notSent' | 'uncertain' | 'unreadable';

export interface RepeatSchedule {
	repeats: number;
	firstWaitMs: number;
	longestWaitMs: number;
}

/** Of a read, `accepted` means that its data came. */
export interface Success {
	fate: 'accepted';
	output: IDataObject[];
}

export interface Failure {
	fate: Exclude<Fate, Success['fate']>;
	what: string;
	advice: string;
	/** Set if every other item would fail in the same way, such as after a wrong API key. */
	isOfAll?: boolean | undefined;
	status?: number;
	code?: number | string | undefined;
	fields?: IDataObject | undefined;
	/** What Wait for Delivery found out of an accepted message. */
	followed?: IDataObject;
	/** Set only if the request may be repeated: it was certainly not accepted, or it reads. */
	again?:
		{ schedule: RepeatSchedule; afterMs?: number | undefined; rateLimit: boolean } | undefined;
}

export type Outcome = Success | Failure;

export const isFailure = (outcome: Outcome | undefined): outcome is Failure =>
	outcome !== undefined && 'what' in outcome;
