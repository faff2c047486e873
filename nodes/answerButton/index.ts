import { createHmac, timingSafeEqual } from 'node:crypto';

/**
 * The IDs of buttons that answer a question: the part of a signed link behind the address of n8n, and a seal. They are
 * sent by one node and come back to another, maybe of a newer version of this package, so their form does not change.
 */

const PREFIX = 'answer:';

/**
 * Execution, node, and the signed parameters. n8n fails at an execution that is no number of its database, and a dot for
 * a node would lead to whatever else the execution waits for.
 */
const PATH =
	'[1-9]\\d{0,8}/(?!\\.|%2[eE])(?:[\\w.~-]|%[\\dA-Fa-f]{2}){1,100}\\?approved=(true|false)&nonce=([\\w-]{16})&signature=[\\da-f]{64}';

const SEAL_BYTES = 16;
const IDS = new RegExp(`${PREFIX}(${PATH})\\.([\\w-]{22})(?![\\w-])`, 'g');

/** The answer to a resume call has this header only if the waiting execution took the answer. */
export const TAKEN_HEADER = 'x-answer-taken';

/** Lets a trigger tell at once what somebody else wrote: n8n checks its own signature later, or not at all. */
const sealOf = (path: string, secret: string): Buffer =>
	createHmac('sha256', secret).update(`${PREFIX}${path}`).digest().subarray(0, SEAL_BYTES);

/**
 * @param link as n8n signed it
 * @param secret the same for all of this n8n, and unknown to the people who get messages
 */
export function idOfAnswer(link: string, secret: string): string {
	const { pathname, search } = new URL(link);
	const path = `${pathname.split('/').slice(-2).join('/')}${search}`;
	return `${PREFIX}${path}.${sealOf(path, secret).toString('base64url')}`;
}

export interface AnswerId {
	path: string;
	/** The same for all buttons of one question. */
	nonce: string;
	/** The text is nothing but this ID. */
	isAlone: boolean;
}

/** The IDs in a text that this n8n has made. */
export const idsIn = (text: string, secret: string): AnswerId[] =>
	[...text.matchAll(IDS)].flatMap(([id, path = '', , nonce = '', seal = '']) => {
		const given = Buffer.from(seal, 'base64url');
		const isOurs = given.length === SEAL_BYTES && timingSafeEqual(given, sealOf(path, secret));
		return isOurs ? [{ path, nonce, isAlone: id === text.trim() }] : [];
	});
