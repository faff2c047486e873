import { existsSync, mkdirSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import { whereIs } from '../../scripts/n8n/debian.js';
import type { installN8n } from '../../scripts/n8n/install.js';
import { startProcess } from './ownProcess';
import { Explained } from '../../scripts/n8n/say.js';

export interface Launch {
	installed: Awaited<ReturnType<typeof installN8n>>;
	/** N8N_USER_FOLDER, in whose `.n8n` n8n keeps everything. */
	userFolder: string;
	port: number;
	/** For n8n's task runners. */
	brokerPort: number;
	/** `start`, or `worker` and `webhook` in queue mode. */
	command?: readonly string[];
	env?: Record<string, string>;
	/** The name of its log. */
	name?: string;
	readinessPath?: string;
	/** Gets what it prints, as it comes. */
	heard?: ((text: string) => void) | undefined;
}

export type Instance = Awaited<ReturnType<typeof launch>>;

/** A shell may have set these for another n8n. */
const OF_N8N = /^(N8N_|DB_|QUEUE_|EXECUTIONS_|WEBHOOK_URL|GENERIC_TIMEZONE|NODE_OPTIONS)/;

/** Modules that ask n8n's own hosts. Older versions do not start if they do not know one. */
const askingIn = ({ command }: Launch['installed']) =>
	['mcp-registry', 'insights'].filter((name) =>
		existsSync(path.join(command, '../../dist/modules', name)),
	);

function environment({ installed, userFolder, port, brokerPort, env }: Launch): NodeJS.ProcessEnv {
	return {
		...Object.fromEntries(Object.entries(process.env).filter(([name]) => !OF_N8N.test(name))),
		PATH: installed.path,
		NODE_ENV: 'production',
		N8N_USER_FOLDER: userFolder,
		N8N_PORT: String(port),
		N8N_LISTEN_ADDRESS: '127.0.0.1',
		N8N_HOST: '127.0.0.1',
		N8N_RUNNERS_BROKER_PORT: String(brokerPort),
		WEBHOOK_URL: `http://127.0.0.1:${port}/`,
		// n8n's own hosts are not asked.
		N8N_DIAGNOSTICS_ENABLED: 'false',
		N8N_VERSION_NOTIFICATIONS_ENABLED: 'false',
		N8N_TEMPLATES_ENABLED: 'false',
		N8N_PERSONALIZATION_ENABLED: 'false',
		N8N_HIRING_BANNER_ENABLED: 'false',
		N8N_SECURE_COOKIE: 'false',
		N8N_ENFORCE_SETTINGS_FILE_PERMISSIONS: 'true',
		N8N_DISABLED_MODULES: askingIn(installed).join(),
		...env,
	};
}

async function ready(url: string): Promise<boolean> {
	try {
		const answer = await fetch(url, { signal: AbortSignal.timeout(30_000) });
		// While n8n starts, it answers every request with a page that says so.
		return answer.ok && !(await answer.text()).includes('n8n is starting up');
	} catch {
		return false;
	}
}

/** Starts a process of n8n and waits until it answers. */
export async function launch(options: Launch) {
	const { installed, userFolder, port, command = ['start'], name = 'n8n' } = options;
	mkdirSync(path.join(userFolder, '.n8n'), { recursive: true });
	const log = path.join(userFolder, `${name}.log`);
	// n8n ends too if this process is killed, on systems that have setpriv.
	const [program = '', ...args] = [
		...(whereIs('setpriv') === undefined ? [] : ['setpriv', '--pdeathsig', 'TERM']),
		installed.node,
		installed.command,
		...command,
	];
	const env = environment(options);
	const n8n = startProcess(program, args, { cwd: userFolder, env, log, heard: options.heard });
	const url = `http://127.0.0.1:${port}`;
	const until = Date.now() + 600_000;
	const probe = url + (options.readinessPath ?? '/rest/settings');
	while (!(await ready(probe))) {
		if (n8n.over() || Date.now() > until) {
			await n8n.end('SIGKILL');
			const lines = n8n.printed().trim().split('\n').slice(-8).join('\n');
			throw new Explained(
				`n8n ${installed.version} did not come up (${log}):\n${lines}\n` +
					`If it stays so, remove ${userFolder} and run the same command again.`,
			);
		}
		await sleep(150);
	}
	const { pid, ended, end } = n8n;
	return {
		url,
		log,
		pid,
		ended,
		stop: () => end(),
		/** As a crash would. */
		kill: () => end('SIGKILL'),
	};
}
