import { createServer, type AddressInfo } from 'node:net';

import { onPort } from '../n8n/ports';
import { Told } from '../n8n/told';
import { startModel } from '../n8n/model';
import { startSimulator } from '../simulator';

const USE = { what: 'the simulator', flag: '--simulator-port' };

describe('a port that is taken after it was found free', () => {
	const holder = createServer();
	let port: number;

	beforeAll(async () => {
		await new Promise<void>((resolve) => holder.listen(0, '127.0.0.1', resolve));
		// A server that listens on a port has an address of this kind.
		({ port } = holder.address() as AddressInfo);
	});

	afterAll(() => {
		holder.close();
	});

	const words = () =>
		`Port ${port}, which the simulator would use, is in use.\n` +
		`End the program that uses it, or choose another port: npm start -- --simulator-port ${port + 100}`;

	it.each<[string, () => Promise<unknown>]>([
		['the simulator', () => startSimulator({ port })],
		['the stand-in of a model', () => startModel({ port })],
		['a program that says so in words of its own', () => Promise.reject(new Told('exit 1'))],
	])('is said in words to who starts %s', async (_what, start) => {
		await expect(onPort({ ...USE, port }, start)).rejects.toThrow(new Told(words()));
	});
});

describe('a port that is free', () => {
	it('is no reason for a failure', async () => {
		const failing = onPort({ ...USE, port: 1 }, () => Promise.reject(new Error('another reason')));

		await expect(failing).rejects.toThrow('another reason');
	});
});
