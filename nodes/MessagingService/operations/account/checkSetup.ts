import { z } from 'zod';

import { API_LOGIN, SMS_LOGIN, type LoginCheck } from '../../../login';
import { isPrivateAddress, parsedUrl, PUBLIC_ADDRESS_ADVICE } from '../../../plain';
import { areTriggersPublished } from '../../../publishedTriggers';
import * as service from '../../../service';
import { operation, type Survey, type Surveyed } from '../../engine/operation';
import { channels, type Channel } from '../whatsappOfficial/channel';
import { templates, type Template } from '../whatsappOfficial/template';

const row = z.object({
	check: z.string(),
	ok: z.boolean().nullable(),
	what: z.string(),
	advice: z.string(),
});

type Row = z.output<typeof row>;

/** What is fine needs no advice. n8n's table would show a missing field as "undefined". */
const rowOf = (check: string, ok: boolean | null, what: string, advice = ''): Row => ({
	check,
	ok,
	what,
	advice: ok === true ? '' : advice,
});

function loginRow(check: string, login: LoginCheck, asked: Surveyed<unknown>): Row {
	const { reply } = asked;
	const own = asked.ok ? undefined : ([asked.what, asked.advice] as const);
	const fault = reply ? login.faultOf(reply) : own;
	if (!fault)
		return rowOf(check, true, 'The service accepts the login, and the address of this n8n');
	// These responses say nothing of the login.
	const isOpen = reply && (service.mayPass(reply.status) || [422, 429].includes(reply.status));
	return rowOf(check, isOpen || asked.isNotChosen ? null : false, ...fault);
}

const SOON_DAYS = 14;
const TOP_UP = 'Top up in the service’s web application';
const NO_DATE =
	'See yourself whether this date is past: it has not the documented form (2026-12-31).';

function balanceRow(check: string, left: number, until: unknown, isSpent: boolean): Row {
	const amount = `${left.toLocaleString('en-US')} left`;
	if (left <= 0) return rowOf(check, !isSpent, amount, `${TOP_UP}.`);
	if (typeof until !== 'string' || until === '') return rowOf(check, true, amount);
	const [date = ''] = /^\d{4}-\d{2}-\d{2}/.exec(until) ?? [];
	const days = service.daysUntil(date, Date.now());
	// The date may be past, so a form that cannot be read must not count as fine.
	if (Number.isNaN(days)) return rowOf(check, null, `${amount}, until ‘${until}’`, NO_DATE);
	if (days < 0) return rowOf(check, false, `${amount}, but expired on ${date}`, `${TOP_UP}.`);
	const what = `${amount}, until ${date}`;
	if (days > SOON_DAYS) return rowOf(check, true, what);
	const soon = days === 0 ? 'today' : `in ${days} d`;
	return rowOf(check, false, `${what} (${soon})`, `${TOP_UP} before they expire.`);
}

const BALANCES = { wa: 'WhatsApp', sms: 'SMS', hlr: 'HLR', sim: 'SIM', pulsa: 'Airtime' };

/** @param spent the balances that pay for messages of this node */
const balanceRows = (all: service.Credit, spent: readonly string[]): Row[] =>
	Object.entries(BALANCES).flatMap(([key, name]) => {
		const [left, until] = [all[`${key}_balance`], all[`${key}_expired_date`]];
		if (left === undefined || left === null) return [];
		if (typeof left !== 'number') return [rowOf(`${name} Balance`, null, 'It is not a number')];
		return [balanceRow(`${name} Balance`, left, until, spent.includes(key))];
	});

const NOT_USED = 'No trigger of this package is published in this process of n8n';

