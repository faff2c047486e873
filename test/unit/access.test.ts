import crypto from 'node:crypto';

import { type Caller, refusalOfAddress, refusalOfToken } from '../../nodes/callbacks/access';
import { isSameSecret } from '../../nodes/plain';

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
		expect(isSameSecret(TOKEN, TOKEN)).toBe(true);
		expect(guesses.filter((guess) => isSameSecret(guess, TOKEN))).toEqual([]);
		expect(isSameSecret(TOKEN.toUpperCase(), TOKEN)).toBe(false);
	});
});

describe('Access of a caller', () => {
	it('Either of two tokens lets a caller in, and no third one does', async () => {
		const previous = TOKEN.toUpperCase();
		const refusals = [TOKEN, previous, 'x'].map((given) =>
			refusalOfToken(given, stored(TOKEN, previous)),
		);

		const statuses = (await Promise.all(refusals)).map((refusal) => refusal?.status);
		expect(statuses).toEqual([undefined, undefined, 403]);
	});

	it.each([undefined, null, '', 0, true, [TOKEN], { length: 32 }])(
		'%p in place of the token is called missing, before the stored token is looked up',
		async (given) => {
			const lookUp = jest.fn(stored(TOKEN));

			expect(await refusalOfToken(given, lookUp)).toMatchObject({ status: 401 });
			expect(lookUp).not.toHaveBeenCalled();
		},
	);

	it.each([
		['x', TOKEN, 403],
		[TOKEN.slice(1), TOKEN, 403],
		[`${TOKEN} `, TOKEN, 403],
		// A credential without a token lets nobody in.
		['x', '', 503],
	])('The token %j is refused where the credential has %j: %i', async (given, token, status) => {
		expect(await refusalOfToken(given, stored(token))).toMatchObject({ status });
	});

	const LIST = '203.0.113.7, 2001:db8::/32';
	const from = (address: string, more: Partial<Caller> = {}): Caller => ({
		address,
		isForwarded: false,
		trustsProxies: false,
		...more,
	});

	// A list that turns out empty, or that cannot be read, lets nobody in.
	const unreadable = ['', ' \n', ',', 'x', '203.0.113.7, x'];

	it.each<[string, Partial<Caller>, string | undefined, number | undefined]>([
		['', {}, undefined, undefined],
		['::ffff:203.0.113.7', {}, LIST, undefined],
		['2001:db8::7', {}, LIST, undefined],
		['203.0.113.7', { isForwarded: true, trustsProxies: true }, LIST, undefined],
		['203.0.113.7', { isForwarded: true }, LIST, 403],
		['203.0.113.8', {}, LIST, 403],
		['', {}, LIST, 403],
		...unreadable.map((list): [string, object, string, number] => ['203.0.113.7', {}, list, 403]),
	])(
		'A caller from %j (%j) with the allowed addresses %j gets %j',
		(address, more, list, status) => {
			expect(refusalOfAddress(from(address, more), list)?.status).toBe(status);
		},
	);
});
