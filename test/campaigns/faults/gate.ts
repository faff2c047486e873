import { createServer, connect, type AddressInfo } from 'node:net';

/** A door before the simulator that can be shut: then connections are refused. */
export interface Gate {
	url: string;
	/** Shuts it after so many more connections, and opens it again after a time, where one is given. */
	shutAfter: (connections: number, openAfterMs?: number) => void;
	open: () => Promise<void>;
	stop: () => void;
}

export async function startGate(target: string): Promise<Gate> {
	const { port: behind } = new URL(target);
	let left = Infinity;
	let reopen: number | undefined;
	let timer: NodeJS.Timeout | undefined;
	let port = 0;
	const server = createServer((incoming) => {
		const outgoing = connect(Number(behind), '127.0.0.1');
		const end = () => {
			incoming.destroy();
			outgoing.destroy();
		};
		for (const socket of [incoming, outgoing]) socket.on('error', end).on('close', end);
		incoming.pipe(outgoing).pipe(incoming);
		if (--left === 0) shut();
	});
	const listen = () =>
		new Promise<void>((resolve, reject) => {
			if (server.listening) {
				resolve();
				return;
			}
			server.once('error', reject);
			server.listen(port, '127.0.0.1', () => {
				port = (server.address() as AddressInfo).port;
				resolve();
			});
		});
	const open = async () => {
		clearTimeout(timer);
		left = Infinity;
		await listen();
	};
	const shut = () => {
		// Connections that are there go on; new ones find nobody.
		server.close();
		if (reopen !== undefined) timer = setTimeout(() => void open(), reopen);
	};
	await listen();
	return {
		url: `http://127.0.0.1:${port}`,
		shutAfter: (connections, openAfterMs) => {
			left = connections;
			reopen = openAfterMs;
			if (connections === 0) shut();
		},
		open,
		stop: () => {
			clearTimeout(timer);
			server.close();
		},
	};
}
