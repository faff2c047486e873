import { inspect } from 'node:util';

import { Container } from '@n8n/di';
import { Logger } from '@n8n/backend-common';
import type { INode, INodeParameters } from 'n8n-workflow';

import { runNode, type Finished } from '../support/harness';
import { loginTo, nodeAt } from '../support/login';
import { probing } from '../support/probing';
import { startService, type Answer } from '../support/service';
import { useService } from '../support/useService';

const KEY = 'sk-4c0ffee"quote\\back/slash+plus';

/** All forms in which somebody could read the key. */
const SPELLINGS = [
	KEY,
	// As the inspection itself writes it.
	inspect(KEY).slice(1, -1),
	inspect(inspect(KEY)).slice(2, -2),
	JSON.stringify(KEY).slice(1, -1),
	JSON.stringify(JSON.stringify(KEY)).slice(3, -3),
	encodeURIComponent(KEY),
	Buffer.from(KEY).toString('base64'),
];

/** Everything that can be reached from a value: hidden fields, causes and stacks too. */
const everything = (value: unknown) =>
	`${inspect(value, { depth: 30, showHidden: true, getters: true, maxStringLength: null, maxArrayLength: null })} ${
		value instanceof Error ? String(value.stack) : ''
	}`;

const SMS = { resource: 'sms', operation: 'send', destination: '={{ $json.to }}' };

/** The login of SMS with this password. */
const smsLogin = (url: string, password: string) => ({
	messagingServiceSmsApi: { ...loginTo(url).messagingServiceSmsApi, password },
});

interface RunOptions {
	baseUrl?: string;
	apiKey?: string;
	requestTimeout?: number;
}

const reveals = (text: string) => SPELLINGS.filter((spelling) => text.includes(spelling));

describe('Secrets in results and logs', () => {
	const service = useService();
	let logged: string[];

	beforeEach(() => {
		logged = [];
		const logger = Container.get(Logger);
		for (const level of ['debug', 'info', 'warn', 'error'] as const) {
			jest.spyOn(logger, level).mockImplementation((...said: unknown[]) => {
				logged.push(everything(said));
			});
		}
		for (const method of ['log', 'info', 'warn', 'error', 'debug'] as const) {
			jest.spyOn(console, method).mockImplementation((...said: unknown[]) => {
				logged.push(everything(said));
			});
		}
	});

	afterEach(() => {
		jest.restoreAllMocks();
	});

	const run = (
		settings: Partial<INode> = {},
		{ baseUrl = service.url, apiKey = KEY, ...options }: RunOptions = {},
	) =>
		runNode(
			probing(service, [{}, {}], {
				settings,
				options,
				parameters: { destination: '62812000001' },
				credential: { baseUrl, apiKey },
			}),
		);

	const expectNoSecret = ({ run: finished, error }: Finished) => {
		expect(reveals(everything(finished))).toEqual([]);
		expect(reveals(everything(error))).toEqual([]);
		expect(reveals(JSON.stringify(finished))).toEqual([]);
		expect(reveals(logged.join('\n'))).toEqual([]);
	};

	it('The search finds a key that is there', async () => {
		await run();
		expect(service.journal[0]?.headers.apikey).toBe(KEY);
		expect(reveals(everything(new Error(`the key is ${KEY}`)))).not.toEqual([]);
		expect(
			reveals(
				everything({ deep: { err: new Error('x', { cause: { headers: { APIKey: KEY } } }) } }),
			),
		).not.toEqual([]);
	});

	const answers: [string, Answer][] = [
		['a success', { json: { error: false, data: { ref_no: 'r1' } } }],
		['a success that echoes it', { json: { error: false, data: { ref_no: 'r1', [KEY]: KEY } } }],
		['a refusal that echoes it', { status: 400, json: { error: true, message: `bad ${KEY}` } }],
		['a 401 that echoes it encoded', { status: 401, text: `key=${encodeURIComponent(KEY)}` }],
		[
			'a validation error that echoes it',
			{ status: 422, json: { detail: [{ loc: ['header', KEY], msg: `no ${KEY}`, type: 'x' }] } },
		],
		['a server error', { status: 500, text: `APIKey: ${KEY} ${btoa(KEY)}` }],
		['broken JSON', { text: `{"key":"${KEY}` }],
		['another shape', { json: { error: false, data: { reference: KEY } } }],
		['a dropped connection', { drop: 'after' }],
		['an answer that never ends', { stallAfter: 3 }],
		['a redirect', { status: 302, headers: { location: 'http://127.0.0.1:9/elsewhere' } }],
	];

	it.each(answers)('The key is nowhere after %s', async (_, answer) => {
		service.answer = () => answer;
		// Only an answer that never ends needs a time-out.
		const options = answer.stallAfter === undefined ? {} : { requestTimeout: 1 };
		expectNoSecret(await run({}, options));
		expectNoSecret(await run({ onError: 'continueRegularOutput' }, options));
		expectNoSecret(await run({ onError: 'continueErrorOutput' }, options));
	});

	it('A key that was pasted with a line break is nowhere either', async () => {
		service.answer = () => ({ status: 400, json: { error: true, message: `bad ${KEY}` } });
		expectNoSecret(await run({}, { apiKey: `${KEY}\n` }));
	});

	it('The key is nowhere if no connection can be made or the address is wrong', async () => {
		expectNoSecret(await run({}, { baseUrl: service.url.replace('http:', 'https:') }));
		expectNoSecret(await run({}, { baseUrl: `https://user:${encodeURIComponent(KEY)}@127.0.0.1` }));
	});

	it('The key goes to the address of the credential only', async () => {
		const elsewhere = await startService();
		service.answer = () => ({ status: 307, headers: { location: `${elsewhere.url}/probe` } });
		const { error } = await run();
		await elsewhere.stop();
		expect(elsewhere.journal).toEqual([]);
		expect(error?.message).toContain('pointed to another address');
	});

	describe('Secrets of the SMS login', () => {
		const sendSms = (options: INodeParameters) =>
			runNode(
				nodeAt(
					service.url,
					{ ...SMS, message: 'Hello', options },
					{
						items: [{ to: '62812000001' }, { to: '62812000002' }],
						settings: { onError: 'continueRegularOutput' },
						credentials: smsLogin(service.url, KEY),
					},
				),
			);

		const result = (status: string, messageid: string) => ({
			results: [{ status, messageid, destination: '62812000001', echo: `got ${KEY}` }],
		});
		const escaped = KEY.replaceAll('"', '&quot;');

		it.each<[string, Answer, 'json' | 'xml']>([
			['a success that echoes it', { json: result('0', 'm1') }, 'json'],
			['a wrong password', { json: result('-5', '') }, 'json'],
			['an unknown status', { json: result(`-${KEY}`, '') }, 'json'],
			[
				'a success in XML that echoes it',
				{
					text: `<results><result><status>0</status><messageid>${escaped}</messageid><destination>1</destination></result></results>`,
				},
				'xml',
			],
			['an error in XML that echoes it', { status: 400, text: `<e>${escaped}</e>` }, 'xml'],
			['broken XML', { text: `<results><result>${escaped}` }, 'xml'],
			['a dropped connection', { drop: 'after' }, 'json'],
		])('The SMS password is nowhere after %s', async (_, answer, responseFormat) => {
			service.answer = () => answer;
			const finished = await sendSms({ responseFormat });
			expect(service.journal[0]?.body).toContain('password=');
			expect(service.journal[0]?.path).toBe('/api/v3/sendsms/plain');
			expectNoSecret(finished);
		});

		it('The SMS password is not in what Validate Only shows', async () => {
			expectNoSecret(await sendSms({ validateOnly: true }));
			expect(service.journal).toEqual([]);
		});
	});
});

