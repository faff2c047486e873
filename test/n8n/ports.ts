import { createServer, type AddressInfo, type Server } from 'node:net';

import { Explained } from '../../scripts/n8n/say.js';

/** Has a server listen on this machine, and returns its port. */
export const listen = (server: Server, port = 0) =>
	new Promise<number>((resolve, reject) => {
		server.once('error', reject);
		server.listen(port, '127.0.0.1', () => {
			// A server that listens on a port has an address of this kind.
			resolve((server.address() as AddressInfo).port);
		});
	});

/** Free ports of this machine. All are held together, so that no two are the same. */
export async function freePorts(count: number): Promise<number[]> {
	const holders = Array.from({ length: count }, () => createServer());
	const ports = await Promise.all(holders.map((holder) => listen(holder)));
	await Promise.all(holders.map((holder) => new Promise((closed) => holder.close(closed))));
	return ports;
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

export const inUse = ({ port, what, flag }: PortUse) =>
	new Explained(
		`Port ${port}, which ${what} would use, is in use.\n` +
			`End the program that uses it, or choose another port: npm start -- ${flag} ${port + 100}`,
	);

/** Starts a program that listens on a port, and explains a port that another program has taken. */
export async function onPort<T>(use: PortUse, start: () => Promise<T>): Promise<T> {
	try {
		return await start();
	} catch (error) {
		// A program that could not listen says so in its own words.
		throw isTaken(error) || !(await isFree(use.port)) ? inUse(use) : error;
	}
}

export async function isFree(port: number): Promise<boolean> {
	const holder = createServer();
	const listens = await listen(holder, port).then(
		() => true,
		() => false,
	);
	if (listens) await new Promise((closed) => holder.close(closed));
	return listens;
}
