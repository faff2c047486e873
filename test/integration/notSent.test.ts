import { createServer, type AddressInfo, type Socket } from 'node:net';

import { runNode } from '../support/harness';
import { probing } from '../support/probing';

/** Starts a host that accepts connections and calls `meets` with each socket. */
async function hostThat(meets: (socket: Socket) => void) {
	const sockets = new Set<Socket>();
	const server = createServer((socket) => {
		sockets.add(socket);
		socket.on('error', () => undefined);
		meets(socket);
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	const { port } = server.address() as AddressInfo;
	return {
		url: `https://127.0.0.1:${port}`,
		connections: () => sockets.size,
		stop: async () => {
			for (const socket of sockets) socket.destroy();
			await new Promise((resolve) => server.close(resolve));
		},
	};
}

describe('A connection that cannot be made', () => {
	it.each<[string, (socket: Socket) => void, string, number]>([
		[
			'if the connection is reset before it is secure',
			(socket) => socket.once('data', () => socket.resetAndDestroy()),
			'No secure connection to the service could be made (ECONNRESET)',
			5,
		],
		[
			'if the host does not speak TLS',
			(socket) => socket.once('data', () => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n')),
			'No secure connection to the service could be made (EPROTO)',
			1,
		],
		[
			'if the host stays silent before the connection is secure',
			() => undefined,
			'The service could not be reached in time',
			1,
		],
	])('A message counts as not sent %s', async (_, meets, error, tries) => {
		const host = await hostThat(meets);
		const { outputs } = await runNode(
			probing(host, [{ to: '6281200001' }], {
				settings: { onError: 'continueRegularOutput' },
				options: { requestTimeout: 1 },
			}),
		);
		const connections = host.connections();
		await host.stop();
		expect({ connections, output: outputs[0] }).toMatchObject({
			connections: tries,
			output: [{ error, error_advice: expect.stringMatching(/^Nothing was sent/) as string }],
		});
	});
});
