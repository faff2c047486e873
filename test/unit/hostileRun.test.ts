import { hostileRequests, hostileTaps } from '../campaigns/hostile/questionRequests';
import { foundInDatabase, saidIn, SECRETS } from '../campaigns/hostile/secrets';
import { temporaryFolder } from '../support/temporaryFolder';

describe('foundInDatabase', () => {
	const { root, write } = temporaryFolder('secrets');

	const findsIn = (file: string, text: string) => {
		write(`.n8n/${file}`, text);
		return foundInDatabase(root, SECRETS).length > 0;
	};

	it.each(Object.entries(SECRETS))('The %s is found however it is spelled', (_, secret) => {
		const missed = saidIn(secret).filter((said) => !findsIn('database.sqlite', `a"${said}"b`));
		expect(missed).toEqual([]);
	});

	it('A secret is found in the write-ahead log too, and a harmless text is not reported', () => {
		expect(findsIn('database.sqlite', 'nothing')).toBe(false);
		expect(findsIn('database.sqlite-wal', SECRETS.apiKey)).toBe(true);
	});
});

describe('hostileRequests and hostileTaps', () => {
	const at = (execution: number, nonce: string) =>
		`http://127.0.0.1/webhook-waiting/${execution}/8b9fd985-4de0-452e-8207-ee91fe9c7478?nonce=${nonce}&signature=0f0f`;
	const signed = { open: at(7, 'open'), earlier: at(7, 'earlier'), other: at(8, 'other') };

	it('No hostile request answers the question', () => {
		const answers = [...hostileRequests(3000, 7, signed)].filter(
			({ url, method, headers, body }) =>
				[signed.open, signed.other].includes(url) &&
				method === 'POST' &&
				headers?.['content-type']?.includes('form') === true &&
				body?.toString() === 'approved=true',
		);

		expect(answers).toEqual([]);
	});

	it('No hostile tap has the ID of an open button', () => {
		const ids = { open: 'answer:7/n?a=1', earlier: 'answer:7/n?a=2', other: 'answer:8/n?a=3' };
		const taps = [...hostileTaps(300, 7, ids, 'http://127.0.0.1')].map(({ body }) => String(body));
		expect(taps.filter((tap) => tap.includes(`"${ids.open}"`))).toEqual([]);
	});
});
