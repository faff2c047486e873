import { connect, createServer } from 'node:net';

import { listen } from '../../n8n/ports';

/** A door before the simulator that shuts after this many connections, and opens again after a time, if one is given. */
export async function startGate(target: string, after: number, forMs?: number) {
	let left = after;
	let timer: NodeJS.Timeout | undefined;
	const server = createServer((incoming) => {
		const outgoing = connect(Number(new URL(target).port), '127.0.0.1');
		const end = () => {
			incoming.destroy();
			outgoing.destroy();
		};
		for (const socket of [incoming, outgoing]) socket.on('error', end).on('close', end);
		incoming.pipe(outgoing).pipe(incoming);
		if (--left !== 0) return;
		// Connections that are there go on. New ones are refused.
		server.close();
		if (forMs !== undefined) timer = setTimeout(() => void open(), forMs);
	});
	const port = await listen(server);
	const open = async () => {
		clearTimeout(timer);
		if (!server.listening) await listen(server, port);
	};
	return {
		url: `http://127.0.0.1:${port}`,
		open,
		stop: () => {
			clearTimeout(timer);
			server.close();
		},
	};
}
