import { createHmac, timingSafeEqual } from 'node:crypto';

/**
 * The ID of a button is this prefix, the path and query of a signed link, and a seal. Another version of this package
 * may read an ID, so its form must not change.
 */
const PREFIX = 'answer:';

/** n8n fails on an execution ID that its database cannot hold. A dot as node ID would address any waiting node. */
const PATH =
	'[1-9]\\d{0,8}/(?!\\.|%2[eE])(?:[\\w.~-]|%[\\dA-Fa-f]{2}){1,100}\\?approved=(true|false)&nonce=([\\w-]{16})&signature=[\\da-f]{64}';

const SEAL_BYTES = 16;
const IDS = new RegExp(`${PREFIX}(${PATH})\\.([\\w-]{22})(?![\\w-])`, 'g');

/** In n8n's response, this header says whether the waiting execution took the answer. */
export const TAKEN_HEADER = 'x-answer-taken';

/** The seal proves to the trigger that this n8n made the ID. n8n checks its own signature only later. */
const sealOf = (path: string, secret: string): Buffer =>
	createHmac('sha256', secret).update(`${PREFIX}${path}`).digest().subarray(0, SEAL_BYTES);

/** @param secret known to every process of this n8n, and to no recipient */
export function idOfAnswer(link: string, secret: string): string {
	const { pathname, search } = new URL(link);
	const path = `${pathname.split('/').slice(-2).join('/')}${search}`;
	return `${PREFIX}${path}.${sealOf(path, secret).toString('base64url')}`;
}

export interface AnswerId {
	path: string;
	nonce: string;
	isAlone: boolean;
}

export const idsIn = (text: string, secret: string): AnswerId[] =>
	[...text.matchAll(IDS)].flatMap(([id, path = '', , nonce = '', seal = '']) => {
		const given = Buffer.from(seal, 'base64url');
		const isOurs = given.length === SEAL_BYTES && timingSafeEqual(given, sealOf(path, secret));
		return isOurs ? [{ path, nonce, isAlone: id === text.trim() }] : [];
	});
