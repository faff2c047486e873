import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

import { readBreaks, ROOT } from '../breaks/breaks';

it('Each break has words of its own, finds its place exactly once, and names a test that is there', () => {
	const breaks = readBreaks();
	const isStale = ({ file, place, test }: (typeof breaks)[number]) =>
		[...readFileSync(path.join(ROOT, file), 'utf8').matchAll(place)].length !== 1 ||
		!existsSync(path.join(ROOT, test));
	expect(breaks.filter(isStale)).toEqual([]);
	expect(new Set(breaks.map((one) => one.breaks)).size).toBe(breaks.length);
	expect(breaks.length).toBeGreaterThan(100);
});
