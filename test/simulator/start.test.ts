import { spawn, type ChildProcess } from 'node:child_process';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import path from 'node:path';

import { startSimulator } from '.';
import { HANGS_MS } from './conformance/client';

jest.setTimeout(HANGS_MS);

/** The command runs as a separate process. */

const main = path.join(__dirname, 'main.ts');

interface Started {
	child: ChildProcess;
	text: () => string;
	ended: Promise<number | null>;
}

function start(...flags: string[]): Started {
	const child = spawn(process.execPath, ['--import', 'tsx', main, ...flags], {
		cwd: path.resolve(__dirname, '../..'),
	});
	let text = '';
	child.stdout.on('data', (chunk: Buffer) => (text += chunk.toString()));
	child.stderr.on('data', (chunk: Buffer) => (text += chunk.toString()));
	return {
		child,
		text: () => text,
		ended: new Promise((resolve) => child.on('exit', resolve)),
	};
}

/** Resolves once the process has printed these words, and rejects when it ends without them. */
const printed = ({ child, text, ended }: Started, words: string) =>
	new Promise<void>((resolve, reject) => {
		const look = () => {
			if (text().includes(words)) resolve();
		};
		child.stdout?.on('data', look);
		void ended.then(() => {
			reject(new Error(`The process ended: ${text()}`));
		});
	});

describe('npm run simulator', () => {
	it('The command prints its address, applies its flags, and ends on Ctrl-C', async () => {
		const started = start(
			'--port=0',
			'--prefix=/other/2.0',
			'--latency=1',
			'--speed=60',
			'--callback=officialInbox=http://127.0.0.1:9/hook?token=abc',
		);
		const { child, text, ended } = started;
		await printed(started, 'Ctrl-C');
		const url = /http:\/\/127\.0\.0\.1:\d+/.exec(text())?.[0] ?? '';

		const settings = await (await fetch(`${url}/__control/settings`)).json();
		const callbacks = await (await fetch(`${url}/__control/callbacks`)).json();
		const balance = await fetch(`${url}/other/2.0/balance`, {
			headers: { apikey: 'simulator-key' },
		});
		child.kill('SIGINT');

		expect(settings).toMatchObject({ latencyMs: 1, requestsPerSecond: 100 });
		expect(callbacks).toMatchObject({ officialInbox: ['http://127.0.0.1:9/hook?token=abc'] });
		expect(balance.status).toBe(200);
		expect(await ended).toBe(0);
	});

	it('The command says that the port is in use', async () => {
		const holder = createServer();
		await new Promise<void>((resolve) => holder.listen(0, '127.0.0.1', resolve));
		const { port } = holder.address() as AddressInfo;

		const { text, ended } = start(`--port=${port}`);

		expect(await ended).toBe(1);
		expect(text()).toBe(
			'This port is in use. Choose another with --port, or end what runs there.\n',
		);
		holder.close();
	});

	it('The command names the flag that is wrong', async () => {
		const { text, ended } = start('--port=0', '--latency=fast');

		expect(await ended).toBe(1);
		expect(text()).toContain('latency');
	});
});

describe('startSimulator', () => {
	it('A callback URL of another machine is refused', async () => {
		await expect(
			startSimulator({ callbacks: { business: 'http://example.com/hook' } }),
		).rejects.toThrow('on this machine');
	});
});
