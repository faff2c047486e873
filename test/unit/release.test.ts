import { forBuild } from '../../scripts/clean.js';
import { unfilled } from '../../scripts/unfilled.js';
import { findingOf } from '../../scripts/yara.js';

const manifest = {
	author: { name: 'A Company', email: 'security@company.com' },
	repository: { url: 'git+https://github.com/company/package.git' },
};
const texts = (changes: object = {}, readme = '# Package') => ({
	'package.json': JSON.stringify({ ...manifest, ...changes }),
	'README.md': readme,
});

const author = { ...manifest.author, email: 'us@company.example' };

describe('unfilled', () => {
	it('A package whose owner filled in everything may be published', () => {
		expect(unfilled(texts(), 'company/package')).toEqual([]);
	});

	it.each([
		['A placeholder', texts({}, '# Package\n\nSign up at FILL-IN'), undefined, 'README.md:3 still'],
		['An address that reaches no one', texts({ author }), undefined, 'us@company.example is no'],
		['Another repository', texts(), 'stranger/package', 'but stranger/package publishes'],
	])('%s stops publishing', (_, files, builtFrom, words) => {
		expect(unfilled(files, builtFrom)).toEqual([expect.stringContaining(words)]);
	});
});

describe('forBuild', () => {
	it('The clean install has the packages of the build and no others', () => {
		const build = {
			...{ esbuild: '1', 'fast-xml-parser': '2', gulp: '3' },
			...{ typescript: '4', zod: '5', 'zod-to-json-schema': '6' },
		};

		expect(forBuild({ name: 'ours', devDependencies: { ...build, jest: '7' } })).toEqual({
			name: 'ours',
			peerDependencies: {},
			devDependencies: build,
		});
	});
});

describe('findingOf', () => {
	it.each([
		['a rule for any file', '[severity="high"]', ['dist/a.js: threat_steal']],
		['a rule for this file', '[path_include="*.py,*.js"]', ['dist/a.js: threat_steal']],
		['a rule for other files', '[path_include="*/package.json"]', []],
		['a rule that excludes this file', '[path_exclude="*/dist/*"]', []],
	])('A match of %s is told accordingly', (_, meta, findings) => {
		expect(findingOf(`threat_steal ${meta} /work/dist/a.js`, '/work')).toEqual(findings);
	});

	it('A match of a rule that names an ability is no finding', () => {
		expect(findingOf('capability_network [severity="low"] /work/a.js', '/work')).toEqual([]);
	});
});
