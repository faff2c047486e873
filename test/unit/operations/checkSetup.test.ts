import type { Asked, FactsSource } from '../../../nodes/MessagingService/engine/operation';
import { rowsOf } from '../../../nodes/MessagingService/operations/account';

/** 23:30 on the day before in UTC. */
const NOW = Date.parse('2026-11-26T06:30:00+07:00');

type Answer = Asked<unknown>;

interface Given {
	key: Answer;
	/** Undefined if no SMS credential is chosen. */
	sms: Answer | undefined;
	balance: object;
	channels: object[];
	templates: object[];
	hasCountry: [api: boolean, sms: boolean];
}

const reply = (body: unknown, status = 200): Answer => ({
	ok: true,
	facts: undefined,
	reply: {
		status,
		url: 'https://api.example.com/shop_api/1.0/auth/api_key',
		text: typeof body === 'string' ? body : JSON.stringify(body),
	},
});
const failure = {
	ok: false,
	what: 'No connection',
	advice: 'Check it.',
	fate: 'notSent',
} as const;
const sms = (status: string) => reply({ results: [{ status, messageid: '', destination: '' }] });
const CHANNEL = { id: 'c', organization_id: 'o', created_at: '2026-01-01' };
const template = (name: string, status: string) => ({ id: name, name, status, category: 'c' });
const USER = reply({ error: false, data: { userid: 'ann' } });

const FINE: Given = {
	key: USER,
	sms: sms('-6'),
	balance: { idClient: 1, wa_balance: 1250.5, wa_expired_date: '2026-12-31', sms_balance: 5 },
	channels: [CHANNEL],
	templates: [template('hello', 'APPROVED')],
	hasCountry: [true, true],
};

/** @param given what differs from a setup in which all is fine */
async function rowsFor(given: Partial<Given>) {
	const all = { ...FINE, ...given };
	const found: Record<string, unknown> = {
		'/balance': all.balance,
		'/wa_official/channels': all.channels,
		'/wa_official/templates': all.templates,
	};
	const ask = <Facts>({ request: { path }, answer }: FactsSource<Facts>) => {
		const login = { '/auth/api_key': all.key, '': all.sms };
		// The logins have facts of any form.
		if (path in login) return Promise.resolve(login[path as keyof typeof login] as Asked<Facts>);
		const { data } = answer.safeParse(found[path]);
		const asked = { ok: true as const, facts: data as Facts, differs: '' };
		return Promise.resolve(data === undefined ? { ...failure, differs: '0.id: required' } : asked);
	};
	const [api, ofSms] = all.hasCountry.map((hasCountry) => ({ ask, hasCountry }));
	if (!api) throw new Error('no login');
	return await rowsOf(api, all.sms && ofSms);
}

const KEY = 'API Key and IP Whitelist';
const SMS = 'SMS Login';
const WA = 'WhatsApp Balance';
const COUNTRY = 'Default Country Code';
const FORM = 'Form of the responses';
const OFFICIAL = 'WhatsApp Official';
const UNOFFICIAL = 'WhatsApp Unofficial';

const balance = (fields: object) => ({ balance: { idClient: 1, ...fields } });
const wa = (left: number, until?: string) =>
	balance({ wa_balance: left, wa_expired_date: until ?? null });
const templates = (...all: [name: string, status: string][]) => ({
	templates: all.map(([name, status]) => template(name, status)),
});

type Case = [check: string, ok: boolean | null, given: Partial<Given>, words: RegExp];

