import { readFileSync } from 'node:fs';
import path from 'node:path';

import { BREAKS } from '../breaks/breaks';

const root = path.resolve(import.meta.dirname, '../..');

describe('List of breaks', () => {
	it('Each break finds its place exactly once', () => {
		const places = ({ file, find }: (typeof BREAKS)[number]) =>
			readFileSync(path.join(root, file), 'utf8').split(find).length - 1;
		expect(BREAKS.filter((one) => places(one) !== 1).map(({ breaks }) => breaks)).toEqual([]);
	});

	it('More than eighty breaks have words of their own', () => {
		expect(new Set(BREAKS.map(({ breaks }) => breaks)).size).toBe(BREAKS.length);
		expect(BREAKS.length).toBeGreaterThanOrEqual(80);
	});
});
