import { createServer, type AddressInfo } from 'node:net';

function listening(port: number) {
	const server = createServer();
	return new Promise<{ port: number; close: () => Promise<void> }>((resolve, reject) => {
		server.once('error', reject);
		server.listen(port, '127.0.0.1', () => {
			resolve({
				port: (server.address() as AddressInfo).port,
				close: () =>
					new Promise((closed) => {
						server.close(() => {
							closed();
						});
					}),
			});
		});
	});
}

/** Ports of this machine that nothing listens on: all held at once, so that no two are the same. */
export async function freePorts(count: number): Promise<number[]> {
	const held = await Promise.all(Array.from({ length: count }, () => listening(0)));
	await Promise.all(held.map(({ close }) => close()));
	return held.map(({ port }) => port);
}

export async function isFree(port: number): Promise<boolean> {
	try {
		await (await listening(port)).close();
		return true;
	} catch {
		return false;
	}
}
