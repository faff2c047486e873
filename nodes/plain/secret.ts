import { createHash, timingSafeEqual } from 'node:crypto';

const digest = (text: string) => createHash('sha256').update(text).digest();

/** Comparing digests takes the same time, even if a part of the guess is right. */
export const isSameSecret = (given: string, expected: string): boolean =>
	timingSafeEqual(digest(given), digest(expected));
