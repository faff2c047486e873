import { history } from './histories';

/** A part of those that `npm run test:histories` runs. */
const HISTORIES = 100;

describe('The register, in random histories of crashes, retries and changed lists', () => {
	it('lets no message be sent twice, and reports none as sent that never was', async () => {
		const bad: { seed: number; what: string[] }[] = [];
		for (let seed = 1; seed <= HISTORIES; seed++) {
			const { bad: what } = await history(seed);
			if (what.length > 0) bad.push({ seed, what });
		}
		expect(bad).toEqual([]);
	});
});
