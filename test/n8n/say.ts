import { inspect } from 'node:util';

/** An error whose message is all that the user needs: what happened, then what to do. */
export class Explained extends Error {
	override readonly name = 'Explained';
}

/** What to print of an error. One that was not foreseen is printed with its stack. */
export const wordsOf = (error: unknown): string => {
	// Node explains an unknown flag in plain words.
	const isUsage =
		error instanceof TypeError &&
		'code' in error &&
		String(error.code).startsWith('ERR_PARSE_ARGS');
	return error instanceof Explained || isUsage ? error.message : inspect(error);
};

/** The last thing that a program does when its work fails. */
export function failed(error: unknown): void {
	process.stderr.write(`${wordsOf(error)}\n`);
	process.exitCode = 1;
}

export function say(text: string): void {
	process.stdout.write(`${text}\n`);
}

/** Prints every ten seconds that work is still going on, and its progress. */
export async function whileTelling<T>(
	title: string,
	work: () => Promise<T>,
	howFar: () => string = () => '',
): Promise<T> {
	const from = Date.now();
	const seconds = () => Math.round((Date.now() - from) / 1000);
	say(`${title} …`);
	const timer = setInterval(() => {
		const far = howFar();
		say(`  … ${seconds()} s${far === '' ? '' : `, ${far}`}`);
	}, 10_000);
	try {
		const result = await work();
		say(`  done in ${seconds()} s`);
		return result;
	} finally {
		clearInterval(timer);
	}
}
