import { spawn } from 'node:child_process';
import { createWriteStream } from 'node:fs';

/** A program of another kind than n8n, run beside it. */
export interface OwnProcess {
	/** What it printed until now. */
	printed: () => string;
	over: () => boolean;
	end: (signal?: NodeJS.Signals) => Promise<void>;
}

export interface Start {
	cwd: string;
	log: string;
	/** Root can start it as somebody else. */
	user?: { uid: number; gid: number };
}

const LATEST_MS = 15_000;

export function startProcess(
	command: string,
	args: readonly string[],
	{ cwd, log, user }: Start,
): OwnProcess {
	const file = createWriteStream(log);
	const child = spawn(command, args, {
		cwd,
		stdio: ['ignore', 'pipe', 'pipe'],
		// A Ctrl-C at the terminal reaches the one who started it, who then ends it in order.
		detached: true,
		...user,
	});
	let printed = '';
	let over = false;
	const take = (chunk: Buffer) => {
		printed = (printed + chunk.toString()).slice(-20_000);
		file.write(chunk);
	};
	child.stdout.on('data', take);
	child.stderr.on('data', take);
	const ended = new Promise<void>((resolve) => {
		const finish = (error?: Error) => {
			if (error !== undefined) printed += error.message;
			over = true;
			file.end();
			resolve();
		};
		child.once('error', finish);
		child.once('close', () => {
			finish();
		});
	});
	return {
		printed: () => printed,
		over: () => over,
		end: async (signal = 'SIGTERM') => {
			if (over) return;
			child.kill(signal);
			const late = setTimeout(() => child.kill('SIGKILL'), LATEST_MS);
			await ended;
			clearTimeout(late);
		},
	};
}
