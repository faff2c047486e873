import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

import { Check, type Service } from '../recorded/check';
import { differencesIn, htmlPage, textPage } from '../recorded/page';
import { callbackListener, type recordingOf } from '../recorded/recorder';
import { startSimulator } from '../simulator';
import {
	body,
	differing,
	entries,
	html,
	instead,
	omit,
	onFailure,
	onSuccess,
	xml,
	type Fields,
	type Value,
} from '../support/changes';
import { operationAt, type Callback } from '../support/contract';
import { startService } from '../support/service';
import { secretIn } from '../support/secretIn';

const NUMBER = '6281234567890';
const ROOM = '00000000-0000-4000-8000-000000000001';
const LOGIN = { apiKey: 'simulator-key', password: 'simulator-password' };

const serviceAt = (baseUrl: string, { apiKey, password } = LOGIN): Service => ({
	api: { baseUrl, pathPrefix: '/svc_api/1.0', apiKey },
	sms: { baseUrl, path: '/api/v3/sendsms/plain', user: 'simulator_api', password },
});

/** Checks a simulator that differs from the documented service. */
async function checked(values: Value[], sendTo?: string, login = LOGIN) {
	const { service, url, stop } = await startSimulator({ speed: 0 });
	differing(service, values);
	const check = new Check({ ...serviceAt(url, login), sendTo });
	const asked: string[] = [];
	await check.run((words) => Promise.resolve(asked.push(words) > 0));
	await stop();
	return { check, asked, service, report: check.report };
}

const balance = (change: (one: Fields) => Fields) => entries('account.getBalance', change);
const renamed = (one: Fields) => ({ ...omit(one, 'wa_balance'), wa_credit: one.wa_balance });
const HTTPS = { status: 301, text: '', headers: { location: 'https://service.example/' } };
const NO = { error: true, message: 'No', data: null };

/** Services that differ, each with what the page must say. A line is a service, so prettier leaves the table alone. */
// prettier-ignore
const VARIANTS: [name: string, words: string, value: Value][] = [
	['another success code', 'Balance, Channels, Templates, Channels as XML: A success has the code 202, and not 200.', onSuccess('', () => ({ status: 202 }))],
	['numbers as texts', 'Balance: “wa_balance” is a text of the form “9999”. Documented: number.', balance((one) => ({ ...one, wa_balance: '1000' }))],
	['a page of a proxy', 'Identity, Balance, Channels, Templates, Channels as XML: A web page came in place of data', onSuccess('', () => html('Sign in'))],
	['a renamed field', 'Balance: “wa_credit” is not documented. It may be new, or the new name of “wa_balance”, which is missing.', balance(renamed)],
	['another form of dates', 'Balance: “wa_expired_date” is a text of the form “99/99/9999”. Documented: a date, YYYY-MM-DD.', balance((one) => ({ ...one, wa_expired_date: '31/12/2099' }))],
	['another field', 'Channels: “currency” is not documented.', entries('official.getChannels', (one) => ({ ...one, currency: 'IDR' }))],
	['ten requests a second', 'were refused (429)', { setup: (service) => { service.change({ requestsPerSecond: 10 }); } }],
	['another charset', 'Balance, Channels, Templates, Channels as XML: The charset of the response is not UTF-8', onSuccess('', () => ({ headers: { 'content-type': 'application/json; charset=iso-8859-1' } }))],
	['no envelope', 'Balance, Channels, Templates: The data comes without the documented envelope', body('', ({ data }) => data)],
	['XML in place of JSON', 'Identity, Balance, Channels, Templates: XML came, although JSON was asked for.', onSuccess('', () => ({ format: 'xml' }))],
	['a redirect to https', 'Identity, Balance, Channels, Templates, Channels as XML: The service redirects (301) to an https:// address', onSuccess('', () => HTTPS)],
	['another code of failures', 'unknown-key: Open: An unknown key. Decided: 401', instead(401, '', () => ({ status: 400, body: omit(NO, 'data') }))],
	['a failure as a success', 'A wrong key: The response has the code 200, where a failure was expected.', instead(401, '', () => ({ status: 200, body: NO }))],
];

