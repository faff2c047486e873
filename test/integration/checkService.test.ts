import { spawn } from 'node:child_process';
import path from 'node:path';

import { checkService } from '../service/check';
import { judged } from '../service/judge';
import type { Answer } from '../support/service';
import { useService } from '../support/useService';
import { useSimulator } from '../support/useSimulator';

const NUMBER = '6281234567890';
const ID = '11111111-1111-4111-8111-111111111111';

type Fields = Record<string, unknown>;

/** The whole body of a success of each request, and the way in which a test changes it. */
const DATA: [path: string, data: Fields | Fields[]][] = [
	['/auth/api_key', { userid: 'ann', idPerson: 1, idClient: 2 }],
	['/balance', { idClient: 2, wa_balance: 1000, wa_expired_date: '2099-12-31' }],
	['/channels', [{ id: ID, organization_id: ID, created_at: '2026-03-02T08:00:00Z' }]],
	['/templates', [{ id: ID, name: 'hello', status: 'Approved', category: 'UTILITY' }]],
	['/message', { destination: NUMBER }],
];

const changed = (name: string, change: Fields): Record<string, Answer> => {
	const data = DATA.find(([own]) => own === name)?.[1];
	const given = Array.isArray(data)
		? data.map((one) => ({ ...one, ...change }))
		: { ...data, ...change };
	return { [name]: { json: { error: false, data: given } } };
};

const HTML = {
	text: '<!doctype html><title>Sign in</title>',
	headers: { 'content-type': 'text/html' },
};

describe('npm run check:service, against a service that is not quite as documented', () => {
	const service = useService();

	async function checked(answers: Record<string, Answer>, destination?: string) {
		service.answer = ({ path: asked }) => {
			const [name = '', data] = DATA.find(([own]) => asked.endsWith(own)) ?? [];
			return answers[name] ?? { json: { error: false, message: 'OK', data } };
		};
		const api = { baseUrl: service.url, pathPrefix: '/svc_api/1.0', apiKey: 'a-key' };
		return checkService({ api }, () => Promise.resolve(true), destination);
	}

	it.each<[name: string, answers: Record<string, Answer>, line: string]>([
		['the documented responses', {}, '- Balance: as documented'],
		[
			'null in a field that may be missing',
			changed('/balance', { sms_balance: null }),
			'- Balance: as documented (harmless: data.sms_balance is null)',
		],
		[
			'a new field',
			changed('/channels', { currency: 'IDR' }),
			'- Channels: as documented (harmless: data[] has currency too)',
		],
		[
			'another code of success',
			{ '/balance': { status: 202, json: { data: DATA[1]?.[1] } } },
			'- Balance: as documented (harmless: its code is 202)',
		],
		[
			'a time without a zone',
			changed('/channels', { created_at: '2026-03-02T08:00:00.123456' }),
			'- Channels: as documented',
		],
		[
			'a number as a text',
			changed('/balance', { hlr_balance: '1000' }),
			'- Balance: data.hlr_balance must be number',
		],
		[
			'another form of dates',
			changed('/balance', { wa_expired_date: '31/12/2099' }),
			'- Balance: data.wa_expired_date is not a date, YYYY-MM-DD',
		],
	])('%s', async (_name, answers, line) => {
		const { lines, code } = await checked(answers);
		const [verdict, expected] = line.includes(': as documented')
			? ['It works, and all 5 checks are as documented.', 0]
			: ['It works, but 1 of 5 checks differ from the documentation.', 2];
		expect(lines).toContain(line);
		expect([lines[0], code]).toEqual([verdict, expected]);
	});

	it.each<[name: string, answer: Answer, words: RegExp]>([
		[
			'a key that is refused',
			{ status: 401, json: {} },
			/^It does not work, because Identity: .*key/,
		],
		['an address that is refused', { status: 403, json: {} }, /because Identity: .*whitelist/i],
		['a web page', HTML, /because Identity: ./],
		['a broken connection', { drop: 'after' }, /because Identity: .*connection/i],
	])(
		'%s is the verdict in the words of the node, and nothing else is asked',
		async (_name, answer, words) => {
			const { lines, code } = await checked({ '/auth/api_key': answer });
			expect(lines[0]).toMatch(words);
			expect(lines).toHaveLength(3);
			expect(new Set(service.journal.map(({ path: asked }) => asked)).size).toBe(1);
			expect(code).toBe(1);
		},
	);

	it('Without a ref_no in the response to a text, it says that its status was not asked', async () => {
		const { lines, code } = await checked({}, NUMBER);
		expect(lines[0]).toContain('because A text:');
		expect(lines).toContain('- Its status: Not asked, since it needs the ref_no of the text');
		expect(code).toBe(1);
	});

	it.each<[change: Fields, difference: string]>([
		[{ status: 1 }, 'data[].status must be string'],
		[{ name: null }, "data[] must have required property 'name'"],
	])('%j differs, although the values of the field are not documented', (change, difference) => {
		const { json } = changed('/templates', change)['/templates'] ?? {};
		const [method, path, status] = ['GET', '/wa_official/templates', 200];
		const found = judged({ method, path, status, text: JSON.stringify(json) });
		expect(found).toEqual({ differences: [difference], harmless: [] });
	});

	it('A service that refuses requests although their gaps were kept differs', async () => {
		service.perSecond = 20;
		const { lines, code } = await checked({});
		expect(lines.join('\n')).toMatch(
			/\d+ reads, each 10 ms or more .*: [1-9]\d* were refused \(429\)/,
		);
		expect(code).toBe(2);
	});
});

