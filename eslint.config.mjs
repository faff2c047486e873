import js from '@eslint/js';
import { n8nCommunityNodesPlugin } from '@n8n/eslint-plugin-community-nodes';
import n8nNodesBase from 'eslint-plugin-n8n-nodes-base';
import jest from 'eslint-plugin-jest';
import tseslint from 'typescript-eslint';

import { FOR_ALL, MODULES } from './scripts/eslint/modules.js';
import { modulesPlugin } from './scripts/eslint/plugin.js';

export default tseslint.config(
	{ ignores: ['dist/', 'node_modules/', 'coverage/', '.cache/'] },
	js.configs.recommended,
	...tseslint.configs.strictTypeChecked,
	...tseslint.configs.stylisticTypeChecked,
	{
		languageOptions: {
			parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname },
		},
		rules: {
			eqeqeq: 'error',
			'no-console': 'error',
			// Numbers read well in messages; everything else must be turned into text on purpose.
			'@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
			'@typescript-eslint/consistent-type-imports': 'error',
		},
	},
	{
		files: ['nodes/**/*.ts', 'credentials/**/*.ts'],
		...n8nCommunityNodesPlugin.configs.recommended,
	},
	{
		// Imports go in one direction, from one entry file to the next: scripts/eslint/modules.js says which.
		files: ['nodes/**/*.ts', 'credentials/**/*.ts'],
		plugins: {
			modules: modulesPlugin({ root: import.meta.dirname, modules: MODULES, forAll: FOR_ALL }),
		},
		rules: {
			'modules/no-cycle': 'error',
			'modules/by-entry': 'error',
			'modules/as-allowed': 'error',
		},
	},
	{
		files: ['credentials/**/*.ts'],
		plugins: { 'n8n-nodes-base': n8nNodesBase },
		rules: {
			...n8nNodesBase.configs.credentials.rules,
			// Only for nodes inside n8n's own repository, as in n8n's own scan.
			'n8n-nodes-base/cred-class-field-documentation-url-miscased': 'off',
			// Its better twin, community-nodes/credential-password-field, is on.
			'n8n-nodes-base/cred-class-field-type-options-password-missing': 'off',
		},
	},
	{
		files: ['nodes/**/*.ts'],
		plugins: { 'n8n-nodes-base': n8nNodesBase },
		rules: {
			...n8nNodesBase.configs.nodes.rules,
			// Inputs and outputs are NodeConnectionTypes, which these rules do not know; as in n8n's own scan.
			'n8n-nodes-base/node-class-description-inputs-wrong-regular-node': 'off',
			'n8n-nodes-base/node-class-description-outputs-wrong': 'off',
			// The service documents maximum values; as in n8n's own scan.
			'n8n-nodes-base/node-param-type-options-max-value-present': 'off',
		},
	},
	{
		files: ['test/**/*.ts'],
		...jest.configs['flat/recommended'],
		rules: {
			...jest.configs['flat/recommended'].rules,
			'jest/expect-expect': ['error', { assertFunctionNames: ['expect', 'expect*'] }],
		},
	},
	{
		// The simulator states the documentation a second time, by itself: what it took from the node, it could not prove.
		files: ['test/simulator/**/*.ts', 'test/simulator/**/*.tsx'],
		rules: {
			'no-restricted-imports': [
				'error',
				{
					patterns: [
						{
							regex: '^(\\.{1,2}/)+(nodes|credentials)(/|$)',
							message:
								"The simulator checks the node, so it shares nothing with it. State this fact of the service in test/simulator/ itself, from the service's documentation.",
						},
					],
				},
			],
		},
	},
	{
		// Its checks are called by the one test that goes through all rules.
		files: ['test/simulator/conformance/*.ts'],
		rules: { 'jest/no-standalone-expect': 'off' },
	},
	{
		files: ['**/*.js', '**/*.mjs'],
		...tseslint.configs.disableTypeChecked,
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
				URL: 'readonly',
			},
		},
		rules: { 'no-console': 'off', '@typescript-eslint/no-require-imports': 'off' },
	},
);