const CODE = '482913';
const NUMBERS = ['6281234567801', '6281234567802', '6281234567803'];
const TEXT = `Your code is ${CODE}. Tell nobody`;
const PASSWORD = 'a password of the company';
const REFUSED = 'the number is on our list';

const spellings = (text: string) => [
	text,
	encodeURIComponent(text),
	JSON.stringify(text).slice(1, -1),
	Buffer.from(text).toString('base64').replace(/=+$/, ''),
	Buffer.from(text).toString('hex'),
];

/** What n8n keeps of a failed execution beside the data of its nodes. n8n redacts those, and not this. */
const keptBeside = ({ run }: Finished) =>
	JSON.stringify(run.data.executionData?.contextData ?? 'nothing');

describe('Note that n8n stores next to the data of its nodes', () => {
	const service = useService();

	/** The first message is accepted, one may have been sent, one is refused. Answers repeat what they were asked. */
	const failed = async () => {
		service.answer = ({ body }) => {
			const destination = new URLSearchParams(body).get('GSM') ?? body;
			if (body.includes(NUMBERS[1] ?? '')) return { status: 500, text: `${body} ${TEXT}` };
			if (body.includes(NUMBERS[2] ?? '')) return { status: 400, text: `${REFUSED}: ${body}` };
			return {
				json: { results: [{ status: '0', messageid: 'ref-1', destination, text: TEXT, body }] },
			};
		};
		const items = NUMBERS.map((to) => ({ to }));
		const credentials = smsLogin(service.url, PASSWORD);
		const parameters = { ...SMS, message: TEXT, otp: true };
		return runNode(nodeAt(service.url, parameters, { items, credentials }));
	};

	it('The stored note holds the outcome of each message, and no text, code, number, error or password', async () => {
		const kept = keptBeside(await failed());
		const secrets = [TEXT, CODE, ...NUMBERS, REFUSED, PASSWORD];

		expect(kept).toMatch(/"0 [\w-]{4}":\{"state":"accepted","ref_no":"ref-1"\}/);
		expect(kept).toMatch(/"1 [\w-]{4}":\{"state":"uncertain"\}/);
		expect(secrets.flatMap(spellings).filter((one) => kept.includes(one))).toEqual([]);
	});
});
