import { mayInstall } from '../../scripts/n8n/debian';

test.each([
	[true, true, 'true', true],
	[false, false, 'true', true],
	[true, false, undefined, true],
	[true, true, undefined, false],
	[false, false, undefined, false],
	[false, true, 'false', false],
])('Debian packages with root %s, a terminal %s and CI %s are installed: %s', (...row) => {
	const [isRoot, isTerminal, ci, may] = row;
	expect(mayInstall(isRoot, isTerminal, ci)).toBe(may);
});
