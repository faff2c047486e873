import { z } from 'zod';

import type { FactsSource, Surveyed } from '../../../nodes/MessagingService/engine/operation';
import { checkSetup } from '../../../nodes/MessagingService/operations/account/checkSetup';
import { forgetPublished, rememberPublished } from '../../../nodes/publishedTriggers';
import { planOf } from './support';

/** 23:30 on the day before in UTC. */
const NOW = Date.parse('2026-11-26T06:30:00+07:00');
const TOKEN = '4f9d1c7a2be8605d3b1fa7c94e20d68b';
const OWN = 'https://n8n.example.com';
const GOOD_URL = `${OWN}/webhook/7/callback?token=${TOKEN}`;

interface Given {
	key: Surveyed<unknown>;
	sms: Surveyed<unknown>;
	balance: object;
	channels: object[];
	templates: object[];
	n8nAddress: string | undefined;
	/** Whether a trigger of this package is published. */
	isPublished: boolean;
}

const reply = (body: unknown, status = 200): Surveyed<unknown> => ({
	ok: true,
	facts: undefined,
	reply: {
		status,
		text: typeof body === 'string' ? body : JSON.stringify(body),
	},
});
const failure = { ok: false, what: 'No connection', advice: 'Check it.' } as const;
const notChosen = { ...failure, what: 'None is chosen', isNotChosen: true } as const;
const sms = (status: string) => reply({ results: [{ status, messageid: '', destination: '' }] });
const channel = (webhook?: string | null) => ({
	id: '11111111-aaaa',
	webhook,
	organization_id: 'o',
	created_at: '2026-01-01',
});
const template = (name: string, status: string) => ({ id: name, name, status, category: 'c' });
const USER = reply({ error: false, data: { userid: 'ann' } });

const FINE: Given = {
	key: USER,
	sms: sms('-6'),
	balance: { idClient: 1, wa_balance: 1250.5, wa_expired_date: '2026-12-31' },
	channels: [channel(GOOD_URL)],
	templates: [template('hello', 'APPROVED')],
	n8nAddress: OWN,
	isPublished: false,
};

const ROWS = z.array(z.record(z.string().or(z.boolean()).nullable()));

/** @param given what differs from a setup in which all is fine */
async function rowsOf(given: Partial<Given>) {
	const all = { ...FINE, ...given };
	const found: Record<string, unknown> = {
		'/balance': all.balance,
		'/wa_official/channels': all.channels,
		'/wa_official/templates': all.templates,
	};
	const ask = <Facts>({ request: { path }, answer }: FactsSource<Facts>) => {
		const login = { '/auth/api_key': all.key, '': all.sms }[path];
		if (login !== undefined) return Promise.resolve(login as Surveyed<Facts>);
		const { data } = answer.safeParse(found[path]);
		return Promise.resolve(data === undefined ? failure : { ok: true as const, facts: data });
	};
	const { survey } = planOf(checkSetup, {});
	if (all.isPublished) rememberPublished('trigger', OWN);
	const rows = await survey?.({ ask, n8nAddress: all.n8nAddress });
	forgetPublished('trigger', OWN);
	return ROWS.parse(rows);
}

const KEY = 'API Key and IP Whitelist';
const SMS = 'SMS Login';
const WA = 'WhatsApp Balance';
const CHANNEL = 'Channel 11111111';

const balance = (fields: object) => ({ balance: { idClient: 1, ...fields } });
const wa = (left: number, until?: string) =>
	balance({ wa_balance: left, wa_expired_date: until ?? null });
const at = (webhook?: string | null) => ({ channels: [channel(webhook)] });
const moved = (from: string, to: string) => at(GOOD_URL.replace(from, to));
const templates = (...all: [name: string, status: string][]) => ({
	templates: all.map(([name, status]) => template(name, status)),
});

type Case = [check: string, ok: boolean | null, given: Partial<Given>, words: RegExp];

