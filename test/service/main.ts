import '../support/environment';

import { parseArgs } from 'node:util';

import { failed, say } from '../../scripts/n8n/say.js';
import { checkService, type Login } from './check';
import { Questions } from './questions';

/** npm run check:service [-- --send-to <your phone>] */

const { values: flags } = parseArgs({ options: { 'send-to': { type: 'string' } } });

async function loginFrom(questions: Questions): Promise<Login> {
	/** From the environment, or asked for. Never from an argument, which other users of this machine can see. */
	const given = async (name: string, words: string, isHidden = false) =>
		process.env[`SERVICE_${name}`] ?? (await questions.ask(`${words}: `, isHidden));
	const api = {
		baseUrl: await given('URL', 'Base URL of the service'),
		pathPrefix: (await given('PREFIX', 'Path prefix (Enter: /svc_api/1.0)')) || '/svc_api/1.0',
		apiKey: await given('KEY', 'API key (not shown)', true),
	};
	const user = await given('SMS_USER', 'SMS user (Enter: no SMS)');
	if (user === '') return { api };
	const sms = {
		baseUrl: await given('SMS_URL', 'Base URL of the SMS host'),
		path: process.env.SERVICE_SMS_PATH ?? '/api/v3/sendsms/plain',
		user,
		password: await given('SMS_PASSWORD', 'SMS password (not shown)', true),
	};
	return { api, sms };
}

async function main(): Promise<void> {
	const questions = new Questions();
	const login = await loginFrom(questions);
	const confirmed = (words: string) => questions.confirm(words);
	const { lines, code } = await checkService(login, confirmed, flags['send-to']);
	say(`\n${lines.join('\n')}`);
	process.exit(code);
}

main().catch(failed);
