import { serviceTime } from '../../core/serviceTime';
import { characters } from '../../facts/kinds';
import { SMS_CHARACTERS } from '../../facts/limits';
import { isInternational, withoutPlus } from '../../facts/texts';
import type { SmsStatus } from '../../facts/statuses';
import { isWhitelisted } from '../../http/apiEndpoint';
import type { Account } from '../../service/accounts';
import { smsFate } from '../../service/fates';
import type { Service } from '../../service/service';

export interface Sms {
	user: string;
	password: string;
	SMSText: string;
	GSM: string;
	otp: boolean;
}

export const destinationOf = ({ GSM }: Pick<Sms, 'GSM'>): string => withoutPlus(GSM);

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
export function verdictOn(
	service: Service,
	account: Account | undefined,
	sms: Sms,
	ip: string,
): SmsStatus {
	const login = loginVerdict(account, sms, ip);
	if (account === undefined || login !== '0') return login;
	const number = destinationOf(sms);
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
