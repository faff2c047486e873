import path from 'node:path';

import js from '@eslint/js';
import jest from 'eslint-plugin-jest';
import tseslint from 'typescript-eslint';

/**
 * Only the product is linted with types, since they take most of the time. tsc checks the types of all files, and
 * `npm run lint:n8n` has n8n's own rules.
 */
const PRODUCT = ['nodes/**/*.ts', 'credentials/**/*.ts'];
const typed = [
	...tseslint.configs.strictTypeCheckedOnly,
	...tseslint.configs.stylisticTypeCheckedOnly,
].map((config) => ({ ...config, files: PRODUCT }));

/** A test title is read alone in a list of failures. */
const isSentence = [
	'^(?:[A-Z0-9%$"{]|n8n\\b|npm\\b)',
	'write a sentence, its first letter a capital',
];

export default tseslint.config(
	{ ignores: ['dist/', 'node_modules/', 'coverage/', '.cache/'] },
	js.configs.recommended,
	...tseslint.configs.strict,
	...tseslint.configs.stylistic,
	...typed,
	{
		rules: {
			eqeqeq: 'error',
			'no-console': 'error',
			'@typescript-eslint/consistent-type-imports': 'error',
		},
	},
	{
		files: PRODUCT,
		languageOptions: {
			parserOptions: {
				projectService: true,
				tsconfigRootDir: path.resolve(import.meta.dirname, '../..'),
			},
		},
		rules: {
			// A number in a template string reads well. Any other value must be converted to text on purpose.
			'@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
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
