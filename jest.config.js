// One project for each height of the tests. They share everything but where they look.
const project = (
	displayName,
	{ tests = [`test/${displayName}/**/*.test.ts`], setup = [] } = {},
) => ({
	displayName,
	// What is downloaded for the tests stands in .cache: no test is there.
	roots: ['nodes', 'credentials', 'test', 'playground'].map((folder) => `<rootDir>/${folder}`),
	testEnvironment: '<rootDir>/scripts/testEnvironment.js',
	testMatch: tests.map((glob) => `<rootDir>/${glob}`),
	transform: {
		'^.+\\.[tj]s$': [
			'@swc/jest',
			{ jsc: { parser: { syntax: 'typescript', decorators: true }, target: 'es2022' } },
		],
	},
	// The one package that comes as ES modules only.
	transformIgnorePatterns: ['/node_modules/(?!@nodable/)'],
	setupFiles: ['<rootDir>/test/support/seed.ts', ...setup],
});

/** A test that needs a browser is named so, wherever it stands: it is one of the end-to-end tests. */
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
		project('e2e', { tests: ['test/e2e/**/*.test.ts', 'playground/**/*.browser.test.ts'] }),
	],
	maxWorkers: 2,
	// Ends what hangs. It says nothing of how fast anything should be.
	testTimeout: 300_000,
};
