const { AsyncLocalStorage } = require('node:async_hooks');

const { TestEnvironment } = require('jest-environment-node');

/**
 * jest opens a store for each test file and never closes it. On Node 20 and 22, every promise of all later files pays
 * for each store that is open: the last files of a worker would take five times as long.
 */
const opened = new Set();
const { run } = AsyncLocalStorage.prototype;

AsyncLocalStorage.prototype.run = function (...args) {
	opened.add(this);
	return run.apply(this, args);
};

module.exports = class extends TestEnvironment {
	async teardown() {
		for (const store of opened) store.disable();
		opened.clear();
		await super.teardown();
	}
};
