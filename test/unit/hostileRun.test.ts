import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { hostileCalls } from '../hostile/callbacks';
import { hostileRequests, hostileTaps } from '../hostile/questions';
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

describe('The generated requests to a question', () => {
	const at = (execution: number, nonce: string) =>
		`http://127.0.0.1/webhook-waiting/${execution}/8b9fd985-4de0-452e-8207-ee91fe9c7478?nonce=${nonce}&signature=0f0f`;
	const signed = { open: at(7, 'open'), earlier: at(7, 'earlier'), other: at(8, 'other') };

	it('contain none that answers it', () => {
		const answers = [...hostileRequests(3000, 7, signed)].filter(
			({ url, method, headers, body }) =>
				[signed.open, signed.other].includes(url) &&
				method === 'POST' &&
				headers?.['content-type']?.includes('form') === true &&
				body?.toString() === 'approved=true',
		);

		expect(answers).toEqual([]);
	});

	it('have no tap with the ID of a button that is open', () => {
		const ids = { open: 'answer:7/n?a=1', earlier: 'answer:7/n?a=2', other: 'answer:8/n?a=3' };
		const taps = [...hostileTaps(1000, 7, ids, 'http://127.0.0.1')].map(({ body }) => String(body));

		expect(taps.filter((tap) => tap.includes(`"${ids.open}"`))).toEqual([]);
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