describe('npm run check:service', () => {
	it.concurrent.each(VARIANTS)(
		'A service with %s is checked to the end, and the page names the difference',
		async (_name, words, value) => {
			const { report } = await checked([value]);
			expect(report.rows).toHaveLength(9);
			expect(textPage(report)).toContain(words);
		},
	);

	it('The documented service has no difference, and gets messages only to the confirmed number', async () => {
		const { report, asked, service } = await checked([], NUMBER);
		expect(differencesIn(report)).toEqual([]);
		expect(report.verdicts.filter(([, verdict]) => verdict === 'refuted')).toEqual([]);
		expect(asked.map((words) => words.replace(/ to .*\(/, ' ('))).toEqual([
			...['Send A text (1 WhatsApp credit)?', 'Send An SMS (one SMS)?'],
			'Send A broadcast (its cost is not documented)?',
		]);
		const sent = service.state.messages.all();
		expect(sent.map(({ number }) => number)).toEqual(Array(3).fill(NUMBER));
	});

	it('A service that does not respond is checked to the end', async () => {
		const check = new Check(serviceAt('http://127.0.0.1:1'));
		await check.run(() => Promise.resolve(false));
		const { rows, verdicts } = check.report;
		expect(rows.filter(({ differences }) => differences.length === 0)).toEqual([]);
		expect(verdicts.filter(([, verdict]) => verdict !== 'not tried')).toEqual([]);
	});
});

const INBOX = {
	id: '1',
	gateway_number: '6280000000021',
	originator: NUMBER,
	receive_date: '2026-03-02 15:00:00',
	msg: 'Yes',
};
const JSON_TYPE = { 'content-type': 'application/json' };
const FORM_TYPE = { 'content-type': 'application/x-www-form-urlencoded' };

describe('Callbacks of check:service', () => {
	it.each<[what: string, callback: Partial<Callback>, kind: string, differences: string[]]>([
		[
			'a form',
			{ headers: FORM_TYPE, body: new URLSearchParams(INBOX).toString() },
			'unofficialInbox',
			[],
		],
		[
			'a query',
			{ method: 'GET', query: 'ref_no=a&status=D&sent_date=&err_code=' },
			'unofficialStatus',
			[],
		],
		[
			'JSON in place of a form',
			{ headers: JSON_TYPE, body: JSON.stringify(INBOX) },
			'unofficialInbox',
			['It comes as POST application/json. Documented: POST application/x-www-form-urlencoded.'],
		],
		[
			'another form',
			{ headers: JSON_TYPE, body: '{"from":"6281"}' },
			'unknown',
			['A callback came in a form that is not documented.'],
		],
	])(
		'A callback as %s is held against the webhooks of the file',
		async (_what, callback, kind, differences) => {
			const check = new Check(serviceAt(''));
			await check.callback({ method: 'POST', query: '', headers: {}, body: '', ...callback });
			expect(check.report.rows).toMatchObject([
				{ what: `Callback ${kind}`, differences, node: 'reads it' },
			]);
		},
	);
});

const PLANTED = {
	key: 'k3y-of-the-owner-77',
	password: 'p&ss wörd+1',
	token: 'tokenofletters',
	name: 'Budi Santoso',
	number: '+62 812-3456-7891',
	code: '48213',
	words: 'rahasia kita',
	email: 'budi@santoso.example',
	address: 'Jalan Merdeka 17',
	link: 'https://toko.example/u/9f1c',
	card: 'BEGIN:VCARD\nFN:Budi\nEND:VCARD',
	uuid: '0b9e7c52-6a1d-4f38-9c07-5de2b841f6a3',
	field: 'nomor_budi',
};

const { key, password, token, field, ...others } = PLANTED;
const said = { ...others, [field]: key, pushName: password, [others.name]: others.number };
const text = JSON.stringify(said);

/** The service has this key and password. */
const withLogin: Value = {
	setup: ({ state }) => {
		const main = state.accounts.get('main');
		if (main?.sms) Object.assign(main, { apiKey: key, sms: { ...main.sms, password } });
	},
};

/** A service that says all of this wherever it can. */
const FORMS = {
	JSON: entries('', (one) => ({ ...one, ...said, settings: [said, text], message: text })),
	XML: onSuccess('', () => xml(`<r who="${others.name}"><${field}>${text}</${field}></r>`)),
	failures: onFailure((words) => ({ text: `${words} ${text} ${others.name}` })),
};

describe('Files of check:service', () => {
	it.each(Object.entries(FORMS))(
		'No page and no recording of %s holds a secret, a number, a name or words of a person',
		async (_, form) => {
			const login = { apiKey: key, password };
			const { check } = await checked([form, withLogin], NUMBER, login);
			const taken: Promise<void>[] = [];
			const listener = await callbackListener(0, token, (one) => taken.push(check.callback(one)));
			await fetch(`${listener.url}?token=${token}&who=${others.name}`);
			const bodies = [text, `<a>${text}</a>`, new URLSearchParams(said).toString(), others.words];
			for (const body of bodies) await fetch(listener.url, { method: 'POST', body });
			await Promise.all(taken);
			await listener.stop();
			const { report } = check;
			const written = [textPage(report), htmlPage(report), JSON.stringify(report.recording)];
			expect(secretIn(written, Object.values(PLANTED))).toEqual([]);
			expect(taken).toHaveLength(5);
			expect(written.join()).toContain('destination');
		},
	);
});

const FOLDER = path.resolve(__dirname, '../recorded');
/** Only the owner can make some: npm run record. */
const RECORDINGS = readdirSync(FOLDER).filter((file) => file.endsWith('.json'));

(RECORDINGS.length === 0 ? describe.skip : describe)('Recordings of the service', () => {
	it.each(RECORDINGS)('The node reads each response of %s, or says what is wrong', async (file) => {
		const { exchanges } = JSON.parse(readFileSync(path.join(FOLDER, file), 'utf8')) as ReturnType<
			typeof recordingOf
		>;
		const service = await startService();
		service.answer = ({ method, path: asked }) => {
			const place = operationAt(method, asked.split('?')[0] ?? '')?.place;
			const at = exchanges.findIndex((one) => one.path === place);
			const [{ status, response: text, type } = { status: 404, response: '', type: '' }] =
				exchanges.splice(at, at < 0 ? 0 : 1);
			return { status, text, headers: { 'content-type': type } };
		};
		const check = new Check({
			...serviceAt(service.url),
			sendTo: NUMBER,
			roomId: ROOM,
			gatewayId: 'g',
		});
		await check.run(() => Promise.resolve(true), true);
		await service.stop();
		const { rows } = check.report;
		expect(rows.filter(({ node }) => node === 'does not read it')).toEqual([]);
		expect(exchanges).toEqual([]);
	});
});
