import { serviceTime } from '../../core/serviceTime';
import { sendSms } from '../../facts/endpoints';
import { characters } from '../../facts/kinds';
import { SMS_CHARACTERS } from '../../facts/limits';
import type { SmsStatus } from '../../facts/statuses';
import { garbled, isInternational, withoutPlus } from '../../facts/texts';
import type { Reply } from '../../http/answers';
import { isWhitelisted, takeFor } from '../../http/apiEndpoint';
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

function loginVerdict(account: Account | undefined, sms: Sms, ip: string): SmsStatus {
	// Only accounts whose name ends in _api may use the interface.
	const known = account?.sms?.password === sms.password && sms.user.endsWith('_api');
	if (!known || !account.active) return '-5';
	return isWhitelisted(account, ip) ? '0' : '-40';
}

/** Finds whole words only: 'footpath' has no 'otp'. */
const holdsWord = (text: string, word: string): boolean => {
	const plain = word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
	return new RegExp(`(?<![\\p{L}\\p{N}_])${plain}(?![\\p{L}\\p{N}_])`, 'iu').test(text);
};

function textVerdict({ SMSText: text, otp }: Sms, account: Account, words: string[]): SmsStatus {
	if (text === '') return '-12';
	if (characters(text) > SMS_CHARACTERS) return '-14';
	const isOtp = words.some((word) => holdsWord(text, word));
	if (isOtp && !otp) return '-10';
	return otp && account.sms?.otpRoute !== true ? '-10' : '0';
}

function balanceVerdict(service: Service, account: Account): SmsStatus {
	const today = serviceTime(service.clock.now(), service.settings.timezone).slice(0, 10);
	if (account.sms_expired_date !== undefined && account.sms_expired_date < today) return '-7';
	return (account.sms_balance ?? 0) < 1 ? '-2' : '0';
}

/** The status of a message: the first reason against it, or 0 if it goes out. */
function verdictOn(
	service: Service,
	account: Account | undefined,
	sms: Sms,
	ip: string,
): SmsStatus {
	const login = loginVerdict(account, sms, ip);
	if (account === undefined || login !== '0') return login;
	const number = withoutPlus(sms.GSM);
	const reasons: (() => SmsStatus)[] = [
		() => (sms.GSM === '' ? '-6' : '0'),
		() => (isInternational(number) ? '0' : '-13'),
		() => textVerdict(sms, account, service.settings.otpWords),
		() => balanceVerdict(service, account),
		() => smsFate(number),
	];
	for (const reason of reasons) {
		const status = reason();
		if (status !== '0') return status;
	}
	return '0';
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
		const account = [...service.state.accounts.values()].find((one) => one.sms?.user === sms.user);
		const status = verdictOn(service, account, sms, ip);
		const destination = withoutPlus(sms.GSM);
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
