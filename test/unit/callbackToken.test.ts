import { randomBytes, randomUUID } from 'node:crypto';

import fc from 'fast-check';

import { faultOfToken } from '../../nodes/login/callbackToken';

describe('faultOfToken', () => {
	it.each([
		['nothing', '', 'empty'],
		['a short one', 'Xk29fLq0', '8 characters'],
		['one of a single letter', 'a'.repeat(40), 'repeats itself'],
		['a repeated word', 'secretsecretsecretsecret', 'repeats itself'],
		['a word and the digits', 'passwordpassword1234567890', 'contains words'],
		['several words', 'correct-horse-battery-staple-2026', 'contains words'],
		['capitalised words', 'MessagingServiceCallbackToken', 'contains words'],
		['a date repeated', '20260301-20260301-20260301', 'repeats itself'],
		['the alphabet', 'abcdefghijklmnopqrstuvwxyz', 'follows the alphabet'],
		['the digits up and down', '0123456789.9876543210.7412', 'follows the alphabet'],
		['characters that a URL changes', 'p+/=ssword p+/=ssword 123', 'that a URL would change'],
	])('A callback token is refused when it is %s', (_, token, message) => {
		expect(faultOfToken(token)).toContain(message);
	});

	it('A refused callback token comes with a fresh one, which is accepted', () => {
		const offered = [faultOfToken('short'), faultOfToken('short')].map(
			(fault) => /[0-9a-f]{48}/.exec(fault ?? '')?.[0] ?? '',
		);

		expect(new Set(offered).size).toBe(2);
		for (const token of offered) expect(faultOfToken(token)).toBeUndefined();
	});

	it('A callback token made by a usual generator is hardly ever refused', () => {
		const makers = [
			() => randomUUID(),
			() => randomBytes(16).toString('hex'),
			() => randomBytes(24).toString('base64url'),
		];
		for (const make of makers) {
			const faults = Array.from({ length: 2000 }, make).map(faultOfToken);
			expect(faults.filter((fault) => fault !== undefined).length).toBeLessThan(20);
		}
	});

	it.each([
		'4f9d1c7a2be8605d3b1fa7c94e20d68b',
		'0b7e5c1d-93fa-4e26-8d04-7a1f6c92be35',
		'q7Zt0pLw9Xr3Bv5Nc8Md2KsH',
	])('The random callback token %s is accepted', (token) => {
		expect(faultOfToken(token)).toBeUndefined();
	});

	it('A callback token that a password manager makes is accepted', () => {
		const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
		const character = fc.constantFrom(...Array.from(letters));
		const made = fc.array(character, { minLength: 32, maxLength: 64 });
		const accepted = fc.property(made, (letters) => {
			// fast-check likes to repeat itself; a password manager does not.
			fc.pre(new Set(letters).size > 20);
			return faultOfToken(letters.join('')) === undefined;
		});
		expect(() => {
			fc.assert(accepted, { seed: 5, numRuns: 200 });
		}).not.toThrow();
	});
});
