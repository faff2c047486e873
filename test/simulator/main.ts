import { parseArgs } from 'node:util';

import { playground } from '../../playground';
import { startSimulator } from '.';
import { CALLBACK_KINDS } from './settings';

/** npm run simulator. README.md explains the flags. */

const FLAGS = {
	port: { type: 'string', default: '5690' },
	latency: { type: 'string', default: '0' },
	speed: { type: 'string', default: '1' },
	callback: { type: 'string', multiple: true, default: [] as string[] },
} as const;

async function main() {
	const { values } = parseArgs({ options: FLAGS });
	const callbacks = Object.fromEntries(
		values.callback.map((pair) => {
			const [kind = '', ...url] = pair.split('=');
			return [kind, url.join('=')];
		}),
	);
	const simulator = await startSimulator(
		{
			port: Number(values.port),
			speed: Number(values.speed),
			settings: { latencyMs: Number(values.latency) },
			callbacks,
		},
		playground,
	);
	const { url } = simulator;
	process.stdout.write(`The service, simulated:
  API       ${url}  (key simulator-key)
  SMS       ${url}  (user simulator_api, password simulator-password)
  Phone     ${url}/phone
  Callbacks ${url}/callbacks
  Reference ${url}/reference
  Control   ${url}/__control
Ctrl-C ends it.
`);
	for (const signal of ['SIGINT', 'SIGTERM'] as const)
		process.once(signal, () => void simulator.stop());
}

/** The error in words for a person at a terminal. */
function wordsOf(error: unknown): string {
	if (!(error instanceof Error)) return String(error);
	if ('code' in error && error.code === 'EADDRINUSE') {
		return 'This port is in use. Choose another with --port, or end what runs there.';
	}
	if (error.name === 'ZodError' && 'issues' in error) {
		return `A flag is wrong: ${error.message}\nKinds of callbacks: ${CALLBACK_KINDS.join(', ')}`;
	}
	return error.message;
}

main().catch((error: unknown) => {
	process.stderr.write(`${wordsOf(error)}\n`);
	process.exitCode = 1;
});
