import type { LoginCheck } from '../../../login';
import { durationOf, isPrivateAddress, parsedUrl, PUBLIC_ADDRESS_ADVICE } from '../../../plain';
import {
	daysUntil,
	isTemplateStatus,
	mayPass,
	templateStatus,
	type Credit,
} from '../../../service';
import type { Surveyed } from '../../engine/operation';
import type { Channel } from '../whatsappOfficial/channel';
import type { Template } from '../whatsappOfficial/template';

export type Row = readonly [
	check: string,
	ok: boolean | null,
	what: string,
	advice?: string | undefined,
];

export function loginRow(check: string, login: LoginCheck, asked: Surveyed<unknown>): Row {
	const { reply } = asked;
	const own = asked.ok ? undefined : ([asked.what, asked.advice] as const);
	const fault = reply ? login.faultOf(reply) : own;
	if (!fault) return [check, true, 'The service accepts the login, and the address of this n8n'];
	// These responses say nothing of the login.
	const isOpen = reply && (mayPass(reply.status) || [422, 429].includes(reply.status));
	return [check, isOpen || asked.isNotChosen ? null : false, ...fault];
}

/** What could not be read is one row. */
export const rowsOf = <Facts>(
	check: string,
	asked: Surveyed<Facts>,
	rows: (facts: Facts) => Row[],
): Row[] => (asked.ok ? rows(asked.facts) : [[check, null, asked.what, asked.advice]]);

const SOON_DAYS = 14;
const TOP_UP = 'Top up in the service’s web application';
const NO_DATE =
	'See yourself whether this date is past: it has not the documented form (2026-12-31).';

const BALANCES = { wa: 'WhatsApp', sms: 'SMS', hlr: 'HLR', sim: 'SIM', pulsa: 'Airtime' };

/** @param spent the balances that pay for messages of this node */
export const balanceRows = (credit: Credit, spent: readonly string[], now: number): Row[] =>
	Object.entries(BALANCES).flatMap(([key, name]): Row[] => {
		const [left, until] = [credit[`${key}_balance`], credit[`${key}_expired_date`]];
		if (typeof left !== 'number') return [];
		const [check, amount] = [`${name} Balance`, `${left.toLocaleString('en-US')} left`];
		if (left <= 0) return [[check, !spent.includes(key), amount, `${TOP_UP}.`]];
		if (typeof until !== 'string' || until === '') return [[check, true, amount]];
		const [date = ''] = /^\d{4}-\d{2}-\d{2}/.exec(until) ?? [];
		const days = daysUntil(date, now);
		// The date may be past, so a form that cannot be read must not count as fine.
		if (Number.isNaN(days)) return [[check, null, `${amount}, until ‘${until}’`, NO_DATE]];
		if (days < 0) return [[check, false, `${amount}, but expired on ${date}`, `${TOP_UP}.`]];
		const what = `${amount}, until ${date}`;
		if (days > SOON_DAYS) return [[check, true, what]];
		const soon = days === 0 ? 'today' : `in ${days} d`;
		return [[check, false, `${what} (${soon})`, `${TOP_UP} before they expire.`]];
	});

export function addressRow(address: string | undefined): Row {
	const check = 'n8n Address';
	if (address === undefined) return [check, null, 'n8n does not say its address'];
	if (isPrivateAddress(address)) {
		const what = `The service cannot call ${address}: the address is private or local`;
		return [check, false, what, `${PUBLIC_ADDRESS_ADVICE} To send, it is not needed.`];
	}
	const advice = 'Set WEBHOOK_URL to an address that begins with https://.';
	return [check, address.startsWith('https:'), address, advice];
}

const REGISTER =
	'In the service’s web application (WA Official, Account), register the Production URL of the trigger, with ?token= and its token at the end.';

/** The URL may hold a token, so only its host is shown. */
export function channelRow({ id, webhook }: Channel, address: string | undefined): Row {
	const check = `Channel ${id.slice(0, 8)}`;
	const url = parsedUrl(webhook ?? '');
	if (url === undefined || !/^https?:$/.test(url.protocol)) {
		const what =
			(webhook ?? '') === ''
				? 'No callback URL is registered'
				: 'The registered callback URL is not a web address';
		return [check, false, what, `${REGISTER} To send, none is needed.`];
	}
	const { host = url.host } = parsedUrl(address ?? '') ?? {};
	const faults = [
		url.pathname.includes('/webhook-test/') && 'is a test URL, which works only in the editor',
		url.protocol === 'http:' && 'begins with http://, so that others can read the messages',
		url.host !== host && `leads to ${url.host}, and this n8n is at ${host}`,
		(url.searchParams.get('token') ?? '') === '' && 'has no ?token= as the service shows it',
	].filter((fault) => fault !== false);
	const what = faults.join('. It ') || `leads to ${url.host}, and has a token`;
	return [check, faults.length === 0, `The callback URL ${what}`, REGISTER];
}

const MOST_NAMES = 10;

export function templateRow(all: readonly Template[]): Row {
	const isApproved = ({ status }: Template) => isTemplateStatus(status, 'approved');
	const approved = all.filter(isApproved).length;
	const named = all
		.filter((one) => !isApproved(one))
		.map(({ name, status }) => `${name} (${templateStatus(status)?.name ?? status})`);
	const rest = named.length > MOST_NAMES ? ` and ${named.length - MOST_NAMES} more` : '';
	const others =
		named.length > 0 ? `. Others: ${named.slice(0, MOST_NAMES).join(', ')}${rest}` : '';
	const advice = 'A broadcast needs an approved template: create one, or wait for its approval.';
	return ['Templates', approved > 0, `${approved} approved${others}`, advice];
}

/** A response takes a while, so a small difference says nothing. */
const MOST_OFF_MS = 120_000;

export function clockRow(replies: readonly Surveyed<unknown>[]): Row {
	const [offMs] = replies.flatMap(({ reply: { at = 0, date = '' } = {} }) => {
		const moment = Date.parse(date);
		return Number.isNaN(moment) ? [] : [at - moment];
	});
	if (offMs === undefined) return ['Clock', null, 'The service does not say its time'];
	const isRight = Math.abs(offMs) <= MOST_OFF_MS;
	const way = `${durationOf(Math.abs(offMs) / 1000)} ${offMs > 0 ? 'ahead of' : 'behind'}`;
	const what = `This machine’s clock ${isRight ? 'agrees with' : `is ${way}`} the service’s`;
	return ['Clock', isRight, what, 'Set the clock of the machine on which n8n runs.'];
}
