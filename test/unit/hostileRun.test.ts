import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { hostileCalls } from '../hostile/callbacks';
import { foundInDatabase, saidIn, SECRETS } from '../hostile/secrets';
import { isTooLong } from '../hostile/stalls';

describe('The search for secrets in n8n’s database', () => {
	let userFolder: string;

	beforeEach(() => {
		userFolder = mkdtempSync(path.join(tmpdir(), 'secrets-'));
		mkdirSync(path.join(userFolder, '.n8n'));
	});

	afterEach(() => {
		rmSync(userFolder, { recursive: true });
	});

	const findsIn = (file: string, text: string) => {
		writeFileSync(path.join(userFolder, '.n8n', file), text);
		return foundInDatabase(userFolder, SECRETS).length > 0;
	};

	it.each(Object.entries(SECRETS))('finds the %s however somebody spelled it', (_, secret) => {
		const missed = saidIn(secret).filter((said) => !findsIn('database.sqlite', `a"${said}"b`));

		expect(missed).toEqual([]);
	});

	it('looks into what n8n has not yet written into the database itself', () => {
		expect(findsIn('database.sqlite-wal', SECRETS.apiKey)).toBe(true);
	});

	it('finds nothing where there is nothing', () => {
		expect(findsIn('database.sqlite', 'nothing')).toBe(false);
	});
});

describe('The generated callbacks', () => {
	const made = (seed: number) =>
		[...hostileCalls(300, seed)].map(({ body, ...call }) => ({
			...call,
			body: body?.toString('hex'),
		}));

	it('are as many as asked for, and the same for the same seed', () => {
		expect(made(7)).toHaveLength(300);
		expect(made(7)).toEqual(made(7));
	});

	it('are none that a trigger may refuse for its size', () => {
		const largest = Math.max(...[...hostileCalls(300, 7)].map(({ body }) => body?.length ?? 0));

		expect(largest).toBeLessThanOrEqual(1024 * 1024);
	});
});

describe('A stall of n8n', () => {
	const stall = (ms: number) => ({
		body: 'a list',
		bytes: 1,
		strangerMs: 1,
		protectedMs: 1,
		openMs: ms,
		ownMs: 30,
	});

	it.each([
		[50, false],
		[51, true],
	])('of %i ms is too long beside 30 ms of its Webhook node: %p', (ms, tooLong) => {
		expect(isTooLong(stall(ms))).toBe(tooLong);
	});
});
