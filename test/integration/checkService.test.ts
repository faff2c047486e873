import { MessagingService } from '../../nodes/MessagingService/MessagingService.node';
import { MessagingServiceStatusTrigger } from '../../nodes/MessagingServiceStatusTrigger/MessagingServiceStatusTrigger.node';
import { MessagingServiceTrigger } from '../../nodes/MessagingServiceTrigger/MessagingServiceTrigger.node';
import { Check, type Report, type Service } from '../recorded/check';
import { htmlPage, textPage } from '../recorded/page';
import { callbackListener } from '../recorded/recorder';
import { startSimulator } from '../simulator';
import {
	body,
	entries,
	html,
	instead,
	omit,
	onFailure,
	onSuccess,
	xml,
	type Value,
} from '../simulator/readings/changes';
import { Reading } from '../simulator/readings/reading';

const PRODUCT = {
	node: new MessagingService(),
	inbox: new MessagingServiceTrigger(),
	status: new MessagingServiceStatusTrigger(),
};

const LOGIN = { key: 'simulator-key', password: 'simulator-password' };

const serviceAt = (baseUrl: string, more: Partial<Service> = {}, login = LOGIN): Service => ({
	api: { baseUrl, pathPrefix: '/svc_api/1.0', apiKey: login.key },
	sms: {
		baseUrl,
		path: '/api/v3/sendsms/plain',
		user: 'simulator_api',
		password: login.password,
	},
	...more,
});

/** Checks a simulator that differs from the documented service. */
async function checked(values: Value[], more: Partial<Service> = {}, login = LOGIN) {
	const { service, url, stop } = await startSimulator({ speed: 0 });
	service.become(new Reading(values.map((value) => ({ about: '', name: '', value }))));
	const check = new Check(PRODUCT, serviceAt(url, more, login));
	const asked: string[] = [];
	await check.run((words) => Promise.resolve(asked.push(words) > 0));
	await stop();
	return { check, asked, service, report: check.report };
}

const differencesIn = ({ rows }: Report) =>
	rows.flatMap(({ what, differences }) => differences.map((one) => `${what}: ${one}`));

const BALANCE = 'account.getBalance';
const LATIN = 'application/json; charset=iso-8859-1';
const HTTPS = { status: 301, text: '', headers: { location: 'https://service.example/' } };

/** Services that differ, each with what the page must say. */
const VARIANTS: Record<string, [value: Value, words: string]> = {
	'another success code': [
		onSuccess('', () => ({ status: 202 })),
		'Balance: A success has the code 202, and not 200.',
	],
	'numbers as texts': [
		entries(BALANCE, (one) => ({ ...one, wa_balance: '1000' })),
		'Balance: “wa_balance” is a text of the form “9999”. Documented: number.',
	],
	'a page of a proxy': [
		onSuccess('', () => html('Sign in')),
		'Balance: A web page came in place of data',
	],
	'a renamed field': [
		entries(BALANCE, (one) => ({ ...omit(one, 'wa_balance'), wa_credit: one.wa_balance })),
		'Balance: “wa_credit” is not documented. It may be new, or the new name of “wa_balance”, which is missing.',
	],
	'another form of dates': [
		entries(BALANCE, (one) => ({ ...one, wa_expired_date: '31/12/2099' })),
		'Balance: “wa_expired_date” is a text of the form “99/99/9999”. Documented: a date, YYYY-MM-DD.',
	],
	'another field': [
		entries('official.getChannels', (one) => ({ ...one, currency: 'IDR' })),
		'Channels: “currency” is not documented.',
	],
	'ten requests a second': [
		{
			setup: (service) => {
				service.change({ requestsPerSecond: 10 });
			},
		},
		'were refused (429)',
	],
	'another charset': [
		onSuccess('', () => ({ headers: { 'content-type': LATIN } })),
		'Balance: The charset of the response is not UTF-8',
	],
	'no envelope': [
		body('', ({ data }) => data),
		'Balance: The data comes without the documented envelope',
	],
	'XML in place of JSON': [
		onSuccess('', () => ({ format: 'xml' })),
		'Balance: XML came, although JSON was asked for.',
	],
	'a redirect to https': [
		onSuccess('', () => HTTPS),
		'Balance: The service redirects (301) to an https:// address',
	],
	'a slow start': [
		{
			setup: ({ faults }) => {
				faults.add({ kind: 'slowFirstByte', ms: 3100 });
			},
		},
		'Identity: The response took',
	],
	'another code of failures': [
		instead(401, '', () => ({ status: 400, body: { error: true, message: 'No' } })),
		'unknown-key: An unknown key: 401',
	],
	'a failure as a success': [
		instead(401, '', () => ({ status: 200, body: { error: true, message: 'No', data: null } })),
		'A wrong key: The response has the code 200, where a failure was expected.',
	],
};

