const { inspect } = require('node:util');

/** An error whose message is all that the user needs: what happened, then what to do. */
class Explained extends Error {
	name = 'Explained';
}

/** What to print of an error. An unexpected error is printed with its stack. */
function wordsOf(/** @type {unknown} */ error) {
	// Node explains an unknown flag in plain words.
	const isUsage = error instanceof TypeError && 'code' in error;
	const isPlain = isUsage && String(error.code).startsWith('ERR_PARSE_ARGS');
	return error instanceof Explained || (isUsage && isPlain) ? error.message : inspect(error);
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

module.exports = { Explained, failed, say, whileTelling, wordsOf };
