/** A fault whose message is all that a person at a terminal needs: what happened, then what to do. */
export class Told extends Error {
	override readonly name = 'Told';
}

export function say(text: string): void {
	process.stdout.write(`${text}\n`);
}

/** Tells every ten seconds that something is still going on, and how far it is. */
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