describe('npm run check:service', () => {
	const reports = new Map<string, Report>();

	beforeAll(async () => {
		await Promise.all(
			Object.entries(VARIANTS).map(async ([name, [value]]) => {
				reports.set(name, (await checked([value])).report);
			}),
		);
	});

	it.each(Object.entries(VARIANTS))(
		'A service with %s is checked to the end, and the page names the difference',
		(name, [, words]) => {
			const report = reports.get(name);
			expect(report?.rows).toHaveLength(9);
			expect(report && textPage(report)).toContain(words);
		},
	);

	it('The documented service has no difference, and gets messages only to the confirmed number', async () => {
		const { report, asked, service } = await checked([], { sendTo: '6281234567890' });
		expect(differencesIn(report)).toEqual([]);
		expect(report.verdicts.filter(([, verdict]) => verdict === 'refuted')).toEqual([]);
		expect(asked.map((words) => words.replace(/ to .*\(/, ' ('))).toEqual([
			...['Send A text (1 WhatsApp credit)?', 'Send An SMS (one SMS)?'],
			'Send A broadcast (its cost is not documented)?',
		]);
		const sent = service.state.messages.all();
		expect(sent.map(({ number }) => number)).toEqual(Array(3).fill('6281234567890'));
	});

	it('A service that does not respond is checked to the end', async () => {
		const check = new Check(PRODUCT, serviceAt('http://127.0.0.1:1'));
		await check.run(() => Promise.resolve(false));
		expect(differencesIn(check.report)).toContain('Identity: The service did not respond.');
	});
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

const SPELLINGS = [
	(text: string) => text,
	encodeURIComponent,
	(text: string) => JSON.stringify(text).slice(1, -1),
	(text: string) => text.replaceAll('&', '&amp;'),
	(text: string) => new URLSearchParams({ text }).toString().slice(5),
];

/** A service that says all of this wherever it can, with its own key and password. */
const planted = (form: Value): Value[] => [
	form,
	{
		setup: ({ state }) => {
			const main = state.accounts.get('main');
			if (main?.sms) Object.assign(main, { apiKey: key, sms: { ...main.sms, password } });
		},
	},
];

const { key, password, token, field, ...others } = PLANTED;
const said = { ...others, [field]: key, pushName: password, [others.name]: others.number };
const text = JSON.stringify(said);
const FORMS = {
	JSON: entries('', (one) => ({ ...one, ...said, settings: [said, text], message: text })),
	XML: onSuccess('', () => xml(`<r who="${others.name}"><${field}>${text}</${field}></r>`)),
	failures: onFailure((words) => ({ text: `${words} ${text} ${others.name}` })),
};

describe('Files of check:service', () => {
	it.each(Object.entries(FORMS))(
		'No page and no recording of %s holds a secret, a number, a name or words of a person',
		async (_, form) => {
			const { check } = await checked(
				planted(form),
				{ sendTo: '6281234567890' },
				{ key, password },
			);
			const taken: Promise<void>[] = [];
			const listener = await callbackListener(0, token, (one) => taken.push(check.callback(one)));
			await fetch(`${listener.url}?token=${token}&who=${others.name}`);
			const bodies = [text, `<a>${text}</a>`, new URLSearchParams(said).toString(), others.words];
			for (const body of bodies) await fetch(listener.url, { method: 'POST', body });
			await Promise.all(taken);
			await listener.stop();
			const { report } = check;
			const written = [textPage(report), htmlPage(report), JSON.stringify(report.recording)];
			const all = written.join().toLowerCase();
			const isIn = (one: string) =>
				SPELLINGS.some((spelled) => all.includes(spelled(one).toLowerCase()));
			expect(Object.values(PLANTED).filter(isIn)).toEqual([]);
			expect(taken).toHaveLength(5);
			expect(all).toContain('destination');
		},
	);
});
