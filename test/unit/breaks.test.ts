import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

import { readBreaks, withFault } from '../breaks/breaks';
import { ROOT } from '../n8n/paths';

const BREAKS = readBreaks();

it('Each break finds its line exactly once, and names a test that is there', () => {
	const isStale = (one: (typeof BREAKS)[number]) =>
		withFault(readFileSync(path.join(ROOT, one.file), 'utf8'), one) === undefined ||
		!existsSync(path.join(ROOT, one.test));
	expect(BREAKS.filter(isStale)).toEqual([]);
});

it('Each break has words of its own', () => {
	expect(new Set(BREAKS.map(({ breaks }) => breaks)).size).toBe(BREAKS.length);
});
