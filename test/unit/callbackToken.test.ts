import fc from 'fast-check';

import { judgeToken } from '../../nodes/login/callbackToken';

describe('A callback token', () => {
	it.each([
		['nothing', '', 'empty'],
		['a short one', 'Xk29fLq0', '8 characters'],
		['one of a single letter', 'a'.repeat(40), 'repeats itself'],
		['a repeated word', 'secretsecretsecretsecret', 'repeats itself'],
		['the alphabet', 'abcdefghijklmnopqrstuvwxyz', 'follows the alphabet'],
		['characters that a URL changes', 'p+/=ssword p+/=ssword 123', 'changed on the way'],
	])('is refused when it is %s', (_, token, message) => {
		const verdict = judgeToken(token);
		expect(verdict.ok ? '' : verdict.message).toContain(message);
	});

	it.each([
		'4f9d1c7a2be8605d3b1fa7c94e20d68b',
		'123e4567-e89b-42d3-a456-426614174000',
		'q7Zt0pLw9Xr3Bv5Nc8Md2KsH',
	])('is accepted when it is random: %s', (token) => {
		expect(judgeToken(token)).toEqual({ ok: true });
	});

	it('that a password manager makes is accepted', () => {
		const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
		const character = fc.constantFrom(...Array.from(letters));
		const made = fc.array(character, { minLength: 32, maxLength: 64 });
		const accepted = fc.property(made, (letters) => {
			// fast-check likes to repeat itself; a password manager does not.
			fc.pre(new Set(letters).size > 20);
			return judgeToken(letters.join('')).ok;
		});
		expect(() => {
			fc.assert(accepted, { seed: 5, numRuns: 200 });
		}).not.toThrow();
	});
});
