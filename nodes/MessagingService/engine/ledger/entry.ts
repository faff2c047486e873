import { createHash, createHmac } from 'node:crypto';
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

/**
 * @param secret only where the key is stored. Then nobody can find out what was sent by trying: with a plain digest, a
 * code of six digits takes a million tries
 */
export function entryKey(
	item: number,
	url: string,
	request: ServiceRequest,
	secret?: Buffer,
): EntryKey {
	const text = JSON.stringify([url, request]);
	if (secret === undefined) return `${item}:${short(createHash('sha256').update(text))}`;
	return `${item}:${markOf(secret)}.${short(createHmac('sha256', secret).update(text))}`;
}

const short = (hash: { digest: (encoding: 'base64url') => string }) =>
	hash.digest('base64url').slice(0, 22);

/** Tells one secret from another. */
const markOf = (secret: Buffer) =>
	createHmac('sha256', secret).update('whose').digest('base64url').slice(0, 8);

export const itemOfKey = (key: EntryKey) => key.slice(0, key.indexOf(':'));

/** What n8n has stored says which item it was, and not what was sent. */
export const keyOfNumber = (item: string): EntryKey => `${item}:`;

export const isOfNumberAlone = (key: EntryKey) => key.endsWith(':');

/** Whether both were made with the same secret: if not, they differ even for the same request. */
export const isSameSecret = (one: EntryKey, other: EntryKey) =>
	secretMarkIn(one) === secretMarkIn(other);

const secretMarkIn = (key: EntryKey) => key.slice(key.indexOf(':') + 1, key.indexOf('.'));

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

const START_ANEW =
	'Find out who got the message. Then start the workflow anew, instead of Retry, for those who did not.';

export const INTERRUPTED = open(
	'The execution you are retrying was interrupted, and n8n did not save what it had already sent',
	START_ANEW,
);

export const UNREADABLE = open(
	'The note of what the execution you are retrying had already sent cannot be read by this version of the node',
	START_ANEW,
);

export const OTHER_LOGIN = open(
	'The credential was changed since the execution you are retrying, so the node cannot tell whether it had already sent this',
	START_ANEW,
);

export const MAY_HAVE_BEEN_SENT = open(
	'n8n was stopped while this message may have been on its way, or another retry is sending it',
	'Check at the recipient whether it arrived. If it did not, start the workflow anew with this item alone.',
);

/** What is known of an open entry that was stored: why it is open is not. */
export const STORED_OPEN: Record<OpenEntry['sent'], OpenEntry> = {
	unknown: open(
		'The execution you are retrying had tried to send this message, and it is not known whether it was sent',
		MAY_HAVE_BEEN_SENT.advice,
	),
	yes: {
		state: 'open',
		what: 'The execution you are retrying had sent this message, and the service’s answer could not be read',
		advice: 'Look for it in the service’s web application.',
		sent: 'yes',
	},
};
