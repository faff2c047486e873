import { unfilled } from '../../scripts/unfilled.js';

const manifest = {
	author: { name: 'A Company', email: 'security@company.com' },
	repository: { url: 'git+https://github.com/company/package.git' },
};
const texts = (changes: object = {}, readme = '# Package') => ({
	'package.json': JSON.stringify({ ...manifest, ...changes }),
	'README.md': readme,
});

const NOBODY = { ...manifest.author, email: 'us@company.example' };
const MADE_UP = 'https://github.com/n8n-nodes-messaging-service/n8n-nodes-messaging-service#readme';

describe('unfilled', () => {
	it('A package whose owner filled in everything may be published', () => {
		expect(unfilled(texts(), 'company/package')).toEqual([]);
	});

	it.each([
		['A placeholder', texts({}, '# Package\n\nSign up at FILL-IN'), undefined, 'README.md:3 still'],
		['An unreachable address', texts({ author: NOBODY }), undefined, 'us@company.example is no'],
		[
			'A link to nobody',
			texts({}, `[Docs](${MADE_UP})`),
			undefined,
			'README.md:1 names a repository',
		],
		['Another repository', texts(), 'stranger/package', 'but stranger/package publishes'],
	])('%s stops publishing', (_, files, builtFrom, words) => {
		expect(unfilled(files, builtFrom)).toEqual([expect.stringContaining(words)]);
	});
});
