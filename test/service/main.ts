import '../support/environment';

import { parseArgs } from 'node:util';

import { failed, say } from '../../scripts/n8n/say.js';
import { checkService, type Login } from './check';
import { Questions } from './questions';

/** npm run check:service [-- --send-to <your phone>] */

const { values: flags } = parseArgs({ options: { 'send-to': { type: 'string' } } });

/** Never from arguments, which other users of this machine can see. */
async function loginFrom(questions: Questions): Promise<Login> {
	const api = {
		baseUrl: await questions.ask('Base URL of the service: '),
		pathPrefix: (await questions.ask('Path prefix (Enter: /svc_api/1.0): ')) || '/svc_api/1.0',
		apiKey: await questions.ask('API key (not shown): ', true),
	};
	if (flags['send-to'] === undefined) return { api };
	const user = await questions.ask('SMS user (Enter: no SMS): ');
	if (user === '') return { api };
	const sms = {
		baseUrl: await questions.ask('Base URL of the SMS host: '),
		path: '/api/v3/sendsms/plain',
		user,
		password: await questions.ask('SMS password (not shown): ', true),
	};
	return { api, sms };
}

async function main(): Promise<void> {
	const questions = new Questions();
	const login = await loginFrom(questions);
	const confirmed = (words: string) => questions.confirm(words);
	const { lines, code } = await checkService(login, confirmed, flags['send-to']);
	say(`\n${lines.join('\n')}`);
	process.exitCode = code;
}

main()
	.catch(failed)
	.finally(() => process.exit());
