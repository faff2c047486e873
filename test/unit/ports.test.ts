import { createServer, type AddressInfo } from 'node:net';

import { onPort } from '../n8n/ports';
import { Explained } from '../n8n/say';
import { startModel } from '../n8n/model';
import { startSimulator } from '../simulator';

const USE = { what: 'the simulator', flag: '--simulator-port' };

describe('onPort with a port that was taken meanwhile', () => {
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

	it('Another failure keeps its words', async () => {
		const failing = onPort({ ...USE, port: 1 }, () => Promise.reject(new Error('another reason')));

		await expect(failing).rejects.toThrow('another reason');
	});

	it.each<[string, () => Promise<unknown>]>([
		['the simulator', () => startSimulator({ port })],
		['the stand-in of a model', () => startModel({ port })],
		['a program that says so in words of its own', () => Promise.reject(new Explained('exit 1'))],
	])('The error of a taken port tells who starts %s what to do', async (_what, start) => {
		await expect(onPort({ ...USE, port }, start)).rejects.toThrow(new Explained(words()));
	});
});
