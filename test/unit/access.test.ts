import crypto from 'node:crypto';

import { refusalOf } from '../../nodes/callbacks/access';
import { isSameSecret } from '../../nodes/plain';

jest.mock('node:crypto', () => {
	const actual = jest.requireActual<typeof crypto>('node:crypto');
	return { ...actual, timingSafeEqual: jest.fn(actual.timingSafeEqual) };
});

const TOKEN = '4f9d1c7a2be8605d3b1fa7c94e20d68b';
const context = { getCredentials: <Stored>() => Promise.resolve({ token: TOKEN } as Stored) };
const compared = jest.mocked(crypto.timingSafeEqual);
const hex = (side: NodeJS.ArrayBufferView) =>
	Buffer.from(side.buffer, side.byteOffset, side.byteLength).toString('hex');

beforeEach(() => {
	compared.mockClear();
});

describe('isSameSecret', () => {
	const beginnings = Array.from(TOKEN, (_, length) => TOKEN.slice(0, length));
	const guesses = [
		...beginnings,
		// Of the right length, with a beginning that is right.
		...beginnings.map((beginning) => beginning.padEnd(TOKEN.length, 'x')),
		...[`${TOKEN}0`, TOKEN.repeat(100), TOKEN.toUpperCase()],
	];

	it('A token equals nothing but itself', () => {
		expect(isSameSecret(TOKEN, TOKEN)).toBe(true);
		expect(guesses.filter((guess) => isSameSecret(guess, TOKEN))).toEqual([]);
	});

	it('Tokens are compared by digests, which do not show how much of a guess is right', () => {
		for (const guess of guesses) isSameSecret(guess, TOKEN);

		const all = compared.mock.calls.map(([given, expected]) => [hex(given), hex(expected)]);
		expect(all).toHaveLength(guesses.length);
		for (const [given = '', expected = ''] of all) {
			expect([given.length, expected.length]).toEqual([64, 64]);
			expect(given.slice(0, 8)).not.toBe(expected.slice(0, 8));
		}
	});

	it('The token of a caller is compared once, whether right or wrong', async () => {
		const given = [...guesses.filter((guess) => guess !== ''), TOKEN];
		for (const guess of given) await refusalOf(context, 'token', guess);
		expect(compared).toHaveBeenCalledTimes(given.length);
	});
});
