import { createHmac, timingSafeEqual } from 'node:crypto';

/**
 * The ID of a button that answers a question is the part of a signed link behind the address of n8n, and a seal. One
 * node sends it and another reads it, maybe of a newer version of this package. So its form does not change.
 */
const PREFIX = 'answer:';

/**
 * Execution, node, and the signed parameters. n8n fails at an execution that is no number of its database. A dot as the
 * node would lead to anything that the execution waits for.
 */
const PATH =
	'[1-9]\\d{0,8}/(?!\\.|%2[eE])(?:[\\w.~-]|%[\\dA-Fa-f]{2}){1,100}\\?approved=(true|false)&nonce=([\\w-]{16})&signature=[\\da-f]{64}';

const SEAL_BYTES = 16;
const IDS = new RegExp(`${PREFIX}(${PATH})\\.([\\w-]{22})(?![\\w-])`, 'g');

/** The response to a resume call has this header, which says whether the waiting execution took the answer. */
export const TAKEN_HEADER = 'x-answer-taken';

/** The seal shows a trigger who made an ID: n8n checks its own signature later, or not at all. */
const sealOf = (path: string, secret: string): Buffer =>
	createHmac('sha256', secret).update(`${PREFIX}${path}`).digest().subarray(0, SEAL_BYTES);

/**
 * @param link as n8n signed it
 * @param secret known to all of this n8n, and to no recipient
 */
export function idOfAnswer(link: string, secret: string): string {
	const { pathname, search } = new URL(link);
	const path = `${pathname.split('/').slice(-2).join('/')}${search}`;
	return `${PREFIX}${path}.${sealOf(path, secret).toString('base64url')}`;
}

export interface AnswerId {
	path: string;
	/** All buttons of one question have the same one. */
	nonce: string;
	/** Whether the text is nothing but this ID. */
	isAlone: boolean;
}

/** The IDs in a text that this n8n has made. */
export const idsIn = (text: string, secret: string): AnswerId[] =>
	[...text.matchAll(IDS)].flatMap(([id, path = '', , nonce = '', seal = '']) => {
		const given = Buffer.from(seal, 'base64url');
		const isOurs = given.length === SEAL_BYTES && timingSafeEqual(given, sealOf(path, secret));
		return isOurs ? [{ path, nonce, isAlone: id === text.trim() }] : [];
	});
