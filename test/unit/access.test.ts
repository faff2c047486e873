import crypto from 'node:crypto';

import fc from 'fast-check';

import {
	type Caller,
	isSameSecret,
	refusalOfAddress,
	refusalOfToken,
} from '../../nodes/callbacks/access/access';

jest.mock('node:crypto', () => {
	const actual = jest.requireActual<typeof crypto>('node:crypto');
	return { ...actual, timingSafeEqual: jest.fn(actual.timingSafeEqual) };
});

const TOKEN = '4f9d1c7a2be8605d3b1fa7c94e20d68b';
const stored =
	(...tokens: string[]) =>
	() =>
		Promise.resolve(tokens);
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

describe('isSameSecret', () => {
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

	it('A token is compared whole and by digests of one length, however much of a guess is right', () => {
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

	it('The token of a caller is compared once, right or wrong', async () => {
		const given = guesses.filter((guess) => guess !== '');
		for (const guess of [...given, TOKEN]) await refusalOfToken(guess, stored(TOKEN));

		expect(comparisons()).toHaveLength(given.length + 1);
	});

	it('A token equals nothing but itself', () => {
		fc.assert(
			fc.property(fc.string(), fc.string(), (given, expected) => {
				expect(isSameSecret(given, expected)).toBe(given === expected);
			}),
		);
		expect(isSameSecret(TOKEN, TOKEN)).toBe(true);
	});
});

describe('Access of a caller', () => {
	it('Either of two tokens lets a caller in, and no third one does', async () => {
		const previous = TOKEN.toUpperCase();

		expect(await refusalOfToken(TOKEN, stored(TOKEN))).toBeUndefined();
		expect(await refusalOfToken(previous, stored(TOKEN, previous))).toBeUndefined();
		expect(await refusalOfToken(TOKEN, stored(TOKEN, previous))).toBeUndefined();
		expect((await refusalOfToken('x', stored(TOKEN, previous)))?.status).toBe(403);
		expect((await refusalOfToken('x', stored(TOKEN, '')))?.status).toBe(403);
	});

	it.each([undefined, null, '', 0, true, [], [TOKEN], { token: TOKEN }, { length: 32 }])(
		'%p in place of the token is called missing, before the stored token is looked up',
		async (given) => {
			const lookUp = jest.fn(stored(TOKEN));

			expect(await refusalOfToken(given, lookUp)).toEqual({
				status: 401,
				message: 'The token is missing: the URL must end in ?token=…',
				advice: expect.stringContaining('?token=') as string,
			});
			expect(lookUp).not.toHaveBeenCalled();
		},
	);

	it.each(['x', TOKEN.slice(1), `${TOKEN} `])(
		'A wrong token is refused in words that are always the same: %j',
		async (given) => {
			expect(await refusalOfToken(given, stored(TOKEN))).toEqual({
				status: 403,
				message: 'The token is wrong',
				advice: expect.stringContaining('Previous Token') as string,
			});
		},
	);

	it('A credential without a token lets nobody in', async () => {
		expect(await refusalOfToken('x', stored(''))).toEqual({
			status: 503,
			message: expect.stringContaining('no token') as string,
			advice: expect.any(String) as string,
		});
	});

	const LIST = '203.0.113.7, 2001:db8::/32';
	const from = (address: string, more: Partial<Caller> = {}): Caller => ({
		address,
		isForwarded: false,
		trustsProxies: false,
		...more,
	});

	// A list that turns out empty, or that cannot be read, lets nobody in.
	const unreadable = ['', ' ', '\n', ',', 'x', '203.0.113.7, x'];

	it.each<[string, Partial<Caller>, string | undefined, number | undefined]>([
		['', {}, undefined, undefined],
		['::ffff:203.0.113.7', {}, LIST, undefined],
		['2001:db8::7', {}, LIST, undefined],
		['203.0.113.7', { isForwarded: true, trustsProxies: true }, LIST, undefined],
		['203.0.113.8', {}, LIST, 403],
		['', {}, LIST, 403],
		...unreadable.map((list): [string, object, string, number] => ['203.0.113.7', {}, list, 403]),
	])(
		'A caller from %j (%j) with the allowed addresses %j gets %j',
		(address, more, list, status) => {
			expect(refusalOfAddress(from(address, more), list)?.status).toBe(status);
		},
	);

	it('An address that is not listed is refused in words that name the list', () => {
		expect(refusalOfAddress(from('203.0.113.8'), LIST)).toEqual({
			status: 403,
			message: 'This address may not call this trigger',
			advice: expect.stringContaining('Allowed IPs') as string,
		});
	});

	it('A listed address is refused behind a proxy that n8n does not know', () => {
		const refusal = refusalOfAddress(from('203.0.113.7', { isForwarded: true }), LIST);

		expect(refusal?.status).toBe(403);
		expect(refusal?.advice).toContain('N8N_PROXY_HOPS');
	});
});
