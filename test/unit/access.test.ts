import crypto from 'node:crypto';

import fc from 'fast-check';

import {
	refusalOfAddress,
	refusalOfToken,
	isSameSecret,
} from '../../nodes/callbacks/access/access';

jest.mock('node:crypto', () => {
	const actual = jest.requireActual<typeof crypto>('node:crypto');
	return { ...actual, timingSafeEqual: jest.fn(actual.timingSafeEqual) };
});

const TOKEN = '4f9d1c7a2be8605d3b1fa7c94e20d68b';
const compared = jest.mocked(crypto.timingSafeEqual);

/** What was compared with what: as many bytes as hexadecimal digits tell. */
const comparisons = () =>
	compared.mock.calls.map((sides) =>
		sides.map((side) => {
			if (!Buffer.isBuffer(side)) throw new Error('compared something else');
			return side.toString('hex');
		}),
	);

beforeEach(() => {
	compared.mockClear();
});

describe('A token is compared', () => {
	const guesses = [
		...Array.from({ length: TOKEN.length }, (_, length) => TOKEN.slice(0, length)),
		// Of the right length, with a beginning that is right.
		...Array.from({ length: TOKEN.length }, (_, length) =>
			TOKEN.slice(0, length).padEnd(TOKEN.length, 'x'),
		),
		`${TOKEN}0`,
		TOKEN.repeat(100),
		'',
	];

	it('whole, in one go, by digests of one length, however much of it is right', () => {
		for (const guess of guesses) isSameSecret(guess, TOKEN);

		const all = comparisons();
		expect(all).toHaveLength(guesses.length);
		for (const sides of all) {
			expect(sides.map(({ length }) => length)).toEqual([64, 64]);
		}
		// The two sides of a wrong guess have nothing in common that its beginning would tell.
		const shared = all.map(([given = '', expected = '']) => {
			const different = Array.from(given).findIndex((digit, at) => digit !== expected[at]);
			return different === -1 ? given.length : different;
		});
		expect(Math.max(...shared)).toBeLessThan(8);
	});

	it('in the same way when a caller gives it, right or wrong', () => {
		const given = guesses.filter((guess) => guess !== '');
		for (const guess of [...given, TOKEN]) refusalOfToken(guess, TOKEN);

		expect(comparisons()).toHaveLength(given.length + 1);
	});

	it('with nothing but itself', () => {
		fc.assert(
			fc.property(fc.string(), fc.string(), (given, expected) => {
				expect(isSameSecret(given, expected)).toBe(given === expected);
			}),
		);
		expect(isSameSecret(TOKEN, TOKEN)).toBe(true);
	});
});

describe('A caller', () => {
	it('with the token comes in', () => {
		expect(refusalOfToken(TOKEN, TOKEN)).toBeUndefined();
	});

	it.each([undefined, null, '', 0, true, [], [TOKEN], { token: TOKEN }, { length: 32 }])(
		'with %p in its place is told that it is missing',
		(given) => {
			expect(refusalOfToken(given, TOKEN)).toEqual({
				status: 401,
				message: 'The token is missing: the URL must end in ?token=…',
			});
		},
	);

	it.each(['x', TOKEN.slice(1), `${TOKEN} `])(
		'with a wrong one is refused, in words that are always the same: %j',
		(given) => {
			expect(refusalOfToken(given, TOKEN)).toEqual({
				status: 403,
				message: expect.stringMatching(/^The token is /) as string,
			});
		},
	);

	it.each([undefined, '', 'x'])('finds no way in where there is no token: %j', (given) => {
		expect(refusalOfToken(given, '')).toEqual({
			status: 403,
			message: expect.stringContaining('no token') as string,
		});
	});

	it('is told nothing of the token', () => {
		for (const given of [undefined, 'a-guess', TOKEN.slice(0, 31)]) {
			const { message = '' } = refusalOfToken(given, TOKEN) ?? {};
			expect(message).not.toContain(TOKEN);
			expect(message).not.toContain(given ?? TOKEN);
		}
	});

	it('of any address comes in where none are listed', () => {
		for (const list of ['', ' ', '\n']) expect(refusalOfAddress('', list)).toBeUndefined();
	});

	it('of a listed address comes in, of another not', () => {
		const list = '203.0.113.7, 2001:db8::/32';

		expect(refusalOfAddress('::ffff:203.0.113.7', list)).toBeUndefined();
		expect(refusalOfAddress('2001:db8::7', list)).toBeUndefined();
		for (const address of ['203.0.113.8', '']) {
			expect(refusalOfAddress(address, list)).toEqual({
				status: 403,
				message: 'This address may not call this trigger',
			});
		}
	});

	it('does not come in by a list that cannot be read, even where it is on it', () => {
		expect(refusalOfAddress('203.0.113.7', '203.0.113.7, x')?.status).toBe(403);
		expect(refusalOfAddress('203.0.113.7', 'x')?.status).toBe(403);
		expect(refusalOfAddress('203.0.113.7', ',')?.status).toBe(403);
	});
});
