import '../support/environment';

import { createServer } from 'node:http';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline/promises';
import { buffer } from 'node:stream/consumers';
import { parseArgs } from 'node:util';

import type { INodeType } from 'n8n-workflow';

import { READS, SENDS, FILE } from '../integration/readings/operations';
import { listen } from '../n8n/ports';
import { failed } from '../../scripts/n8n/say.js';
import { runNode } from '../support/harness';
import { Sanitizer } from './sanitize';

/**
 * npm run record -- --url <base URL> --to <your test phone> [--room <id>] [--listen <port>] [--name <file>]: runs the
 * operations one after the other against the real service, and asks before each message. The key comes from
 * RECORD_KEY, the SMS login from RECORD_SMS_USER and RECORD_SMS_PASSWORD. It writes sanitized exchanges only.
 */

const COSTS: Record<string, string> = {
	'whatsappUnofficial.sendText': '1 WhatsApp credit',
	'whatsappUnofficial.sendMedia': '2 WhatsApp credits',
	'sms.send': 'one SMS',
};

const { values } = parseArgs({
	options: {
		url: { type: 'string', default: '' },
		to: { type: 'string', default: '' },
		room: { type: 'string', default: '' },
		listen: { type: 'string' },
		name: { type: 'string', default: 'recording' },
	},
});

async function main(): Promise<void> {
	const { url, to, room } = values;
	const {
		RECORD_KEY: apiKey = '',
		RECORD_SMS_USER: user = '',
		RECORD_SMS_PASSWORD: password = '',
	} = process.env;
	if (url === '' || to === '' || apiKey === '') {
		throw new Error('--url, --to and RECORD_KEY are needed. See test/recorded/record.ts.');
	}
	const clean = new Sanitizer([apiKey, user, password]);
	const exchanges: object[] = [];
	const callbacks: object[] = [];
	let operation = '';
	/** Between the node and the service, so that both sides are recorded as they are on the wire. */
	const between = createServer((incoming, response) => {
		void (async () => {
			const bytes = await buffer(incoming);
			const { method = 'GET', url: called = '/' } = incoming;
			const own = ['host', 'connection', 'content-length'];
			const headers = Object.fromEntries(
				Object.entries(incoming.headers).filter(([name]) => !own.includes(name)),
			) as Record<string, string>;
			const answer = await fetch(new URL(called, url), {
				method,
				headers,
				...(bytes.length > 0 && { body: new Uint8Array(bytes) }),
				redirect: 'manual',
			});
			const text = await answer.text();
			const type = answer.headers.get('content-type') ?? '';
			const isUpload = (headers['content-type'] ?? '').includes('multipart');
			exchanges.push({
				...{ operation, method, path: clean.text(called) },
				request: isUpload ? 'multipart' : clean.body(bytes.toString('utf8')),
				...{ status: answer.status, type, response: clean.body(text) },
			});
			response.writeHead(answer.status, { 'content-type': type }).end(text);
		})().catch((error: unknown) => response.writeHead(502).end(String(error)));
	});
	const listener = createServer((incoming, response) => {
		void buffer(incoming).then((bytes) => {
			const { method, url: called = '', headers } = incoming;
			const body = clean.body(bytes.toString('utf8'));
			callbacks.push({ method, path: clean.text(called), type: headers['content-type'], body });
			response.end('OK');
		});
	});
	const baseUrl = `http://127.0.0.1:${await listen(between)}`;
	if (values.listen !== undefined) listener.listen(Number(values.listen));
	const console = createInterface({ input: process.stdin, output: process.stdout });
	// As a text that varies, so that tsx does not take `.node` for a binary.
	const folder = 'MessagingService';
	const { MessagingService: Node } = (await import(`../../nodes/${folder}/${folder}.node.ts`)) as {
		MessagingService: new () => INodeType;
	};
	const scene = { to, roomId: room, refNo: 'queued', text: 'A test message', seed: 0 };
	for (const [name, parametersOf] of Object.entries({ ...READS, ...SENDS })) {
		operation = name;
		if (name === 'whatsappOfficial.reply' && room === '') continue;
		if (name in SENDS) {
			const cost = COSTS[name] ?? 'cost not documented';
			const said = await console.question(`Send ${name} to ${to} (${cost})? y/n `);
			if (said.trim().toLowerCase() !== 'y') continue;
		}
		const [resource = '', own = ''] = name.split('.');
		const { outputs } = await runNode({
			...{ nodeType: new Node(), items: [{}], files: FILE },
			parameters: { resource, operation: own, ...parametersOf(scene) },
			settings: { onError: 'continueRegularOutput' },
			credentials: {
				messagingServiceApi: {
					...{ baseUrl, pathPrefix: '/svc_api/1.0', apiKey, requestsPerSecond: 5 },
				},
				messagingServiceSmsApi: { baseUrl, path: '/api/v3/sendsms/plain', user, password },
			},
		});
		const [item = {}] = outputs[0] ?? [];
		process.stdout.write(`${name}: ${typeof item.error === 'string' ? item.error : 'ok'}\n`);
	}
	if (values.listen !== undefined) {
		await console.question('Answer on the phone now. Press Enter when the callbacks are in. ');
	}
	const file = path.join(import.meta.dirname, `${values.name}.json`);
	writeFileSync(file, `${JSON.stringify({ exchanges, callbacks }, undefined, '\t')}\n`);
	process.stdout.write(`Written: ${file}. Read it before you share it.\n`);
	process.exit();
}

main().catch(failed);