function addressRow(address: string | undefined, isUsed: boolean): Row {
	const check = 'n8n Address';
	if (!isUsed) return rowOf(check, null, NOT_USED);
	if (address === undefined) return rowOf(check, null, 'n8n does not say its address');
	if (isPrivateAddress(address)) {
		const what = `The service cannot call ${address}: the address is private or local`;
		return rowOf(check, false, what, PUBLIC_ADDRESS_ADVICE);
	}
	const advice = 'Set WEBHOOK_URL to an address that begins with https://.';
	return rowOf(check, address.startsWith('https:'), address, advice);
}

const REGISTER =
	'In the service’s web application (WA Official, Account), register the Production URL of the trigger, with ?token= and its token at the end.';

/** The URL may hold a token, so only its host is shown. */
function channelRow({ id, webhook }: Channel, address: string | undefined, isUsed: boolean): Row {
	const check = `Channel ${id.slice(0, 8)}`;
	if (!isUsed) return rowOf(check, null, 'No callback URL is registered, and none is needed');
	const url = parsedUrl(String(webhook));
	if (url === undefined || !/^https?:$/.test(url.protocol)) {
		const what = webhook
			? 'The registered callback URL is not a web address'
			: 'No callback URL is registered';
		return rowOf(check, false, what, REGISTER);
	}
	const { host = url.host } = parsedUrl(address ?? '') ?? {};
	const faults = [
		url.pathname.includes('/webhook-test/') && 'is a test URL, which works only in the editor',
		url.protocol === 'http:' && 'begins with http://, so that others can read the messages',
		url.host !== host && `leads to ${url.host}, and this n8n is at ${host}`,
		!url.searchParams.get('token') && 'has no ?token= as the service shows it',
	].filter((fault) => fault !== false);
	const what = faults.join('. It ') || `leads to ${url.host}, and has a token`;
	return rowOf(check, faults.length === 0, `The callback URL ${what}`, REGISTER);
}

function templateRow(all: readonly Template[]): Row {
	if (all.length === 0) return rowOf('Templates', null, 'There is none: a broadcast needs one');
	const approved = all.filter(({ status }) => service.templateState(status) === 'approved').length;
	const what = `${approved} of ${all.length} approved`;
	const advice = 'A broadcast needs an approved template: create one, or wait for its approval.';
	return rowOf('Templates', approved > 0, what, advice);
}

/** What could not be read is one row. */
const rowsFor = <Facts>(check: string, asked: Surveyed<Facts>, rows: (facts: Facts) => Row[]) =>
	asked.ok ? rows(asked.facts) : [rowOf(check, null, asked.what, asked.advice)];

async function survey({ ask, n8nAddress }: Survey): Promise<Row[]> {
	const [login, sms, balance, all, known] = await Promise.all([
		ask({ ...API_LOGIN, answer: z.unknown() }),
		ask({ ...SMS_LOGIN, answer: z.unknown() }, SMS_LOGIN.credential),
		ask({ request: service.BALANCE_REQUEST, answer: service.credit }),
		ask(channels),
		ask(templates),
	]);
	const spent = sms.isNotChosen ? ['wa'] : ['wa', 'sms'];
	const isRegistered = all.ok && all.facts.some(({ webhook }) => webhook);
	const isUsed = isRegistered || areTriggersPublished();
	return [
		loginRow('API Key and IP Whitelist', API_LOGIN, login),
		loginRow('SMS Login', SMS_LOGIN, sms),
		...rowsFor('Balance', balance, (data) => balanceRows(data, spent)),
		addressRow(n8nAddress, isUsed),
		...rowsFor('Channels', all, (data) => data.map((one) => channelRow(one, n8nAddress, isUsed))),
		...rowsFor('Templates', known, (data) => [templateRow(data)]),
	];
}

export const checkSetup = operation({
	value: 'checkSetup',
	name: 'Check Setup',
	action: 'Check setup',
	description:
		'Check the key, IP whitelist, credits, SMS login, and the callback URLs and templates of WhatsApp Official, without sending anything',
	fields: [],
	effect: 'survey',
	input: z.object({}),
	answer: z.array(row),
	survey,
});
