import { randomBytes, randomUUID } from 'node:crypto';

import fc from 'fast-check';

import { faultOfToken } from '../../nodes/login/callbackToken';

describe('faultOfToken', () => {
	it.each([
		['nothing', '', 'empty'],
		['a short one', 'Xk29fLq0', '8 characters'],
		['a single letter', 'a'.repeat(40), 'repeats itself'],
		['a repeated word', 'secretsecretsecretsecret', 'repeats itself'],
		['a word and the digits', 'passwordpassword1234567890', 'contains words'],
		['several words', 'correct-horse-battery-staple-2026', 'contains words'],
		['capitalized words', 'MessagingServiceCallbackToken', 'contains words'],
		['a repeated date', '20260301-20260301-20260301', 'repeats itself'],
		['the alphabet', 'abcdefghijklmnopqrstuvwxyz', 'follows the alphabet'],
		['the digits upward', 'q7zt0pl0123456789w9xr3bv', 'follows the alphabet'],
		['the digits downward', 'q7zt0pl9876543210w9xr3bv', 'follows the alphabet'],
		['characters that a URL changes', 'p+/=ssword p+/=ssword 123', 'that a URL would change'],
	])('A callback token is refused if it is %s', (_, token, message) => {
		expect(faultOfToken(token)).toContain(message);
	});

	it('The error of a callback token offers a fresh one, which is accepted', () => {
		const offered = [faultOfToken('short'), faultOfToken('short')].map(
			(fault) => /[0-9a-f]{48}/.exec(fault ?? '')?.[0] ?? '',
		);
		expect(new Set(offered).size).toBe(2);
		expect(offered.map(faultOfToken)).toEqual([undefined, undefined]);
	});

	it.each<[string, () => string]>([
		['randomUUID', randomUUID],
		['hexadecimal digits', () => randomBytes(16).toString('hex')],
		['base64', () => randomBytes(24).toString('base64url')],
	])('Less than 1 percent of the callback tokens from %s are refused', (_, make) => {
		const faults = Array.from({ length: 2000 }, make).map(faultOfToken);
		expect(faults.filter((fault) => fault !== undefined).length).toBeLessThan(20);
	});

	it('A callback token that a password manager makes is accepted', () => {
		const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
		const character = fc.constantFrom(...Array.from(letters));
		const made = fc.array(character, { minLength: 32, maxLength: 64 });
		fc.assert(
			fc.property(made, (characters) => {
				// fast-check likes to repeat itself; a password manager does not.
				fc.pre(new Set(characters).size > 20);
				expect(faultOfToken(characters.join(''))).toBeUndefined();
			}),
			{ seed: 5, numRuns: 200 },
		);
	});
});
