import { connect, createServer } from 'node:net';

import { listen } from '../../n8n/ports';

/** A door before the simulator that can be shut: then connections are refused. */
export type Gate = Awaited<ReturnType<typeof startGate>>;

export async function startGate(target: string) {
	let left = Infinity;
	let openAfterMs: number | undefined;
	let timer: NodeJS.Timeout | undefined;
	let port = 0;
	const server = createServer((incoming) => {
		const outgoing = connect(Number(new URL(target).port), '127.0.0.1');
		const end = () => {
			incoming.destroy();
			outgoing.destroy();
		};
		for (const socket of [incoming, outgoing]) socket.on('error', end).on('close', end);
		incoming.pipe(outgoing).pipe(incoming);
		if (--left > 0) return;
		// Connections that are there go on. New ones are refused.
		server.close();
		if (openAfterMs !== undefined) timer = setTimeout(() => void open(), openAfterMs);
	});
	const open = async () => {
		clearTimeout(timer);
		left = Infinity;
		if (!server.listening) port = await listen(server, port);
	};
	await open();
	return {
		url: `http://127.0.0.1:${port}`,
		open,
		/** Shuts it after this many more connections, and opens it again after a time, if one is given. */
		shutAfter: (connections: number, forMs?: number) => {
			left = connections;
			openAfterMs = forMs;
		},
		stop: () => {
			clearTimeout(timer);
			server.close();
		},
	};
}