const CASES: Case[] = [
	[KEY, true, {}, /accepts the login/],
	[KEY, false, { key: reply('', 401) }, /key \(401\).*IP whitelist/],
	[KEY, false, { key: reply('no: 203.0.113.7', 403) }, /\(403\).*saw the address 203\.0\.113\.7/],
	[KEY, false, { key: reply({ error: true }) }, /did not accept the API key.*IP whitelist/],
	[KEY, false, { key: reply('<html></html>') }, /not like the messaging service.*Path Prefix/],
	[KEY, false, { key: reply('', 404) }, /\(404\) \| Check the Base URL and the Path Prefix/],
	[KEY, false, { key: failure }, /No connection \| Check it\./],
	[KEY, null, { key: reply('', 503) }, /\(503\)/],
	[KEY, true, { key: reply('<r><data><userid>7</userid></data></r>') }, /accepts/],
	[SMS, true, {}, /accepts the login/],
	[SMS, null, { sms: notChosen }, /None is chosen/],
	[SMS, false, { sms: sms('-5') }, /password is wrong \(-5\).*ends in _api/],
	[SMS, false, { sms: sms('-40') }, /not on the IP whitelist \(-40\)/],
	[SMS, null, { sms: reply({ detail: [] }, 422) }, /login is not tested/],
	[SMS, false, { sms: reply({ ok: 1 }) }, /not like the SMS host/],
	[WA, true, wa(1250.5, '2026-12-31'), /^1,250\.5 left, until 2026-12-31$/],
	[WA, true, wa(1), /^1 left$/],
	[WA, null, wa(1, '31/12/2020'), /^1 left, until ‘31\/12\/2020’ \| See yourself/],
	[WA, true, wa(1, '2026-12-11'), /2026-12-11$/],
	[WA, false, wa(1, '2026-12-10'), /\(in 14 d\) \| Top up .* before they expire/],
	[WA, false, wa(1, '2026-11-26'), /until 2026-11-26 \(today\) \| /],
	[WA, false, wa(1, '2026-11-25'), /but expired on 2026-11-25 \| Top up/],
	[WA, false, wa(0, '2026-12-31'), /^0 left \| Top up/],
	['SMS Balance', false, balance({ sms_balance: 0 }), /^0 left \| /],
	['SMS Balance', true, { ...balance({ sms_balance: 0 }), sms: notChosen }, /^0 left$/],
	['HLR Balance', true, balance({ hlr_balance: 0 }), /^0 left$/],
	['Balance', null, { balance: { wa_balance: 'many' } }, /No connection \| Check it\./],
	['n8n Address', true, {}, /^https:\/\/n8n\.example\.com$/],
	['n8n Address', false, { n8nAddress: 'http://localhost:5678' }, /localhost:5678.*WEBHOOK_URL/],
	['n8n Address', false, { n8nAddress: 'http://n8n.example.com' }, /https:\/\//],
	['n8n Address', null, { n8nAddress: undefined }, /does not say/],
	[CHANNEL, true, {}, /leads to n8n\.example\.com, and has a token$/],
	[CHANNEL, null, at(), /No callback URL is registered, and none is needed/],
	[
		CHANNEL,
		false,
		{ ...at(), isPublished: true },
		/No callback URL is registered \| .*WA Official, Account/,
	],
	[
		'n8n Address',
		null,
		{ ...at(), n8nAddress: 'http://localhost:5678' },
		/No trigger of this package/,
	],
	[
		'n8n Address',
		false,
		{ ...at(), n8nAddress: 'http://localhost:5678', isPublished: true },
		/WEBHOOK_URL/,
	],
	[CHANNEL, false, at('n8n.example.com/webhook'), /not a web address/],
	[CHANNEL, false, moved('/webhook/', '/webhook-test/'), /URL is a test URL[^.]* \| /],
	[CHANNEL, false, moved('https', 'http'), /URL begins with http:[^.]* \| /],
	[CHANNEL, false, moved('n8n.', 'old.'), /to old\.example\.com, and this n8n is at n8n/],
	[CHANNEL, false, moved('token', 'key'), /URL has no \?token=[^.]* \| /],
	[CHANNEL, false, moved(TOKEN, ''), /has no \?token=/],
	[CHANNEL, false, at('http://old.example.com/x'), /http:.*\. It leads to old.*\. It has no \?tok/],
	[CHANNEL, true, { n8nAddress: undefined }, /leads to n8n\.example\.com/],
	['Channels', null, { channels: [{ id: 7 }] }, /No connection/],
	['Templates', true, {}, /^1 of 1 approved$/],
	['Templates', true, templates(['a', 'approved'], ['b', 'X']), /^1 of 2 approved$/],
	['Templates', false, templates(['b', 'PENDING']), /^0 of 1 approved \| .*approved template/],
	['Templates', null, templates(), /^There is none/],
	['Templates', null, { templates: [{ name: 'a' }] }, /No connection/],
];

describe('Check Setup', () => {
	beforeEach(() => {
		jest.spyOn(Date, 'now').mockReturnValue(NOW);
	});

	afterEach(() => {
		jest.restoreAllMocks();
	});

	it.each(CASES)('%s is %s with %j: %s', async (check, ok, given, words) => {
		const rows = await rowsOf(given);
		const row = rows.find((one) => one.check === check);

		expect(row).toMatchObject({ check, ok });
		expect([row?.what, row?.advice].filter(Boolean).join(' | ')).toMatch(words);
		expect(JSON.stringify(rows)).not.toContain(TOKEN);
	});

	it('Each check is a row with these fields, and no advice if it is fine', async () => {
		const fine = await rowsOf({});
		expect(fine.map(({ check, ok, advice }) => [check, ok, advice])).toEqual(
			[KEY, SMS, WA, 'n8n Address', CHANNEL, 'Templates'].map((name) => [name, true, '']),
		);
		for (const row of [...fine, ...(await rowsOf({ key: failure, sms: notChosen }))]) {
			expect(Object.keys(row)).toEqual(['check', 'ok', 'what', 'advice']);
		}
	});
});
