import { createHash, timingSafeEqual } from 'node:crypto';

import { ipRanges } from './ipRange';

/** Who may call a trigger. */

export interface Refusal {
	status: 401 | 403;
	message: string;
}

const digest = (text: string) => createHash('sha256').update(text).digest();

/** Takes the same time however much of a guess is right: digests of one length are compared whole. */
export const isSameSecret = (given: string, expected: string): boolean =>
	timingSafeEqual(digest(given), digest(expected));

export function refusalOfToken(given: unknown, expected: string): Refusal | undefined {
	if (expected === '') {
		return { status: 403, message: 'The credential of this trigger holds no token' };
	}
	if (typeof given !== 'string' || given === '') {
		return { status: 401, message: 'The token is missing: the URL must end in ?token=…' };
	}
	return isSameSecret(given, expected) ? undefined : { status: 403, message: 'The token is wrong' };
}

export function refusalOfAddress(address: string, allowed: string): Refusal | undefined {
	if (allowed.trim() === '') return undefined;
	const read = ipRanges(allowed);
	// If the list cannot be read, every caller is refused.
	if (read.ok && read.ranges.some((range) => range.includes(address))) return undefined;
	return { status: 403, message: 'This address may not call this trigger' };
}
