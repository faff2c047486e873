import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';

import { z } from 'zod';

import { playground } from '../playground';
import { OWNER, type N8nApi, type Owner } from '../test/n8n/api';
import { installN8n } from './n8n/install.js';
import { startModel } from '../test/n8n/model';
import { forgetInstalled, installPackage, packed, packageIn } from '../test/n8n/package';
import { CACHE, ROOT } from '../test/n8n/paths';
import { CALLBACK_TOKEN, pointPlayground, setUpPlayground } from '../test/n8n/playground';
import { inUse, isFree, onPort, type PortUse } from '../test/n8n/ports';
import { startN8n } from '../test/n8n/start';
import { failed, say, Explained, whileTelling } from './n8n/say.js';
import { SIGNALS, startQueue, type Start } from './queue';
import { startSimulator } from '../test/simulator';

/**
 * npm start runs a real n8n with the package, next to the simulator and its phone. npm run dev also builds each saved
 * source file and loads it into the running n8n. With --queue, n8n is a main process, two workers and a webhook process.
 */

const FLAGS = {
	port: { type: 'string', default: '5678' },
	'simulator-port': { type: 'string', default: '5690' },
	'model-port': { type: 'string', default: '5691' },
	fresh: { type: 'boolean', default: false },
	dev: { type: 'boolean', default: false },
	queue: { type: 'boolean', default: false },
} as const;

const FOLDER = path.join(CACHE, 'tryout');
/** This file is written last, so a start that broke off left none, and the next one begins again. */
const READY = path.join(FOLDER, 'ready.json');
const OWNER_FILE = path.join(FOLDER, 'owner.json');

const ready = z.object({
	first: z.string(),
	credentials: z.record(z.string(), z.string()),
	callbacks: z.record(z.string(), z.string()),
});

/** Undefined if nothing is ready yet, or an older version of this script wrote the file. */
const readReady = () =>
	existsSync(READY) ? ready.safeParse(JSON.parse(readFileSync(READY, 'utf8'))).data : undefined;

interface Ports {
	n8n: number;
	simulator: number;
	model: number;
}

function readFlags(): Ports & { fresh: boolean; dev: boolean; queue: boolean } {
	const flags = parseArgs({ options: FLAGS }).values;
	const port = (flag: 'port' | 'simulator-port' | 'model-port') => {
		const number = Number(flags[flag]);
		if (Number.isInteger(number) && number > 0 && number < 65_536) return number;
		throw new Explained(`--${flag} must be a number from 1 to 65535, but is ${flags[flag]}.`);
	};
	return {
		n8n: port('port'),
		simulator: port('simulator-port'),
		model: port('model-port'),
		fresh: flags.fresh,
		dev: flags.dev,
		queue: flags.queue,
	};
}

const portUses = (ports: Ports): Record<keyof Ports, PortUse> => ({
	n8n: { port: ports.n8n, flag: '--port', what: 'n8n' },
	simulator: { port: ports.simulator, flag: '--simulator-port', what: 'the simulator' },
	model: { port: ports.model, flag: '--model-port', what: 'the stand-in for a language model' },
});

async function checkPorts(uses: Record<keyof Ports, PortUse>): Promise<void> {
	for (const use of Object.values(uses)) {
		if (!(await isFree(use.port))) throw inUse(use);
	}
}

const owner = z.object({ email: z.string(), password: z.string() });

/** The password of this n8n's owner is random, and is kept next to its database. */
function readOwner(): Owner {
	if (!existsSync(OWNER_FILE)) {
		// n8n requires a capital letter and a digit.
		const password = `${randomBytes(15).toString('base64url')}-A1`;
		const made = JSON.stringify({ email: OWNER.email, password });
		writeFileSync(OWNER_FILE, made, { mode: 0o600 });
	}
	return { ...OWNER, ...owner.parse(JSON.parse(readFileSync(OWNER_FILE, 'utf8'))) };
}

const urls = (ports: Ports) => ({
	simulator: `http://127.0.0.1:${ports.simulator}`,
	model: `http://127.0.0.1:${ports.model}/v1`,
});

