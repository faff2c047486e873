// One project for each height of the tests. They share everything but where they look.
const project = (displayName, extra = {}) => ({
	displayName,
	testEnvironment: 'node',
	testMatch: [`<rootDir>/test/${displayName}/**/*.test.ts`],
	transform: {
		'^.+\\.ts$': [
			'@swc/jest',
			{ jsc: { parser: { syntax: 'typescript', decorators: true }, target: 'es2022' } },
		],
	},
	...extra,
});

module.exports = {
	projects: [project('unit'), project('integration'), project('simulator')],
	maxWorkers: 2,
};
