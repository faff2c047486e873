// One project for each height of the tests. They share everything but where they look.
const project = (displayName, setupFiles = []) => ({
	displayName,
	// What is downloaded for the tests stands in .cache: no test is there.
	roots: ['nodes', 'credentials', 'test'].map((folder) => `<rootDir>/${folder}`),
	testEnvironment: 'node',
	testMatch: [`<rootDir>/test/${displayName}/**/*.test.ts`],
	transform: {
		'^.+\\.[tj]s$': [
			'@swc/jest',
			{ jsc: { parser: { syntax: 'typescript', decorators: true }, target: 'es2022' } },
		],
	},
	// The one package that comes as ES modules only.
	transformIgnorePatterns: ['/node_modules/(?!@nodable/)'],
	setupFiles: ['<rootDir>/test/support/seed.ts', ...setupFiles],
});

module.exports = {
	projects: [
		project('unit'),
		project('simulator'),
		project('integration', ['<rootDir>/test/support/environment.ts']),
		project('e2e'),
	],
	maxWorkers: 2,
};
