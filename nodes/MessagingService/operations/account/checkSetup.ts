import { z } from 'zod';

import { API_LOGIN, SMS_LOGIN, type LoginCheck } from '../../../login';
import * as service from '../../../service';
import { operation, type Asked, type FactsSource } from '../../engine/operation';
import { channels } from '../whatsappOfficial/channel';
import { templates, type Template } from '../whatsappOfficial/template';
import { person } from './getIdentity';

export interface Login {
	ask: <Facts>(source: FactsSource<Facts>) => Promise<Asked<Facts>>;
	hasCountry: boolean;
}

/** `ok` is null if something is not used, or could not be checked. */
type Verdict = [ok: boolean | null, what: string, advice?: string | undefined];
type Row = [check: string, ...Verdict];

function readRow<Facts>(check: string, asked: Asked<Facts>, judge: (facts: Facts) => Verdict): Row {
	return asked.ok ? [check, ...judge(asked.facts)] : [check, false, asked.what, asked.advice];
}

function loginRow(check: string, login: LoginCheck, asked: Asked<unknown>): Row {
	if (!asked.reply) return readRow(check, asked, () => [null, 'There is no response']);
	const fault = login.faultOf(asked.reply);
	if (!fault) return [check, true, 'The service accepts the login, and the address of this n8n'];
	return [check, fault.isUntested ? null : false, fault.what, fault.advice];
}

function balanceRow(check: string, asked: Asked<service.Credit>, kind: 'wa' | 'sms'): Row {
	if (!asked.ok) return [check, null, asked.what, asked.advice];
	const left = asked.facts[`${kind}_balance`];
	const until = z.string().catch('').parse(asked.facts[`${kind}_expired_date`]);
	if (typeof left !== 'number') return [check, null, 'The service does not say it'];
	const what = `${left.toLocaleString('en-US')} left${until && `, until ${until}`}`;
	const days = until ? service.daysUntil(until, Date.now()) : Infinity;
	// The date may be past, so a form that cannot be read must not count as fine.
	if (Number.isNaN(days)) return [check, null, what, 'See yourself whether this date is past.'];
	return [check, left > 0 && days >= 0, what, 'Top up in the service’s web application.'];
}

function templateVerdict(all: readonly Template[]): Verdict {
	const approved = all.filter(({ status }) => service.templateState(status) === 'approved').length;
	const what = `${approved} of ${all.length} approved`;
	return [approved > 0 || (all.length > 0 ? false : null), what, 'Have one approved.'];
}

/** What is missing says why a route is not ready. */
function routeRow(route: string, ...needs: Row[]): Row {
	const lack = needs.find(([, ok]) => ok === false) ?? needs.find(([, ok]) => ok === null);
	if (!lack) return [route, true, 'Ready'];
	const [check, ok, what, advice] = lack;
	return [route, ok, `${ok === null ? 'Open' : 'Not ready'}. ${check}: ${what}`, advice];
}

const FORM = 'Form of the responses';

function formRow(asked: Record<string, Asked<unknown>>): Row {
	const seen = Object.entries(asked).filter(([, { differs }]) => differs !== undefined);
	const faults = seen.flatMap(([name, { differs }]) => (differs ? [`${name} (${differs})`] : []));
	if (seen.length === 0) return [FORM, null, 'There is none to compare'];
	if (faults.length === 0) return [FORM, true, 'As documented'];
	return [FORM, false, `Not as documented: ${faults.join(', ')}`, 'Report it with the Summary.'];
}

/** It has no values, so that it can be pasted where others read it. */
function summaryRow(rows: readonly Row[]): Row {
	const lines = rows.map(([check, ok, what]) => {
		const [code = ''] = / \(-?\d+\)(?=[:. ]|$)/.exec(what) ?? [];
		const words = check === FORM ? what : ok === null ? 'open' : ok ? 'ok' : `not ok${code}`;
		return `${check}: ${words}`;
	});
	return ['Summary', null, lines.join('\n'), 'Asking for help? Paste this text.'];
}

export async function rowsOf(api: Login, sms?: Login) {
	const [identity, balance, channelList, templateList, smsLogin] = await Promise.all([
		api.ask({ ...API_LOGIN, answer: person }),
		api.ask({ request: service.BALANCE_REQUEST, answer: service.credit }),
		api.ask(channels),
		api.ask(templates),
		sms?.ask({ ...SMS_LOGIN, answer: z.unknown() }),
	]);
	const key = loginRow('API Key and IP Whitelist', API_LOGIN, identity);
	const credit = balanceRow('WhatsApp Balance', balance, 'wa');
	const official = [
		readRow('Channels', channelList, ({ length }) => [length > 0 || null, `There are ${length}`]),
		readRow('Templates', templateList, templateVerdict),
	];
	const ofSms: Row[] = smsLogin
		? [loginRow('SMS Login', SMS_LOGIN, smsLogin), balanceRow('SMS Balance', balance, 'sms')]
		: [['SMS Login', null, 'None is chosen', 'To use SMS, choose one.']];
	const countries = [api, sms].flatMap((one, at) => (one?.hasCountry ? ['API', 'SMS'][at] : []));
	const rows: Row[] = [
		routeRow('WhatsApp Official', key, ...official),
		routeRow('WhatsApp Unofficial', key, credit),
		routeRow('WhatsApp Business', key, ['Gateway', null, 'Only a message shows it']),
		routeRow('SMS', ...ofSms),
		...[key, credit, ...official, ...ofSms],
		[
			'Default Country Code',
			!sms || countries.length !== 1,
			`Logins with one: ${countries.join(', ') || 'none'}`,
			'Enter it in both, or local numbers fail on one route.',
		],
		formRow({ identity, balance, channels: channelList, templates: templateList }),
	];
	// n8n's table would show a missing field as "undefined".
	return [...rows, summaryRow(rows)].map(([check, ok, what, advice = '']) => ({
		...{ check, ok, what, advice: ok === true ? '' : advice },
	}));
}

const [text, ok] = [z.string(), z.boolean().nullable()];

export const checkSetup = operation({
	value: 'checkSetup',
	name: 'Check Setup',
	action: 'Check setup',
	description: 'Check which routes are ready, and what the others lack, without sending anything',
	fields: [],
	effect: 'read',
	input: z.object({}),
	// It is the first of several, which rowsOf asks.
	request: () => API_LOGIN.request,
	answer: z.array(z.object({ check: text, ok, what: text, advice: text })),
});
