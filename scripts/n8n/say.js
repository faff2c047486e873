const { spawn } = require('node:child_process');
const { existsSync, openSync, closeSync, readFileSync } = require('node:fs');
const { inspect } = require('node:util');

/** An error whose message is all that the user needs: what happened, then what to do. */
class Explained extends Error {
	name = 'Explained';
}

/** What to print of an error. An unexpected error is printed with its stack. */
function wordsOf(/** @type {unknown} */ error) {
	// Node explains an unknown flag in plain words.
	const isUsage = error instanceof TypeError && /ERR_PARSE_ARGS/.test(String(error.code));
	return error instanceof Explained || isUsage ? error.message : inspect(error);
}

/** The last thing that a program does when its work fails. */
function failed(/** @type {unknown} */ error) {
	process.stderr.write(`${wordsOf(error)}\n`);
	process.exitCode = 1;
}

function say(/** @type {string} */ text) {
	process.stdout.write(`${text}\n`);
}

/**
 * Prints every ten seconds that work is still going on, and its progress.
 * @template T
 * @param {string} title
 * @param {() => Promise<T>} work
 * @param {() => string} howFar
 * @returns {Promise<T>}
 */
async function whileTelling(title, work, howFar = () => '') {
	const from = Date.now();
	const seconds = () => Math.round((Date.now() - from) / 1000);
	say(`${title} …`);
	const timer = setInterval(() => {
		const far = howFar();
		say(`  … ${title}: ${seconds()} s${far === '' ? '' : `, ${far}`}`);
	}, 10_000);
	try {
		const result = await work();
		say(`  ${title}: done in ${seconds()} s`);
		return result;
	} finally {
		clearInterval(timer);
	}
}

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
 * @param {{ cwd: string, log?: string, env?: NodeJS.ProcessEnv }} how without a log, it prints
 * @returns {Promise<boolean>}
 */
async function ran(command, args, { cwd, log, env = process.env }) {
	const output = log === undefined ? 'inherit' : openSync(log, 'a');
	const child = spawn(command, args, { cwd, env, stdio: ['ignore', output, output] });
	running.add(child);
	const status = await new Promise((resolve) => {
		// A command that could not start closes too.
		child.on('error', () => undefined).on('close', resolve);
	});
	running.delete(child);
	if (output !== 'inherit') closeSync(output);
	return status === 0;
}

/** The end of a log. */
const lastLines = (/** @type {string} */ log) =>
	existsSync(log) ? readFileSync(log, 'utf8').trim().split('\n').slice(-4).join('\n') : '';

module.exports = { Explained, failed, lastLines, ran, say, whileTelling, wordsOf };
