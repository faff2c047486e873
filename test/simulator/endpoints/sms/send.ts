import { serviceTime } from '../../core/serviceTime';
import { sendSms } from '../../facts/endpoints';
import { characters } from '../../facts/kinds';
import { SMS_CHARACTERS } from '../../facts/limits';
import type { SmsStatus } from '../../facts/statuses';
import { garbled, isInternational, withoutPlus } from '../../facts/texts';
import type { Reply } from '../../http/answers';
import { isWhitelisted, take } from '../../http/apiEndpoint';
import { checked, textOf, unreadable } from '../../http/bodies';
import type { Call, Endpoint } from '../../http/call';
import { SMS_FROM, type Account } from '../../service/accounts';
import { smsFate } from '../../service/lifecycle';
import type { Service } from '../../service/service';

interface Sms {
	user: string;
	password: string;
	SMSText: string;
	GSM: string;
	otp: boolean;
}

/** What the OTP list has. Whole words only: 'footpath' has no 'otp'. */
const OTP =
	/(?<![\p{L}\p{N}_])(otp|one-time password|verification code|passcode)(?![\p{L}\p{N}_])/iu;

/** The status of a message: the first reason against it, or 0 if it goes out. */
function verdictOn(
	{ clock, settings }: Service,
	account: Account,
	{ user, password, SMSText: text, GSM, otp }: Sms,
	ip: string,
): SmsStatus {
	// Only accounts whose name ends in _api may use the interface.
	const { sms } = account;
	const isKnown = sms.user === user && sms.password === password && user.endsWith('_api');
	if (!isKnown || !account.active) return '-5';
	if (!isWhitelisted(account, ip)) return '-40';
	if (GSM === '') return '-6';
	if (!isInternational(withoutPlus(GSM))) return '-13';
	if (text === '') return '-12';
	if (characters(text) > SMS_CHARACTERS) return '-14';
	if (otp ? !sms.otpRoute : OTP.test(text)) return '-10';
	const today = serviceTime(clock.now(), settings.timezone).slice(0, 10);
	if ((account.sms_expired_date ?? today) < today) return '-7';
	if ((account.sms_balance ?? 0) < 1) return '-2';
	return smsFate(withoutPlus(GSM));
}

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
		const { account } = service.state;
		const status = verdictOn(service, account, sms, ip);
		const destination = withoutPlus(sms.GSM);
		if (status !== '0') {
			entry.outcome = status === '-5' || status === '-40' ? 'unauthorised' : 'refused';
			return reply(output, { status, messageid: '', destination });
		}
		entry.outcome = 'accepted';
		account.sms_balance = (account.sms_balance ?? 0) - 1;
		const messageid = take(call, {
			route: 'sms',
			sender: SMS_FROM,
			number: destination,
			content: { text: asked.unicode === 'true' ? sms.SMSText : garbled(sms.SMSText) },
		});
		return reply(output, { status, messageid, destination });
	},
};
