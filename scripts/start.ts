import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';

import { z } from 'zod';

import { OWNER, type N8nApi } from '../test/n8n/api';
import { installN8n } from '../test/n8n/install';
import { startModel } from '../test/n8n/model';
import { installPackage, packed } from '../test/n8n/package';
import { CACHE } from '../test/n8n/paths';
import { pointPlayground, setUpPlayground } from '../test/n8n/playground';
import { isFree } from '../test/n8n/ports';
import { startN8n } from '../test/n8n/start';
import { failed, say, Told, whileTelling } from '../test/n8n/told';
import { N8N_2 } from '../test/n8n/versions';
import { startSimulator } from '../test/simulator';

/** npm start: a real n8n with the package in it, the simulator and its phone beside it, ready to be tried out. */

const FLAGS = {
	port: { type: 'string', default: '5678' },
	'simulator-port': { type: 'string', default: '5690' },
	'model-port': { type: 'string', default: '5691' },
	fresh: { type: 'boolean', default: false },
} as const;

const FOLDER = path.join(CACHE, 'tryout');
/** Written when everything stands: what a broken start left is made anew. */
const READY = path.join(FOLDER, 'ready.json');

const ready = z.object({ first: z.string(), credentials: z.record(z.string(), z.string()) });

interface Ports {
	n8n: number;
	simulator: number;
	model: number;
}

function readFlags(): Ports & { fresh: boolean } {
	const flags = parseArgs({ options: FLAGS }).values;
	const port = (flag: 'port' | 'simulator-port' | 'model-port') => {
		const number = Number(flags[flag]);
		if (Number.isInteger(number) && number > 0 && number < 65_536) return number;
		throw new Told(`--${flag} must be a number from 1 to 65535, and not ${flags[flag]}.`);
	};
	return {
		n8n: port('port'),
		simulator: port('simulator-port'),
		model: port('model-port'),
		fresh: flags.fresh,
	};
}

const PORTS: readonly { of: keyof Ports; flag: string; what: string }[] = [
	{ of: 'n8n', flag: '--port', what: 'n8n' },
	{ of: 'simulator', flag: '--simulator-port', what: 'the simulator' },
	{ of: 'model', flag: '--model-port', what: 'the stand-in of a language model' },
];

async function checkPorts(ports: Ports): Promise<void> {
	for (const { of, flag, what } of PORTS) {
		if (await isFree(ports[of])) continue;
		throw new Told(
			`Port ${ports[of]}, which ${what} would take, is in use.\n` +
				`End the program that uses it, or choose another port: npm start -- ${flag} ${ports[of] + 100}`,
		);
	}
}

const urls = (ports: Ports) => ({
	simulator: `http://127.0.0.1:${ports.simulator}`,
	model: `http://127.0.0.1:${ports.model}/v1`,
});

/** Credentials, examples and callback URLs: made the first time, brought up to date from then on. */
async function prepare(api: N8nApi, ports: Ports): Promise<string> {
	if (existsSync(READY)) {
		const made = ready.parse(JSON.parse(readFileSync(READY, 'utf8')));
		await pointPlayground(api, made.credentials, urls(ports));
		return made.first;
	}
	return whileTelling('Putting credentials and examples in place', async () => {
		const { credentials, workflows } = await setUpPlayground(api, urls(ports));
		const first = workflows['broadcast-to-a-list'];
		if (first === undefined) throw new Error('the first example is missing');
		const ids = Object.fromEntries(Object.entries(credentials).map(([type, { id }]) => [type, id]));
		writeFileSync(READY, JSON.stringify({ first: first.id, credentials: ids }));
		return first.id;
	});
}

async function main(): Promise<void> {
	const ports = readFlags();
	await checkPorts(ports);
	// First, and apart: it tells how far it is. Starting n8n then finds it there.
	await installN8n(N8N_2);
	const tarball = await whileTelling('Building the package', packed);
	if (ports.fresh || !existsSync(READY)) rmSync(FOLDER, { recursive: true, force: true });
	mkdirSync(FOLDER, { recursive: true });
	await installPackage(FOLDER, tarball);

	const simulator = await startSimulator({ port: ports.simulator });
	const model = await startModel({ port: ports.model });
	const { n8n, api } = await whileTelling('Starting n8n', () =>
		startN8n({ userFolder: FOLDER, port: ports.n8n }),
	);

	let ending = false;
	const end = async (status: number) => {
		ending = true;
		await n8n.stop();
		await Promise.all([simulator.stop(), model.stop()]);
		process.exit(status);
	};
	for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
		process.on(signal, () => {
			// One Ctrl-C comes several times: from the terminal, and from npm and tsx, which hand it on.
			if (ending) return;
			say('\nEnding n8n and the simulator …');
			void end(0);
		});
	}
	void n8n.ended.then(() => {
		if (ending) return;
		say(`n8n has ended by itself: its last words are in ${n8n.log}.`);
		void end(1);
	});

	let first: string;
	try {
		first = await prepare(api, ports);
	} catch (error) {
		await n8n.stop();
		throw error;
	}
	say(`
Everything is up.

  n8n        ${n8n.url}
             sign in as ${OWNER.email} with ${OWNER.password}
  Phone      ${simulator.url}/phone
             what arrives, and where you answer
  Try first  ${n8n.url}/workflow/${first}
             press Execute workflow, then look at the phone

Ctrl-C ends all of it. The next start finds everything as you left it; npm start -- --fresh begins anew.`);
}

main().catch((error: unknown) => {
	failed(error);
	// What was started already would keep the process alive.
	process.exit();
});
