import path from 'node:path';

import js from '@eslint/js';
import { n8nCommunityNodesPlugin } from '@n8n/eslint-plugin-community-nodes';
import {
	buildScanConfig,
	SOURCE_FILE_PATTERNS,
} from '@n8n/scan-community-package/scanner/scanner.mjs';
import jest from 'eslint-plugin-jest';
import tseslint from 'typescript-eslint';

/**
 * These rules of n8n's verification scan apply to the files that the scan reads. The scan's first part is an older
 * version of n8n's plugin, so the plugin replaces it.
 */
const n8nRules = [
	n8nCommunityNodesPlugin.configs.recommended,
	...(await buildScanConfig()).slice(1),
].map(({ files, ...config }) => ({
	...config,
	files: SOURCE_FILE_PATTERNS.flatMap((ours) => (files ?? ['**']).map((theirs) => [ours, theirs])),
}));

/** A test title is read alone in a list of failures. */
const isSentence = [
	'^(?:[A-Z0-9%$"{]|n8n\\b|npm\\b)',
	'write a sentence, its first letter a capital',
];

export default tseslint.config(
	{ ignores: ['dist/', 'node_modules/', 'coverage/', '.cache/'] },
	...n8nRules,
	js.configs.recommended,
	...tseslint.configs.strictTypeChecked,
	...tseslint.configs.stylisticTypeChecked,
	{
		languageOptions: {
			parserOptions: {
				projectService: true,
				tsconfigRootDir: path.resolve(import.meta.dirname, '../..'),
			},
		},
		rules: {
			eqeqeq: 'error',
			'no-console': 'error',
			// A number in a template string reads well. Any other value must be converted to text on purpose.
			'@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
			'@typescript-eslint/consistent-type-imports': 'error',
		},
	},
	{
		// xml.ts itself says why. n8n's lint lacks the rule, so it would report a comment there that turns the rule off.
		files: ['nodes/plain/xml.ts'],
		rules: { '@typescript-eslint/no-deprecated': 'off' },
	},
	{
		files: ['test/**/*.ts', 'playground/**/*.ts'],
		...jest.configs['flat/recommended'],
		rules: {
			...jest.configs['flat/recommended'].rules,
			'jest/expect-expect': ['error', { assertFunctionNames: ['expect', 'expect*'] }],
		},
	},
	{
		files: ['unit', 'integration', 'e2e', 'simulator'].map((folder) => `test/${folder}/**`),
		rules: {
			'jest/valid-title': [
				'error',
				{
					mustMatch: { it: isSentence, test: isSentence },
				},
			],
		},
	},
	{
		// Tests call these shared functions, which this rule does not see.
		files: ['test/simulator/conformance/*.ts'],
		rules: { 'jest/no-standalone-expect': 'off' },
	},
	{
		files: ['**/*.js', '**/*.mjs', '**/*.json'],
		...tseslint.configs.disableTypeChecked,
	},
	{
		// A JSON file is a single expression, which this rule would report.
		files: ['**/*.json'],
		rules: { '@typescript-eslint/no-unused-expressions': 'off' },
	},
	{
		files: ['*.js', 'scripts/**', 'test/**/*.mjs'],
		languageOptions: {
			globals: {
				require: 'readonly',
				module: 'writable',
				process: 'readonly',
				console: 'readonly',
				__dirname: 'readonly',
				setTimeout: 'readonly',
				setInterval: 'readonly',
				clearInterval: 'readonly',
				fetch: 'readonly',
				AbortSignal: 'readonly',
				URL: 'readonly',
			},
		},
		rules: { 'no-console': 'off', '@typescript-eslint/no-require-imports': 'off' },
	},
);