/** The first start creates credentials, examples and callback URLs. Later starts only update their addresses. */
async function prepare(api: N8nApi, ports: Ports, webhooks?: string): Promise<string> {
	const made = webhooks === undefined ? readReady() : undefined;
	if (made !== undefined) {
		await pointPlayground(api, made, urls(ports));
		return made.first;
	}
	return whileTelling('Putting credentials and examples in place', async () => {
		const { credentials, workflows, callbacks } = await setUpPlayground(api, urls(ports), webhooks);
		const first = workflows['broadcast-to-a-list'];
		if (first === undefined) throw new Error('the first example is missing');
		if (webhooks !== undefined) return first.id;
		const ids = Object.fromEntries(Object.entries(credentials).map(([type, { id }]) => [type, id]));
		writeFileSync(READY, JSON.stringify({ first: first.id, credentials: ids, callbacks }));
		return first.id;
	});
}

/** Each saved file is built into the folder where n8n watches its packages. */
function watchSources(): { stop: () => void } {
	// The installed files will differ from the packed ones, so the next start must install them again.
	forgetInstalled(FOLDER);
	const gulp = spawn(process.execPath, ['node_modules/gulp/bin/gulp.js', 'watch'], {
		cwd: ROOT,
		env: { ...process.env, INSTALLED_PACKAGE: packageIn(FOLDER) },
		stdio: ['ignore', 'inherit', 'inherit'],
	});
	return { stop: () => gulp.kill() };
}

const startOne: Start = (port, owner, env) =>
	whileTelling('Starting n8n', () => startN8n({ userFolder: FOLDER, port, owner, env }));

async function main(): Promise<void> {
	const ports = readFlags();
	const uses = portUses(ports);
	await checkPorts(uses);
	if (ports.fresh || readReady() === undefined || !existsSync(OWNER_FILE))
		rmSync(FOLDER, { recursive: true, force: true });
	mkdirSync(FOLDER, { recursive: true });
	const build = async () => {
		await installPackage(FOLDER, await packed());
	};
	await Promise.all([installN8n(), whileTelling('Building the package', build)]);

	const { timeZone: timezone } = new Intl.DateTimeFormat().resolvedOptions();
	const simulator = await onPort(uses.simulator, () =>
		startSimulator({ port: ports.simulator }, playground),
	);
	const model = await onPort(uses.model, () => startModel({ port: ports.model }));
	const signIn = readOwner();
	const start = ports.queue ? startQueue : startOne;
	const dev = { ...(ports.dev && { N8N_DEV_RELOAD: 'true' }) };
	const { n8n, api, webhooks } = await onPort(uses.n8n, () =>
		start(ports.n8n, signIn, { GENERIC_TIMEZONE: timezone, ...dev }),
	);

	const watching = ports.dev ? watchSources() : undefined;
	let ending = false;
	const end = async (status: number) => {
		ending = true;
		watching?.stop();
		await n8n.stop();
		await Promise.all([simulator.stop(), model.stop()]);
		process.exit(status);
	};
	for (const signal of SIGNALS) {
		process.on(signal, () => {
			// One Ctrl-C arrives several times: from the terminal, from npm and from tsx.
			if (ending) return;
			say('\nStopping n8n and the simulator …');
			void end(0);
		});
	}
	void n8n.ended?.then(() => {
		if (ending) return;
		say(`n8n has stopped by itself. Its log is ${n8n.log}.`);
		void end(1);
	});

	let first: string;
	try {
		first = await prepare(api, ports, webhooks);
	} catch (error) {
		watching?.stop();
		await n8n.stop();
		throw error;
	}
	const isQueue = webhooks !== undefined;
	const next = isQueue ? 'begins again' : 'continues from there; npm start -- --fresh begins again';
	say(`
Everything is up. Ctrl-C stops it. The next start ${next}.
  n8n        ${n8n.url}, sign in as ${signIn.email} with ${signIn.password}
  Phone      ${simulator.url}/phone shows each message, and takes your answers
  Reference  ${simulator.url}/reference shows the interface, and tries each request
  Callbacks  ${simulator.url}/callbacks sends messages and reports to your triggers:
             enter the URL of a trigger there, with ?token=${CALLBACK_TOKEN} at its end
  Try first  ${n8n.url}/workflow/${first}: press Execute workflow, then look at the phone.
             The second time, it says already_sent: its Campaign still holds
  Your turn  In Recipient, any number with its country code works, such as 628000000001: the simulator takes it,
             and the phone shows it
${isQueue ? `Queue mode: the webhook process, ${webhooks}, takes callbacks and answers.\nBelow, each process says what it does:\n` : ''}${ports.dev ? 'Save a file in nodes/ or credentials/: the running n8n loads it within seconds.\n' : ''}`);
}

main().catch((error: unknown) => {
	failed(error);
	// Servers that have started already would keep the process alive.
	process.exit();
});
