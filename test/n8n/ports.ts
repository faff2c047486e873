import { createServer, type AddressInfo } from 'node:net';

import { Explained } from './say';

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

const isTaken = (error: unknown): boolean =>
	error instanceof Error && 'code' in error && error.code === 'EADDRINUSE';

export interface PortUse {
	port: number;
	/** What would listen on it, e.g. the simulator. */
	what: string;
	/** The flag that chooses another one. */
	flag: string;
}

export const inUse = ({ port, what, flag }: PortUse): Explained =>
	new Explained(
		`Port ${port}, which ${what} would use, is in use.\n` +
			`End the program that uses it, or choose another port: npm start -- ${flag} ${port + 100}`,
	);

/** Starts what listens on a port. A port that was free a moment ago may be taken by now: that is said in words. */
export async function onPort<T>(use: PortUse, start: () => Promise<T>): Promise<T> {
	try {
		return await start();
	} catch (error) {
		// A program that was started says in its own way that it could not listen, and then ended.
		throw isTaken(error) || !(await isFree(use.port)) ? inUse(use) : error;
	}
}

export async function isFree(port: number): Promise<boolean> {
	try {
		await (await listening(port)).close();
		return true;
	} catch {
		return false;
	}
}
