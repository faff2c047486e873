const { spawn } = require('node:child_process');
const { existsSync, openSync, closeSync, readFileSync } = require('node:fs');

/** @type {Set<import('node:child_process').ChildProcess>} */
const running = new Set();

/** Ends the commands that still run, when the program that started them ends. */
process.on('exit', () => {
	for (const child of running) child.kill();
});

/**
 * Runs a command whose output goes to a log. True if it succeeded.
 * @param {string} command
 * @param {readonly string[]} args
 * @param {{ cwd: string, log?: string, env?: NodeJS.ProcessEnv, latestMs?: number }} how without a log, it prints
 * @returns {Promise<boolean>}
 */
function ran(command, args, { cwd, log, env = process.env, latestMs }) {
	const file = log === undefined ? undefined : openSync(log, 'a');
	const child = spawn(command, args, {
		cwd,
		env,
		stdio: ['ignore', file ?? 'inherit', file ?? 'inherit'],
		...(latestMs !== undefined && { timeout: latestMs }),
	});
	running.add(child);
	return new Promise((resolve) => {
		const end = (/** @type {number | null} */ status) => {
			running.delete(child);
			if (file !== undefined) closeSync(file);
			resolve(status === 0);
		};
		child.once('close', end);
		// A command that could not start never closes.
		child.once('error', () => child.pid === undefined && end(null));
	});
}

/** The end of a log. */
const lastLines = (/** @type {string} */ log) =>
	existsSync(log) ? readFileSync(log, 'utf8').trim().split('\n').slice(-4).join('\n') : '';

module.exports = { lastLines, ran };
