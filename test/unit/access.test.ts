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

	it('in the same way when a caller gives it, right or wrong', async () => {
		const given = guesses.filter((guess) => guess !== '');
		for (const guess of [...given, TOKEN]) await refusalOfToken(guess, stored(TOKEN));

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
	it('with the token comes in', async () => {
		expect(await refusalOfToken(TOKEN, stored(TOKEN))).toBeUndefined();
	});

	it('with either of two tokens comes in, and with no third one', async () => {
		const previous = TOKEN.toUpperCase();

		expect(await refusalOfToken(previous, stored(TOKEN, previous))).toBeUndefined();
		expect(await refusalOfToken(TOKEN, stored(TOKEN, previous))).toBeUndefined();
		expect((await refusalOfToken('x', stored(TOKEN, previous)))?.status).toBe(403);
		expect((await refusalOfToken('x', stored(TOKEN, '')))?.status).toBe(403);
	});

	it.each([undefined, null, '', 0, true, [], [TOKEN], { token: TOKEN }, { length: 32 }])(
		'with %p in its place is told that it is missing, before the stored one is looked up',
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
		'with a wrong one is refused, in words that are always the same: %j',
		async (given) => {
			expect(await refusalOfToken(given, stored(TOKEN))).toEqual({
				status: 403,
				message: 'The token is wrong',
				advice: expect.stringContaining('Previous Token') as string,
			});
		},
	);

	it('finds no way in if the credential holds no token', async () => {
		expect(await refusalOfToken('x', stored(''))).toEqual({
			status: 503,
			message: expect.stringContaining('no token') as string,
			advice: expect.any(String) as string,
		});
	});

	it('is told nothing of the token', async () => {
		for (const given of [undefined, 'a-guess', TOKEN.slice(0, 31)]) {
			const { message = '' } = (await refusalOfToken(given, stored(TOKEN))) ?? {};
			expect(message).not.toContain(TOKEN);
			expect(message).not.toContain(given ?? TOKEN);
		}
	});

	const from = (address: string, more: Partial<Caller> = {}): Caller => ({
		address,
		isForwarded: false,
		trustsProxies: false,
		...more,
	});

	it('of any address comes in if no list was set', () => {
		expect(refusalOfAddress(from(''), undefined)).toBeUndefined();
	});

	it.each(['', ' ', '\n'])('does not come in by a list that turned out empty: %j', (list) => {
		expect(refusalOfAddress(from('203.0.113.7'), list)?.status).toBe(403);
	});

	it('of a listed address does not come in through a proxy that n8n does not know', () => {
		const refusal = refusalOfAddress(from('203.0.113.7', { isForwarded: true }), '203.0.113.7');

		expect(refusal?.status).toBe(403);
		expect(refusal?.advice).toContain('N8N_PROXY_HOPS');
	});

	it('of a listed address comes in through a proxy that n8n knows', () => {
		const caller = from('203.0.113.7', { isForwarded: true, trustsProxies: true });

		expect(refusalOfAddress(caller, '203.0.113.7')).toBeUndefined();
	});

	it('of a listed address comes in, of another not', () => {
		const list = '203.0.113.7, 2001:db8::/32';

		expect(refusalOfAddress(from('::ffff:203.0.113.7'), list)).toBeUndefined();
		expect(refusalOfAddress(from('2001:db8::7'), list)).toBeUndefined();
		for (const address of ['203.0.113.8', '']) {
			expect(refusalOfAddress(from(address), list)).toEqual({
				status: 403,
				message: 'This address may not call this trigger',
				advice: expect.stringContaining('Allowed IPs') as string,
			});
		}
	});

	it('does not come in by a list that cannot be read, even where it is on it', () => {
		expect(refusalOfAddress(from('203.0.113.7'), '203.0.113.7, x')?.status).toBe(403);
		expect(refusalOfAddress(from('203.0.113.7'), 'x')?.status).toBe(403);
		expect(refusalOfAddress(from('203.0.113.7'), ',')?.status).toBe(403);
	});
});
