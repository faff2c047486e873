import { spawn } from 'node:child_process';
import { createWriteStream, existsSync, readFileSync } from 'node:fs';

interface Start {
	cwd: string;
	/** Everything that it prints goes here. */
	log: string;
	env?: NodeJS.ProcessEnv;
	/** Root can start it as somebody else. */
	user?: { uid: number; gid: number };
	/** What others have printed into the log stays there. */
	isAppended?: boolean;
}

const LATEST_MS = 15_000;
const PRINTED_KEPT = 20_000;

/** Starts a program that runs beside this one, and ends before it. */
export function startProcess(
	command: string,
	args: readonly string[],
	{ cwd, log, env, user, isAppended = false }: Start,
) {
	const file = createWriteStream(log, { flags: isAppended ? 'a' : 'w' });
	const child = spawn(command, args, {
		cwd,
		env: env ?? process.env,
		stdio: ['ignore', 'pipe', 'pipe'],
		// Ctrl-C in the terminal reaches only our own process, which then stops this one cleanly.
		detached: true,
		...user,
	});
	let printed = '';
	let over = false;
	const take = (chunk: Buffer) => {
		printed = (printed + chunk.toString()).slice(-PRINTED_KEPT);
		file.write(chunk);
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
		/** What it printed last. */
		printed: () => printed,
		over: () => over,
		/** Resolves with its status when it has ended: null if it could not be started or was killed. */
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

/** Runs a command to its end. True when it went well. */
export const ran = async (command: string, args: readonly string[], start: Start) =>
	(await startProcess(command, args, { ...start, isAppended: true }).ended) === 0;

/** The end of what was printed into a log. */
export const lastLines = (log: string) =>
	existsSync(log) ? readFileSync(log, 'utf8').trim().split('\n').slice(-4).join('\n') : '';
