import { sendSms } from '../../facts/endpoints';
import { garbled } from '../../facts/texts';
import type { Reply } from '../../http/answers';
import { checked, textOf, unreadable } from '../../http/bodies';
import { takeFor } from '../../http/apiEndpoint';
import type { Call, Endpoint } from '../../http/call';
import { SMS_FROM } from '../../service/service';
import { destinationOf, verdictOn, type Sms } from './verdict';

/** The fields of the query and of the form. */
function given({ request, query }: Call): Record<string, string> {
	const type = request.headers['content-type'] ?? '';
	const body = textOf(request.body);
	const isForm = /^application\/x-www-form-urlencoded\b/i.test(type);
	if (body !== '' && !isForm) unreadable('The body must be sent as form fields');
	return Object.fromEntries([...query, ...new URLSearchParams(isForm ? body : '')]);
}

const reply = (output: 'json' | 'xml', result: Record<string, string>): Reply =>
	output === 'json'
		? { status: 200, format: 'json', body: { results: [result] } }
		: { status: 200, format: 'xml', root: 'results', body: { result } };

export const send: Endpoint = {
	fact: sendSms,
	serve: (call) => {
		const { service, entry, ip } = call;
		const { output = 'xml', ...asked } = checked(sendSms.body, given(call), 'query');
		const sms: Sms = { ...asked, GSM: asked.GSM ?? '', otp: asked.otp === 'Y' };
		const account = [...service.state.accounts.values()].find((one) => one.sms?.user === sms.user);
		const status = verdictOn(service, account, sms, ip);
		const destination = destinationOf(sms);
		if (account === undefined || status !== '0') {
			entry.outcome = status === '-5' || status === '-40' ? 'unauthorised' : 'refused';
			return reply(output, { status, messageid: '', destination });
		}
		entry.account = account.name;
		entry.outcome = 'accepted';
		account.sms_balance = (account.sms_balance ?? 0) - 1;
		const messageid = takeFor(call, account, {
			route: 'sms',
			sender: SMS_FROM,
			number: destination,
			content: { text: asked.unicode === 'true' ? sms.SMSText : garbled(sms.SMSText) },
		});
		return reply(output, { status, messageid, destination });
	},
};
