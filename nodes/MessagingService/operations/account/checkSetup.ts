import { z } from 'zod';

import { API_LOGIN, SMS_LOGIN } from '../../../login';
import { BALANCE_REQUEST, credit } from '../../../service';
import { operation, type Survey } from '../../engine/operation';
import { channels } from '../whatsappOfficial/channel';
import { templates } from '../whatsappOfficial/template';
import * as rows from './setupRows';

const text = z.string();
const row = z.object({ check: text, ok: z.boolean().nullable(), what: text, advice: text });

async function survey({ ask, n8nAddress }: Survey) {
	const [login, sms, balance, all, known] = await Promise.all([
		ask({ ...API_LOGIN, answer: z.unknown() }),
		ask({ ...SMS_LOGIN, answer: z.unknown() }, SMS_LOGIN.credential),
		ask({ request: BALANCE_REQUEST, answer: credit }),
		ask(channels),
		ask(templates),
	]);
	const spent = sms.isNotChosen ? ['wa'] : ['wa', 'sms'];
	return [
		rows.loginRow('API Key and IP Whitelist', API_LOGIN, login),
		rows.loginRow('SMS Login', SMS_LOGIN, sms),
		...rows.rowsOf('Balance', balance, (data) => rows.balanceRows(data, spent, Date.now())),
		rows.addressRow(n8nAddress),
		...rows.rowsOf('Channels', all, (data) => data.map((one) => rows.channelRow(one, n8nAddress))),
		...rows.rowsOf('Templates', known, (data) => [rows.templateRow(data)]),
		rows.clockRow([login, sms]),
		// n8n's table would show a missing field as "undefined".
	].map(([check, ok, what, advice = '']) => ({ check, ok, what, advice: ok ? '' : advice }));
}

export const checkSetup = operation({
	value: 'checkSetup',
	name: 'Check Setup',
	action: 'Check setup',
	description:
		'Check the key, IP whitelist, credits, SMS login, callback URLs, templates and clock, without sending anything',
	fields: [],
	effect: 'read',
	input: z.object({}),
	request: () => API_LOGIN.request,
	answer: z.array(row),
	survey,
});
