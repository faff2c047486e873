import { createHash } from 'node:crypto';
import type { IDataObject } from 'n8n-workflow';

import type { Outcome } from '../outcome';
import type { ServiceRequest } from '../wire';

/** What became of one send. An entry that is not accepted is open: the message may have been sent. */
export interface OpenEntry {
	state: 'open';
	what: string;
	advice: string;
	sent: 'yes' | 'unknown';
}

export type Entry = { state: 'accepted'; output: IDataObject[] } | OpenEntry;

/**
 * Item and request. A second item with the same request is another message, and so is the same item with another
 * request.
 */
export type EntryKey = string;

export function entryKey(item: number, url: string, request: ServiceRequest): EntryKey {
	const digest = createHash('sha256')
		.update(JSON.stringify([url, request]))
		.digest('base64url');
	return `${item}:${digest.slice(0, 22)}`;
}

export const itemOfKey = (key: EntryKey) => key.slice(0, key.indexOf(':'));

/** Undefined if the message certainly was not sent: then there is nothing to remember. */
export function entryOf(outcome: Outcome): Entry | undefined {
	if (outcome.ok) return { state: 'accepted', output: outcome.output };
	const { what, advice, sent } = outcome.failure;
	return sent === 'no' ? undefined : { state: 'open', what, advice, sent };
}

export const outcomeOfEntry = (entry: Entry): Outcome =>
	entry.state === 'accepted' ? { ok: true, output: entry.output } : { ok: false, failure: entry };

const open = (what: string, advice: string): OpenEntry => ({
	state: 'open',
	what,
	advice,
	sent: 'unknown',
});

export const UNDER_WAY = open(
	'An earlier run of this execution had begun to send it, and its answer is not known',
	'Check at the recipient, or in the service’s web application, whether it arrived.',
);

export const INTERRUPTED = open(
	'The execution you are retrying was interrupted, and n8n did not save what it had already sent',
	'Find out who got the message. Then start the workflow anew, instead of Retry, for those who did not.',
);

export const MAY_HAVE_BEEN_SENT = open(
	'n8n was stopped while this message may have been on its way, or another retry is sending it',
	'Check at the recipient whether it arrived. If it did not, start the workflow anew with this item alone.',
);
