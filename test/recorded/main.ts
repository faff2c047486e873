import '../support/environment';

import { randomBytes } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { parseArgs } from 'node:util';

import { failed, say } from '../../scripts/n8n/say.js';
import { CACHE } from '../n8n/paths';
import { Check, type Service } from './check';
import { htmlPage, textPage } from './page';
import { callbackListener } from './recorder';

/**
 * npm run check:service [-- --send-to <your phone>] [--callbacks <port>], and npm run record, which also sends the
 * messages of all other operations ([--room <id>] [--gateway <id>]) and keeps the recording for the tests.
 */

const text = { type: 'string' } as const;
const { values: flags } = parseArgs({
	options: {
		'send-to': text,
		callbacks: text,
		room: text,
		gateway: text,
		record: { type: 'boolean', default: false },
	},
});

const silent = new Writable({
	write: (_chunk, _encoding, done) => {
		done();
	},
});

async function ask(words: string, isHidden = false): Promise<string> {
	process.stdout.write(words);
	const { stdin: input, stdout } = process;
	const output = isHidden ? silent : stdout;
	const prompt = createInterface({ input, output, terminal: input.isTTY });
	const answer = await prompt.question('');
	prompt.close();
	if (isHidden) say('');
	return answer.trim();
}

/** From the environment, or from the keyboard. Never from an argument, which other users of this machine can see. */
const given = async (name: string, words: string) =>
	process.env[`SERVICE_${name}`] ?? (await ask(`${words}: `, words.endsWith('(not shown)')));

const address = async (name: string, words: string) =>
	(await given(name, words)).replace(/\/+$/, '');

async function service(): Promise<Service> {
	const api = {
		baseUrl: await address('URL', 'Base URL of the service'),
		pathPrefix: (await address('PREFIX', 'Path prefix (Enter: /svc_api/1.0)')) || '/svc_api/1.0',
		apiKey: await given('KEY', 'API key (not shown)'),
	};
	const user = await given('SMS_USER', 'SMS user (Enter: no SMS)');
	const { room: roomId, gateway: gatewayId, 'send-to': sendTo } = flags;
	const whole = { api, sendTo, roomId, gatewayId };
	if (user === '') return whole;
	const sms = {
		baseUrl: await address('SMS_URL', 'Base URL of the SMS host'),
		path: process.env.SERVICE_SMS_PATH ?? '/api/v3/sendsms/plain',
		user,
		password: await given('SMS_PASSWORD', 'SMS password (not shown)'),
	};
	return { ...whole, sms };
}

async function main(): Promise<void> {
	const check = new Check(await service());
	const read: Promise<void>[] = [];
	if (flags.callbacks !== undefined) {
		const token = randomBytes(16).toString('hex');
		const { url } = await callbackListener(Number(flags.callbacks), token, (one) => {
			read.push(check.callback(one));
		});
		say(`Callbacks: have a tunnel lead to ${url}, and register its public address.`);
	}
	const confirmed = async (words: string) => /^y$/i.test(await ask(`${words} y/n `));
	await check.run(confirmed, flags.record);
	if (flags.callbacks !== undefined) {
		await ask('Answer on the phone now. Press Enter when the callbacks are in. ');
		await Promise.all(read);
	}
	const { report } = check;
	const folder = path.join(CACHE, 'check-service');
	mkdirSync(folder, { recursive: true });
	const recording = path.join(flags.record ? import.meta.dirname : folder, 'recording.json');
	const files = {
		[path.join(folder, 'page.html')]: htmlPage(report),
		[path.join(folder, 'page.txt')]: textPage(report),
		[recording]: `${JSON.stringify(report.recording, undefined, '\t')}\n`,
	};
	say(`\n${textPage(report)}\n`);
	for (const [file, content] of Object.entries(files)) {
		writeFileSync(file, content);
		say(`Written: ${file}`);
	}
	say('They hold no values. Read them before you share them all the same.');
	process.exit();
}

main().catch(failed);
