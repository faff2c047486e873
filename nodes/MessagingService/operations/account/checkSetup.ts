import { z } from 'zod';

import { API_LOGIN, SMS_LOGIN, type LoginCheck } from '../../../login';
import { isGiven, isPrivateAddress, PUBLIC_ADDRESS_ADVICE } from '../../../plain';
import * as service from '../../../service';
import { operation, type Asked, type FactsSource } from '../../engine/operation';
import { channels } from '../whatsappOfficial/channel';
import { templates, type Template } from '../whatsappOfficial/template';
import { person } from './getIdentity';

/** `ok` is null if something is not used, or could not be checked. */
type Verdict = [ok: boolean | null, what: string, advice?: string | undefined];
type Row = [check: string, ...Verdict];

export interface Setup {
	/** Resolves to undefined if no SMS credential is chosen. */
	ask: <Facts>(source: FactsSource<Facts>, isSms?: true) => Promise<Asked<Facts> | undefined>;
	/** The Default Country Code of each login that is chosen. */
	countries: readonly string[];
	/** The address that n8n gives to others. */
	n8nAddress: string | undefined;
}

function loginRow(check: string, login: LoginCheck, asked: Asked<unknown> | undefined): Row {
	if (!asked) return [check, null, 'No such credential is chosen', 'To use SMS, choose one.'];
	const { reply } = asked;
	if (!reply) return [check, false, asked.ok ? '' : asked.what, asked.ok ? '' : asked.advice];
	const fault = login.faultOf(reply);
	if (!fault) return [check, true, 'The service accepts the login, and the address of this n8n'];
	// These responses say nothing of the login.
	const isOpen = service.mayPass(reply.status) || [422, 429].includes(reply.status);
	return [check, isOpen ? null : false, ...fault];
}

const TOP_UP = 'Top up in the service’s web application.';
const TOP_UP_SOON = 'Top up in the service’s web application before they expire.';

function balanceVerdict(left: unknown, until: unknown): Verdict {
	if (typeof left !== 'number') return [null, 'It is not a number'];
	const amount = `${left.toLocaleString('en-US')} left`;
	if (left <= 0) return [false, amount, TOP_UP];
	if (typeof until !== 'string' || until === '') return [true, amount];
	const days = service.daysUntil(until, Date.now());
	const what = `${amount}, until ${until}`;
	// The date may be past, so a form that cannot be read must not count as fine.
	if (Number.isNaN(days)) return [null, what, 'See yourself whether this date is past.'];
	if (days < 0) return [false, `${what}, which is past`, TOP_UP];
	return days > 14 ? [true, what] : [false, what, TOP_UP_SOON];
}

/** The balances that pay for messages of this node. Get Balance shows the others. */
const balanceRows = (all: service.Credit, hasSms: boolean): Row[] => [
	['WhatsApp Balance', ...balanceVerdict(all.wa_balance, all.wa_expired_date)],
	...(hasSms && isGiven(all.sms_balance)
		? [['SMS Balance', ...balanceVerdict(all.sms_balance, all.sms_expired_date)] satisfies Row]
		: []),
];

function countryVerdict([api, sms]: readonly string[]): Verdict {
	if (sms === undefined) return [null, 'Only one login is chosen'];
	if (!api === !sms) return [true, api ? 'Both logins have one' : 'No login has one'];
	const [has, lacks, code] = api ? ['API', 'SMS', api] : ['SMS', 'API', sms];
	const advice = `Enter ${code} there too, or local numbers fail on one route.`;
	return [false, `The ${has} login has one, and the ${lacks} login has none`, advice];
}

/** Who only sends needs no public address. */
function addressVerdict(address: string | undefined): Verdict {
	if (address === undefined) return [null, 'n8n does not say its address'];
	const cannot = `${address} is private or local, so triggers and answer pages cannot be reached`;
	return isPrivateAddress(address) ? [null, cannot, PUBLIC_ADDRESS_ADVICE] : [true, address];
}

function listRow<One>(check: string, asked?: Asked<One[]>, judge?: (all: One[]) => Verdict): Row {
	if (!asked?.ok) return [check, false, asked?.what ?? '', asked?.advice];
	if (asked.facts.length === 0) return [check, null, 'There is none'];
	return [check, ...(judge?.(asked.facts) ?? ([true, `${asked.facts.length}`] as const))];
}

function templateVerdict(all: readonly Template[]): Verdict {
	const approved = all.filter(({ status }) => service.templateState(status) === 'approved').length;
	if (approved > 0) return [true, `${approved} of ${all.length} approved`];
	const advice = 'There is no approved template: create one, or wait for its approval.';
	return [false, `0 of ${all.length} approved`, advice];
}

/** What is missing says why a route is not ready. A balance that ends soon still pays. */
function routeRow(route: string, ...needs: (Row | undefined)[]): Row {
	const lacks = [false, null].map((ok) =>
		needs.find((row) => row?.[1] === ok && row[3] !== TOP_UP_SOON),
	);
	const [check, ok, what, advice] = lacks.find((row) => row !== undefined) ?? [];
	if (check === undefined) return [route, true, 'Ready'];
	return [route, ok ?? null, `${ok === null ? 'Open' : 'Not ready'}. ${check}: ${what}`, advice];
}

const FORM = 'Form of the responses';

function formRow(asked: Record<string, Asked<unknown> | undefined>): Row {
	const seen = Object.entries(asked).filter(([, one]) => one?.differs !== undefined);
	const faults = seen.flatMap(([name, one]) => (one?.differs ? [`${name} (${one.differs})`] : []));
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
	const isFine = rows.every(([, ok]) => ok !== false);
	return ['Summary', isFine, lines.join('\n'), 'Asking for help? Paste this text.'];
}

export async function rowsOf({ ask, countries, n8nAddress }: Setup) {
	const [identity, balance, channelList, templateList, login] = await Promise.all([
		ask({ ...API_LOGIN, answer: person }),
		ask({ request: service.BALANCE_REQUEST, answer: service.credit }),
		ask(channels),
		ask(templates),
		ask({ ...SMS_LOGIN, answer: z.unknown() }, true),
	]);
	const key = loginRow('API Key and IP Whitelist', API_LOGIN, identity);
	const sms = loginRow('SMS Login', SMS_LOGIN, login);
	const balances: Row[] = balance?.ok
		? balanceRows(balance.facts, login !== undefined)
		: [['Balance', null, balance?.what ?? '', balance?.advice]];
	const pays = (name: string) =>
		balances.find(([check]) => [`${name} Balance`, 'Balance'].includes(check));
	const official = listRow('Channels', channelList);
	const known = listRow('Templates', templateList, templateVerdict);
	const noList = 'The service lists none, so only a message shows whether it works';
	const rows: Row[] = [
		routeRow('WhatsApp Official', key, official, known),
		routeRow('WhatsApp Unofficial', key, pays('WhatsApp')),
		routeRow('WhatsApp Business', key, ['Gateway', null, noList]),
		routeRow('SMS', sms, pays('SMS')),
		...[key, sms, ...balances, official, known],
		['Default Country Code', ...countryVerdict(countries)],
		['n8n Address', ...addressVerdict(n8nAddress)],
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