const ROOT = path.resolve(__dirname, '../..');
const MAIN = path.join(ROOT, 'test/service/main.ts');
const TSX = path.join(ROOT, 'node_modules/.bin/tsx');

const ESCAPE = '\u001b\\[';
const CLEARED = new RegExp(`.*${ESCAPE}1G(?:${ESCAPE}\\d+C)?${ESCAPE}0?J`);
const MOVES = new RegExp(`${ESCAPE}\\d*[A-Z]`, 'g');

/** The lines that a terminal shows: what was cleared is gone. */
const screen = (written: string) =>
	written
		.split(/\r?\n/)
		.map((line) => line.replace(CLEARED, '').replace(MOVES, ''))
		.join('\n');

describe('npm run check:service, as a program', () => {
	const simulator = useSimulator();

	const key = 'simulator-key';
	const password = 'simulator-password';

	/** Runs a command. Each answer waits until its question is on the screen. */
	async function run(command: string, args: string[], answers: [string, string][] = []) {
		const child = spawn(command, args, { cwd: ROOT });
		let written = '';
		child.stdout.on('data', (piece: Buffer) => {
			written += piece.toString();
			const [question = '', answer = ''] = answers[0] ?? [];
			if (answers.length === 0 || !screen(written).trimEnd().endsWith(question)) return;
			answers.shift();
			child.stdin.write(`${answer}\r`);
		});
		const code = await new Promise((resolve) => child.on('close', resolve));
		return { code, text: screen(written), left: answers };
	}

	const sent = () =>
		simulator.service.state.messages.all().map(({ route, number }) => [route, number]);

	it('In a terminal, each question stays on the screen, and no key or password does', async () => {
		const command = `${TSX} ${MAIN} --send-to ${NUMBER}`;
		const { code, text, left } = await run(
			'script',
			['-qec', command, '/dev/null'],
			[
				['Base URL of the service:', simulator.url],
				['Path prefix (Enter: /svc_api/1.0):', ''],
				['API key (not shown):', key],
				['SMS user (Enter: no SMS):', 'simulator_api'],
				['Base URL of the SMS host:', simulator.url],
				['SMS password (not shown):', password],
				[`Send a text to ${NUMBER} (1 WhatsApp credit)? y/n`, 'y'],
				[`Send an SMS to ${NUMBER} (one SMS)? y/n`, 'y'],
			],
		);
		expect(left).toEqual([]);
		expect(text).toContain('It works, and all 8 checks are as documented.');
		expect(text).not.toContain(key);
		expect(text).not.toContain(password);
		expect(sent()).toEqual([
			['unofficial', NUMBER],
			['sms', NUMBER],
		]);
		expect(code).toBe(0);
	});

	it('From a pipe, each line answers one question, and the end of the pipe sends nothing', async () => {
		const given = [simulator.url, '', key, '', 'y'].join('\\n');
		const command = `printf '${given}\\n' | ${TSX} ${MAIN} --send-to ${NUMBER}`;
		const { code, text } = await run('sh', ['-c', command]);
		expect(text).toContain('It works, and all 7 checks are as documented.');
		expect(text).toContain(`Send a text to ${NUMBER} (1 WhatsApp credit)? y/n`);
		expect(text).toContain('- Its status: as documented');
		expect(sent()).toEqual([['unofficial', NUMBER]]);
		expect(code).toBe(0);
	});
});
