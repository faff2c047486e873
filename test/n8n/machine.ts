import { cpus, release, totalmem, type } from 'node:os';

import { N8N_2 } from './versions';

/** Where and with what something was measured. */
export interface Machine {
	date: string;
	command: string;
	machine: string;
	versions: string;
}

export function machineFor(command: string): Machine {
	const [cpu] = cpus();
	const memory = Math.round(totalmem() / 2 ** 30);
	return {
		date: new Date().toISOString().slice(0, 10),
		command,
		machine: `${cpus().length} × ${cpu?.model ?? 'CPU'}, ${memory} GiB, ${type()} ${release()}`,
		versions: `n8n ${N8N_2.n8n} on Node ${N8N_2.node}; simulator and checks on Node ${process.versions.node}`,
	};
}
