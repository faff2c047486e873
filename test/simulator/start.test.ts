import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';

/** The command, with all that it has printed, and its exit code when it ends. */
function start(...flags: string[]) {
	const args = ['--import', 'tsx', path.join(__dirname, 'main.ts'), ...flags];
	const child = spawn(process.execPath, args, { cwd: path.resolve(__dirname, '../..') });
	let text = '';
	for (const stream of [child.stdout, child.stderr])
		stream.on('data', (chunk: Buffer) => (text += chunk.toString()));
	return {
		child,
		text: () => text,
		ended: once(child, 'close').then(([code]: unknown[]) => code),
	};
}

describe('npm run simulator', () => {
	it('The command prints its address, applies its flags, and ends on Ctrl-C', async () => {
		const { child, text, ended } = start(
			'--port=0',
			'--latency=1',
			'--speed=60',
			'--callback=officialInbox=http://127.0.0.1:9/hook?token=abc',
		);
		while (!text().includes('Ctrl-C')) await once(child.stdout, 'data');
		const url = /http:\/\/127\.0\.0\.1:\d+/.exec(text())?.[0] ?? '';

		const settings = await (await fetch(`${url}/__control/settings`)).json();
		const callbacks = await (await fetch(`${url}/__control/callbacks`)).json();
		const balance = await fetch(`${url}/svc_api/1.0/balance`, {
			headers: { apikey: 'simulator-key' },
		});
		child.kill('SIGINT');

		// The limits of the service.
		expect(settings).toMatchObject({
			latencyMs: 1,
			...{ requestsPerSecond: 100, requestPeriodMs: 1000 },
			...{ channelRequests: 60, channelPeriodMs: 60_000 },
		});
		expect(callbacks).toMatchObject({ officialInbox: ['http://127.0.0.1:9/hook?token=abc'] });
		expect(balance.status).toBe(200);
		expect(await ended).toBe(0);
	});

	it('The command names a wrong flag', async () => {
		const { text, ended } = start('--callback=business=http://example.com/hook');

		expect(await ended).toBe(1);
		expect(text()).toContain('on this machine');
	});
});
