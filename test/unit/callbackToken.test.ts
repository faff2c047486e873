import { randomBytes, randomUUID } from 'node:crypto';

import { faultOfToken } from '../../nodes/login/callbackToken';

describe('faultOfToken', () => {
	it.each([
		['nothing', '', 'empty'],
		['a short one', 'Xk29fLq0', '8 characters'],
		['a single letter', 'a'.repeat(40), 'repeats itself'],
		['a repeated word', 'secretsecretsecretsecret', 'repeats itself'],
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
});
