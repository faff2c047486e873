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

const NOBODY = { ...manifest.author, email: 'us@company.example' };

describe('unfilled', () => {
	it('A package whose owner filled in everything may be published', () => {
		expect(unfilled(texts(), 'company/package')).toEqual([]);
	});

	it.each([
		['A placeholder', texts({}, '# Package\n\nSign up at FILL-IN'), undefined, 'README.md:3 still'],
		['An unreachable address', texts({ author: NOBODY }), undefined, 'us@company.example is no'],
		['Another repository', texts(), 'stranger/package', 'but stranger/package publishes'],
	])('%s stops publishing', (_, files, builtFrom, words) => {
		expect(unfilled(files, builtFrom)).toEqual([expect.stringContaining(words)]);
	});
});

describe('forBuild', () => {
	it('The clean install has the packages of the build and no others', () => {
		const xml = { 'fast-xml-parser': '2', 'zod-to-json-schema': '6', 'libphonenumber-js': '8' };
		const build = { esbuild: '1', gulp: '3', typescript: '4', zod: '5', ...xml };
		const ours = { name: 'ours', peerDependencies: { n8n: '1' } };
		const made = forBuild({ ...ours, devDependencies: { ...build, jest: '7' } });
		expect(made).toEqual({ name: 'ours', peerDependencies: {}, devDependencies: build });
	});
});

describe('findingOf', () => {
	it.each([
		['threat_steal', 'any file', '[severity="high"]', ['dist/a.js: threat_steal']],
		['threat_steal', 'this file', '[path_include="*.py,*.js"]', ['dist/a.js: threat_steal']],
		['threat_steal', 'other files', '[path_include="*/package.json"]', []],
		['threat_steal', 'all but this file', '[path_exclude="*/dist/*"]', []],
		['capability_network', 'abilities', '[severity="low"]', []],
	])('A match of the rule %s for %s (%s) has the findings %j', (rule, _, meta, findings) => {
		expect(findingOf(`${rule} ${meta} /work/dist/a.js`, '/work')).toEqual(findings);
	});
});
