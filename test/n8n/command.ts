import { spawn } from 'node:child_process';
import { createWriteStream } from 'node:fs';
import { finished } from 'node:stream/promises';

interface Running {
	cwd: string;
	env?: NodeJS.ProcessEnv;
	/** Everything that it prints goes here. */
	log: string;
}

/** Runs a command to its end. True when it went well. */
export async function ran(
	command: string,
	args: readonly string[],
	{ cwd, env, log }: Running,
): Promise<boolean> {
	const file = createWriteStream(log, { flags: 'a' });
	const child = spawn(command, args, {
		cwd,
		env: env ?? process.env,
		stdio: ['ignore', 'pipe', 'pipe'],
	});
	child.stdout.pipe(file, { end: false });
	child.stderr.pipe(file, { end: false });
	const status = await new Promise<number | null>((resolve) => {
		child.once('error', (error) => {
			file.write(`${error.message}\n`);
			resolve(null);
		});
		child.once('close', resolve);
	});
	file.end();
	await finished(file);
	return status === 0;
}
