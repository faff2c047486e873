// Each level of tests is one jest project.
const project = (
	displayName,
	{ tests = [`test/${displayName}/**/*.test.ts`], setup = [], ...options } = {},
) => ({
	displayName,
	// The folder .cache holds downloads and no tests, so jest does not search it.
	roots: ['nodes', 'credentials', 'test', 'playground'].map((folder) => `<rootDir>/${folder}`),
	testEnvironment: '<rootDir>/scripts/jest/environment.js',
	runtime: '<rootDir>/scripts/jest/runtime.js',
	testMatch: tests.map((glob) => `<rootDir>/${glob}`),
	transform: {
		'^.+\\.[tj]s$': [
			'@swc/jest',
			{ jsc: { parser: { syntax: 'typescript', decorators: true }, target: 'es2022' } },
		],
	},
	setupFiles: ['<rootDir>/test/support/seed.ts', ...setup],
	...options,
});

/** A test with this name needs a browser, so it belongs to the end-to-end tests in any folder. */
const BROWSER = '\\.browser\\.test\\.ts$';

const withoutBrowser = (displayName, options) => ({
	...project(displayName, options),
	testPathIgnorePatterns: [BROWSER],
});

module.exports = {
	projects: [
		withoutBrowser('unit', {
			tests: ['test/unit/**/*.test.ts', 'playground/**/*.test.ts'],
		}),
		withoutBrowser('simulator'),
		withoutBrowser('integration', { setup: ['<rootDir>/test/support/environment.ts'] }),
		project('e2e', {
			tests: ['test/e2e/**/*.test.ts', 'playground/**/*.browser.test.ts'],
			globalSetup: '<rootDir>/test/e2e/prepare.ts',
		}),
	],
	testSequencer: '<rootDir>/scripts/jest/unitFirst.js',
	maxWorkers: 2,
	// Only a test that hangs takes this long.
	testTimeout: 300_000,
};
