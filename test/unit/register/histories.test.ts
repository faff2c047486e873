import { history } from './histories';

/** A part of those that `npm run test:histories` runs. */
const HISTORIES = 40;

describe('Register in random histories', () => {
	it('No message is sent twice, and none that was not sent is reported as sent', async () => {
		const bad: { seed: number; what: string[] }[] = [];
		for (let seed = 1; seed <= HISTORIES; seed++) {
			const { bad: what } = await history(seed);
			if (what.length > 0) bad.push({ seed, what });
		}
		expect(bad).toEqual([]);
	});
});
