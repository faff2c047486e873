import { parsePhoneNumberFromString, type PhoneNumber } from 'libphonenumber-js/mobile';

/** The library has the numbering plans of all countries. It takes only mobile numbers as valid. */
const parsed = (text: string, defaultCallingCode = ''): PhoneNumber | undefined =>
	parsePhoneNumberFromString(text, { defaultCallingCode, extract: false });

/** Numbers of Jamaica begin with 1876. Its country code is 1, and yet people call it 1876. */
function callingCode(code: string): string | undefined {
	const found = /^\d+$/.test(code) ? parsed(`+${code}22222222`)?.countryCallingCode : undefined;
	return found === code || (found === '1' && code.length === 4) ? found : undefined;
}

export const isCountryCode = (code: string): boolean => callingCode(code) !== undefined;

export const worldNumber = (digits: string) => parsed(`+${digits}`);

/** A number as its own country writes it: with or without its 0, and even with the country code in front. */
export function localNumber(digits: string, code: string): PhoneNumber | undefined {
	const calling = callingCode(code) ?? code;
	const area = digits.length === 7 ? code.slice(calling.length) : '';
	const number = digits.startsWith('00') ? undefined : parsed(`${area}${digits}`, calling);
	return number?.countryCallingCode === calling ? number : undefined;
}

/** The United States and Canada share a code, so a number that fits both counts for the first. */
export const countryOf = (number: PhoneNumber): string =>
	number.country ?? number.getPossibleCountries()[0] ?? '001';

const names = new Intl.DisplayNames(['en'], { type: 'region' });

export const countryName = (number: PhoneNumber): string => names.of(countryOf(number)) ?? '';
