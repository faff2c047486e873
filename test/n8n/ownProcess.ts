import { spawn } from 'node:child_process';
import { createWriteStream } from 'node:fs';

interface Start {
	cwd: string;
	/** The file for what it prints. */
	log: string;
	env?: NodeJS.ProcessEnv;
	/** Root can start it as another user. */
	user?: { uid: number; gid: number };
	/** Gets what it prints, as it comes. */
	heard?: ((text: string) => void) | undefined;
}

const LATEST_MS = 15_000;
const PRINTED_KEPT = 20_000;

/** Starts a program that runs next to this one. */
export function startProcess(
	command: string,
	args: readonly string[],
	{ cwd, log, env, user, heard }: Start,
) {
	const file = createWriteStream(log);
	const child = spawn(command, args, {
		cwd,
		env: env ?? process.env,
		stdio: ['ignore', 'pipe', 'pipe'],
		// Ctrl-C in the terminal reaches only our process, which then stops this one cleanly.
		detached: true,
		...user,
	});
	let printed = '';
	let over = false;
	const take = (chunk: Buffer) => {
		printed = (printed + chunk.toString()).slice(-PRINTED_KEPT);
		file.write(chunk);
		heard?.(chunk.toString());
	};
	child.stdout.on('data', take);
	child.stderr.on('data', take);
	const ended = new Promise<number | null>((resolve) => {
		const finish = (status: number | null) => {
			over = true;
			file.end(() => {
				resolve(status);
			});
		};
		child.once('error', ({ message }) => {
			take(Buffer.from(message));
			finish(null);
		});
		child.once('close', finish);
	});
	return {
		pid: child.pid ?? 0,
		/** The end of what it printed. */
		printed: () => printed,
		over: () => over,
		/** Resolves with its status, or with null if it did not start or was killed. */
		ended,
		end: async (signal: NodeJS.Signals = 'SIGTERM') => {
			if (over) return;
			child.kill(signal);
			const late = setTimeout(() => child.kill('SIGKILL'), LATEST_MS);
			await ended;
			clearTimeout(late);
		},
	};
}
