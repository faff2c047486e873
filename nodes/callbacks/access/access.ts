import { createHash, timingSafeEqual } from 'node:crypto';

import { ipRanges } from './ipRange';

/** Who may call a trigger. Pure. */

export interface Refusal {
	status: 401 | 403;
	message: string;
}

const digest = (text: string) => createHash('sha256').update(text).digest();

/** In the same time whatever the two have in common: digests have one length, and are compared whole. */
export const sameSecret = (given: string, expected: string): boolean =>
	timingSafeEqual(digest(given), digest(expected));

export function refusalOfToken(given: unknown, expected: string): Refusal | undefined {
	if (expected === '') {
		return { status: 403, message: 'This trigger has no token to compare with' };
	}
	if (typeof given !== 'string' || given === '') {
		return { status: 401, message: 'The token is missing: the URL must end in ?token=…' };
	}
	return sameSecret(given, expected)
		? undefined
		: { status: 403, message: 'The token is not the right one' };
}

export function refusalOfAddress(address: string, allowed: string): Refusal | undefined {
	if (allowed.trim() === '') return undefined;
	const read = ipRanges(allowed);
	// A list that cannot be read lets nobody in.
	if (read.ok && read.ranges.some((range) => range.holds(address))) return undefined;
	return { status: 403, message: 'This address may not call this trigger' };
}
