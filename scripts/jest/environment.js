const { AsyncLocalStorage } = require('node:async_hooks');

const { ModernFakeTimers } = require('@jest/fake-timers');
const { TestEnvironment } = require('jest-environment-node');
const { ModuleMocker } = require('jest-mock');

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

/**
 * The globals of a test file are those of its worker: see runtime.js. What jest and the file replace in them comes back after
 * it.
 */
module.exports = class extends TestEnvironment {
	constructor(config, context) {
		super(config, context);
		const { exit } = process;
		const { now } = Date;
		const { random } = Math;
		this.replaced = { console, exit, now, random, env: { ...process.env } };
		this.global = globalThis;
		this.moduleMocker = new ModuleMocker(globalThis);
		this.fakeTimersModern = new ModernFakeTimers({
			config: config.projectConfig,
			global: globalThis,
		});
	}

	async teardown() {
		const { console, exit, now, random, env } = this.replaced;
		Object.assign(globalThis, { console });
		Object.assign(process, { exit });
		Object.assign(Date, { now });
		Object.assign(Math, { random });
		for (const name of Object.keys(process.env)) Reflect.deleteProperty(process.env, name);
		Object.assign(process.env, env);
		for (const store of opened) store.disable();
		opened.clear();
		await super.teardown();
	}
};
