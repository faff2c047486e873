const { createRequire, isBuiltin } = require('node:module');
const { compileFunction } = require('node:vm');

const { default: Runtime } = require('jest-runtime');

const isPackage = (name) => /^[@a-z]/i.test(name) && !name.startsWith('@jest/') && !isBuiltin(name);

/**
 * jest loads n8n-core, with its 1,700 modules, again for each test file. Here a worker loads packages once, as n8n does, and
 * only our own modules anew for each file. They share one realm then, so that `instanceof Error` holds between them.
 */
module.exports = class extends Runtime {
	constructor(...args) {
		super(...args);
		const { executor } = this;
		executor.compile = (code, filename) =>
			compileFunction(code, executor.injectedModuleParameters, { filename });
	}

	setMock(from, name, ...others) {
		if (isPackage(name))
			throw new Error(`${name} is shared by all test files, so none can mock it.`);
		super.setMock(from, name, ...others);
	}

	requireModuleOrMock(from, name) {
		return isPackage(name) ? createRequire(from)(name) : super.requireModuleOrMock(from, name);
	}
};
