import path from 'node:path';

import { advisoriesOf } from '../../scripts/build/advisories.js';
import { bundledPackages } from '../../scripts/build/bundledPackages.js';
import { licenceTexts } from '../../scripts/build/licences.js';
import { bill } from '../../scripts/build/sbom.js';
import { temporaryFolder } from '../support/temporaryFolder';

const { root, write } = temporaryFolder('bundled');

const manifest = (name: string, version: string) =>
	JSON.stringify({ name, version, license: 'MIT' });
const OF_LEXER = 'node_modules/parser/node_modules/@words/lexer';
const PARSER = 'node_modules/parser/index.js';
const LEXER = `${OF_LEXER}/index.js`;
const UNREAD = 'node_modules/unread/index.js';

write('node_modules/parser/package.json', manifest('parser', '2.0.0'));
write('node_modules/parser/LICENSE', 'Use the parser as you like.');
write('node_modules/parser/NOTICE.txt', 'It contains a lexer.');
write(`${OF_LEXER}/package.json`, manifest('@words/lexer', '1.0.0'));
write('node_modules/unread/package.json', manifest('unread', '3.0.0'));
write('copied/@words/lexer.txt', 'Use the lexer as you like.');
write(PARSER, 'parse();');
write(LEXER, 'lex();');
write(UNREAD, 'unread();');

/** Our file uses the parser, which uses its own lexer. Nothing of a third package is in the output. */
const METAFILE = {
	inputs: {
		'nodes/xml.ts': { imports: [{ path: PARSER }, { path: UNREAD }, { path: 'n8n-workflow' }] },
		[PARSER]: { imports: [{ path: LEXER }] },
		[LEXER]: { imports: [] },
		[UNREAD]: { imports: [] },
	},
	outputs: {
		'dist/xml.js': {
			inputs: {
				...{ 'nodes/xml.ts': { bytesInOutput: 10 }, [PARSER]: { bytesInOutput: 10 } },
				...{ [LEXER]: { bytesInOutput: 10 }, [UNREAD]: { bytesInOutput: 0 } },
			},
		},
	},
};
const packages = bundledPackages(METAFILE, root);

const LEXER_URL = 'pkg:npm/%40words/lexer@1.0.0';
const DIGEST = Buffer.alloc(64, 7);
const integrity = `sha512-${DIGEST.toString('base64')}`;
const locked = {
	// Another version of the lexer, which is not bundled.
	'node_modules/@words/lexer': { version: '9.0.0', integrity: 'sha512-other' },
	'node_modules/parser': { version: '2.0.0', integrity },
	[OF_LEXER]: { version: '1.0.0', integrity },
};
const OURS = { name: 'ours', version: '0.1.0', license: 'MIT' };
const made = bill(OURS, packages, locked);

describe('licenceTexts', () => {
	test('A missing license text ends the build', () => {
		expect(() => licenceTexts(packages, path.join(root, 'nothing'))).toThrow(
			'@words/lexer 1.0.0 is bundled, but has no license file',
		);
	});
});

describe('SBOM', () => {
	test('The SBOM lists each bundled package with its imports, and no package that was left out', () => {
		const [lexer, parser] = [LEXER_URL, 'pkg:npm/parser@2.0.0'];
		expect(made.components.map(({ purl }) => purl)).toEqual([lexer, parser]);
		expect(made.dependencies).toEqual([
			{ ref: 'pkg:npm/ours@0.1.0', dependsOn: [parser] },
			{ ref: lexer, dependsOn: [] },
			{ ref: parser, dependsOn: [lexer] },
		]);
	});

	test('The digest of a package changes with its bundled files only', () => {
		const digests = () =>
			bundledPackages(METAFILE, root).map(({ name, digest }) => `${String(name)} ${digest}`);
		const before = digests();
		write(UNREAD, 'unread(); steal();');
		expect(digests()).toEqual(before);

		write(PARSER, 'parse();\nsteal();');
		const after = digests();
		expect(after[0]).toBe(before[0]);
		expect(after[1]).not.toBe(before[1]);
	});

	test('A package that the lock file has no digest of ends the build', () => {
		expect(() => bill(OURS, packages, {})).toThrow(
			'package-lock.json has no SHA-512 digest of @words/lexer 1.0.0',
		);
	});
});

describe('advisoriesOf', () => {
	const url = 'https://example.com/advisory';
	const advisory = { severity: 'high', title: 'Reads too far', url, range: '<2.0.1' };
	const found = (name: string, place: string, via: unknown = advisory) =>
		advisoriesOf({ vulnerabilities: { [name]: { via: [via], nodes: [place] } } }, made, locked);

	test('The audit reports a weakness of a bundled package with its address', () => {
		expect(found('parser', 'node_modules/parser')).toEqual([
			'parser 2.0.0: Reads too far (high; versions <2.0.1). https://example.com/advisory',
		]);
	});
});
