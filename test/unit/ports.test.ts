import { createServer, type AddressInfo } from 'node:net';

import { onPort } from '../n8n/ports';
import { Explained } from '../n8n/say';
import { startModel } from '../n8n/model';

const USE = { what: 'the simulator', flag: '--simulator-port' };

describe('onPort', () => {
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

	it('An error that is not about the port stays as it is', async () => {
		const failing = onPort({ ...USE, port: 1 }, () => Promise.reject(new Error('another reason')));
		await expect(failing).rejects.toThrow('another reason');
	});

	it.each<[string, () => Promise<unknown>]>([
		['the stand-in of a model', () => startModel({ port })],
		['a program with an error of its own', () => Promise.reject(new Explained('exit 1'))],
	])('The error of a taken port for %s says what to do', async (_what, start) => {
		const words = `Port ${port}, which the simulator would use, is in use.
End the program that uses it, or choose another port: npm start -- --simulator-port ${port + 100}`;
		await expect(onPort({ ...USE, port }, start)).rejects.toThrow(new Explained(words));
	});
});
