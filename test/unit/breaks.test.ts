import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

import { readBreaks, ROOT } from '../breaks/breaks';

const breaks = readBreaks();
const wordsOf = (some: typeof breaks) => some.map((one) => one.breaks);

describe('List of breaks', () => {
	it('Each break finds its place exactly once', () => {
		const places = ({ file, place }: (typeof breaks)[number]) =>
			[...readFileSync(path.join(ROOT, file), 'utf8').matchAll(place)].length;
		expect(wordsOf(breaks.filter((one) => places(one) !== 1))).toEqual([]);
	});

	it('Each break names a test that is there', () => {
		expect(wordsOf(breaks.filter(({ test }) => !existsSync(path.join(ROOT, test))))).toEqual([]);
	});

	it('More than a hundred breaks have words of their own', () => {
		expect(new Set(wordsOf(breaks)).size).toBe(breaks.length);
		expect(breaks.length).toBeGreaterThan(100);
	});
});