const CASES: Case[] = [
	[KEY, true, {}, /accepts the login/],
	[KEY, false, { key: reply('', 401) }, /key \(401\).*IP whitelist/],
	[KEY, false, { key: reply('no: 203.0.113.7', 403) }, /\(403\).*IP whitelist/],
	[KEY, false, { key: reply({ error: true }) }, /did not accept the API key.*IP whitelist/],
	[KEY, false, { key: reply('<html></html>') }, /not like the messaging service.*Path Prefix/],
	[KEY, false, { key: reply('', 404) }, /\(404\) \| .* Path Prefix .* called https:.*api_key\./],
	[KEY, false, { key: failure }, /No connection \| Check it\./],
	[KEY, null, { key: reply('', 503) }, /\(503\)/],
	[KEY, true, { key: reply('<r><data><userid>7</userid></data></r>') }, /accepts/],
	[SMS, true, {}, /accepts the login/],
	[SMS, null, { sms: undefined }, /None is chosen/],
	[SMS, false, { sms: sms('-5') }, /password is wrong \(-5\).*ends in _api/],
	[SMS, null, { sms: reply({ detail: [] }, 422) }, /login is not tested/],
	[SMS, null, { sms: sms('-1') }, /\(-1\), so the login is not tested/],
	[SMS, false, { sms: reply({ ok: 1 }) }, /not like the SMS host/],
	[WA, true, wa(1250.5, '2026-12-31'), /^1,250\.5 left, until 2026-12-31$/],
	[WA, true, wa(1), /^1 left$/],
	[WA, null, wa(1, '31/12/2020'), /^1 left, until 31\/12\/2020 \| See yourself/],
	[WA, true, wa(1, '2026-11-26'), /until 2026-11-26$/],
	[WA, false, wa(1, '2026-11-25'), /2026-11-25 \| Top up/],
	[WA, false, wa(0, '2026-12-31'), /^0 left, until 2026-12-31 \| Top up/],
	[WA, null, balance({}), /^The service does not say it$/],
	['SMS Balance', false, balance({ sms_balance: 0 }), /^0 left \| /],
	[WA, null, { balance: { wa_balance: 'many' } }, /No connection \| Check it\./],
	['Channels', true, {}, /^There are 1$/],
	['Channels', null, { channels: [] }, /^There are 0/],
	['Channels', false, { channels: [{ id: 7 }] }, /No connection/],
	['Templates', true, {}, /^1 of 1 approved$/],
	['Templates', true, templates(['a', 'approved'], ['b', 'X']), /^1 of 2 approved$/],
	['Templates', false, templates(['b', 'PENDING']), /^0 of 1 approved \| .*Have one approved/],
	['Templates', null, templates(), /^0 of 0 approved/],
	[COUNTRY, true, {}, /^Logins with one: API, SMS$/],
	[COUNTRY, true, { hasCountry: [false, false] }, /: none$/],
	[COUNTRY, false, { hasCountry: [true, false] }, /: API \| Enter it in both/],
	[FORM, true, {}, /^As documented$/],
	[FORM, false, { channels: [{ id: 7 }] }, /^Not as documented: channels \(0\.id: required\)/],
	[OFFICIAL, true, {}, /^Ready$/],
	[OFFICIAL, false, templates(['b', 'PENDING']), /^Not ready\. Templates: 0 of 1 .* \| Have one/],
	[OFFICIAL, null, { channels: [] }, /^Open\. Channels: There are 0/],
	[OFFICIAL, false, { key: reply('', 401) }, /^Not ready\. API Key and IP Whitelist: .*401.* \| /],
	[UNOFFICIAL, true, {}, /^Ready$/],
	[UNOFFICIAL, null, { balance: { wa_balance: 'many' } }, /^Open\. WhatsApp Balance: No conn/],
	[UNOFFICIAL, false, wa(0), /^Not ready\. WhatsApp Balance: 0 left.* \| Top up/],
	['WhatsApp Business', null, {}, /^Open\. Gateway: .*Only a message shows/],
	['SMS', true, {}, /^Ready$/],
	['SMS', null, { sms: undefined }, /^Open\. SMS Login: None is chosen/],
	['SMS', false, { sms: sms('-5') }, /^Not ready\. SMS Login: .*-5/],
	['Summary', null, { key: reply('no: 203.0.113.7', 403) }, /IP Whitelist: not ok \(403\)\n/],
];

describe('Check Setup', () => {
	beforeEach(() => {
		jest.spyOn(Date, 'now').mockReturnValue(NOW);
	});

	afterEach(() => {
		jest.restoreAllMocks();
	});

	it.each(CASES)('%s is %s with %j: %s', async (check, ok, given, words) => {
		const rows = await rowsFor(given);
		const row = rows.find((one) => one.check === check);

		expect(row).toMatchObject({ check, ok });
		expect([row?.what, row?.advice].filter(Boolean).join(' | ')).toMatch(words);
	});

	it('Each check is a row with these fields, and no advice if it is fine', async () => {
		const fine = await rowsFor({});
		expect(fine.map(({ check }) => check)).toEqual([
			...[OFFICIAL, UNOFFICIAL, 'WhatsApp Business', 'SMS', KEY, WA, 'Channels', 'Templates'],
			...[SMS, 'SMS Balance', COUNTRY, FORM, 'Summary'],
		]);
		const open = fine.filter(({ ok, advice }) => ok !== true || advice !== '');
		expect(open.map(({ check }) => check)).toEqual(['WhatsApp Business', 'Summary']);
		for (const row of [...fine, ...(await rowsFor({ key: failure, sms: undefined }))]) {
			expect(Object.keys(row)).toEqual(['check', 'ok', 'what', 'advice']);
		}
	});

	it('Only balances that pay for messages are rows', async () => {
		const all = balance({ wa_balance: 1, sms_balance: 0, hlr_balance: 0, pulsa_balance: 0 });
		const rows = await rowsFor({ ...all, sms: undefined });
		expect(rows.map(({ check }) => check).filter((one) => one.endsWith(' Balance'))).toEqual([WA]);
	});

	it('The summary names each check and no value, so that it can be pasted', async () => {
		const key = reply('no: 203.0.113.7', 403);
		const rows = await rowsFor({ key, ...wa(7777, '2026-11-25'), channels: [{ id: 7 }] });
		expect(rows.at(-1)?.what.split('\n')).toEqual([
			'WhatsApp Official: not ok (403)',
			'WhatsApp Unofficial: not ok (403)',
			'WhatsApp Business: not ok (403)',
			'SMS: open',
			'API Key and IP Whitelist: not ok (403)',
			'WhatsApp Balance: not ok',
			'Channels: not ok',
			'Templates: ok',
			'SMS Login: ok',
			'SMS Balance: open',
			'Default Country Code: ok',
			'Form of the responses: Not as documented: channels (0.id: required)',
		]);
	});
});
