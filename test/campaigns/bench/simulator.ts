import { spawn, type ChildProcess } from 'node:child_process';
import path from 'node:path';

import autocannon from 'autocannon';

import { table } from '../../docs/markdown';
import { median } from '../../support/median';

/** How much the simulator takes with its limits lifted, so that it never is what a benchmark measures; and how fast it starts. */

const ROUNDS = 3;
const SECONDS = 5;
const LEAST = 5000;

const main = path.join(import.meta.dirname, '../../simulator/main.ts');

async function start(): Promise<{ child: ChildProcess; url: string; ms: number }> {
	const from = performance.now();
	const child = spawn(
		process.execPath,
		['--import', 'tsx', main, '--port=0', '--requests-per-second=0', '--channel-requests=0'],
		{ stdio: ['ignore', 'pipe', 'inherit'] },
	);
	const url = await new Promise<string>((resolve) => {
		let text = '';
		child.stdout.on('data', (chunk: Buffer) => {
			text += chunk.toString();
			const found = /http:\/\/127\.0\.0\.1:\d+/.exec(text)?.[0];
			if (found !== undefined) resolve(found);
		});
	});
	return { child, url, ms: performance.now() - from };
}

const API = '/svc_api/1.0';
const KINDS = {
	'unofficial text': {
		method: 'POST',
		path: `${API}/whatsapp/message`,
		body: JSON.stringify({ destination: '6281234567890', message: 'Hello there' }),
	},
	broadcast: {
		method: 'POST',
		path: `${API}/wa_official/message/broadcast`,
		body: JSON.stringify({
			destination: '6281234567890',
			destination_name: 'Somebody',
			template_id: '22222222-aaaa-4aaa-8aaa-222222222222',
			channel_id: '11111111-1111-4111-8111-111111111111',
		}),
	},
	balance: { method: 'GET', path: `${API}/balance`, body: '' },
} as const;

async function requestsPerSecond(url: string, kind: keyof typeof KINDS): Promise<number> {
	const { method, path: where, body } = KINDS[kind];
	const { requests, non2xx, errors } = await autocannon({
		url: `${url}${where}`,
		method,
		connections: 32,
		duration: SECONDS,
		headers: { apikey: 'simulator-key', 'content-type': 'application/json' },
		...(body !== '' && { body }),
	});
	if (non2xx > 0 || errors > 0) throw new Error(`${kind}: ${non2xx + errors} requests failed`);
	return requests.average;
}

async function run(): Promise<void> {
	const rows: string[][] = [];
	const starts: number[] = [];
	const rates = new Map<keyof typeof KINDS, number[]>();
	for (let round = 0; round < ROUNDS; round++) {
		const { child, url, ms } = await start();
		starts.push(ms);
		for (const kind of Object.keys(KINDS) as (keyof typeof KINDS)[]) {
			rates.set(kind, [...(rates.get(kind) ?? []), await requestsPerSecond(url, kind)]);
		}
		child.kill();
	}
	for (const [kind, values] of rates) {
		const rate = Math.round(median(values));
		if (rate < LEAST) process.exitCode = 1;
		rows.push([kind, String(rate), String(LEAST), rate >= LEAST ? 'met' : 'NOT met']);
	}
	process.stdout
		.write(`Simulator with its limits lifted, one process, 32 connections, median of ${ROUNDS} rounds of ${SECONDS} s:

${table(['request', 'answered a second', 'to reach', ''], rows)}

Ready ${(median(starts) / 1000).toFixed(2)} s after the command (to reach: 3 s).
`);
}

void run();
