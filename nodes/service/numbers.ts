import { parsePhoneNumberFromString, type PhoneNumber } from 'libphonenumber-js/mobile';

import { asciiDigits, quoted, type Result } from '../plain';

/** Stored keys of campaigns hold the digits that this file makes: read in another way, a number gets its campaign again. */

/** WhatsApp keeps a 1 in Mexican numbers that Mexico itself has dropped. */
export const withoutOldPrefix = (digits: string): string =>
	digits.replace(/^(\+?52)1(?=\d{10}$)/, '$1');

/** The library has the numbering plans of all countries. It takes only mobile numbers as valid. */
function parsed(text: string, defaultCallingCode = ''): PhoneNumber | undefined {
	const read = parsePhoneNumberFromString(text, { defaultCallingCode, extract: false });
	const better = read && withoutOldPrefix(read.number);
	return better === read?.number ? read : parsed(better ?? '');
}

export const isCountryCode = (code: string): boolean =>
	/^\d+$/.test(code) && parsed(`+${code}22222222`)?.countryCallingCode === code;

/** The digits of a country code that a user entered, such as 62, +62 or 0062. */
export function countryCodeOf(value: unknown): string | undefined {
	if (typeof value !== 'string' && typeof value !== 'number') return undefined;
	const code = String(value)
		.trim()
		.replace(/^(?:\+|00)\s*/, '');
	return isCountryCode(code) ? code : undefined;
}

/** A number as its own country writes it: with or without its 0, and even with the country code in front. */
function localNumber(digits: string, code: string): PhoneNumber | undefined {
	const number = parsed(digits, code);
	return number?.countryCallingCode === code ? number : undefined;
}

const names = new Intl.DisplayNames(['en'], { type: 'region' });

/** The United States and Canada share a code, so a number that fits both counts for the first. */
const nameOf = (number: PhoneNumber): string =>
	names.of(number.country ?? number.getPossibleCountries()[0] ?? '001') ?? '';

export const isPhoneNumber = (digits: string): boolean => /^[1-9][0-9]{6,14}$/.test(digits);

/** Copying can add invisible characters and quotes. In a spreadsheet, ' and =" keep a number a text. */
const STRAY =
	/[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]|^\s*(?:=(?=["“”]))?[\s"'`„\p{Pi}\p{Pf}]*|[\s"'`\p{Pi}\p{Pf}]+$/gu;

const BETWEEN_DIGITS = /[\s()./\u00b7\u2212\p{Pd}]/gu;

/** The numbers in links and IDs of WhatsApp begin with the country code. */
const OF_WHATSAPP =
	/^(?:https?:\/\/)?(?:wa\.me\/|\S*whatsapp(?:\.com|:\/)\/send\/?\?(?:\S*&)?phone=)(?:\+|%2b)?([\d\s().-]+)(?:[/?&#].*)?$|^\+?(\d+)(?::\d+)?@(?:c\.us|s\.whatsapp\.net)$/is;

/** Brackets around the whole number or its first digits. A '(2)' at the end counts copies, and callers drop a '(0)'. */
const FINE_BRACKETS = /^\(([^()]*)\)$|\(\s*(?!0+\))(\+?\d[\s-]*\d[\d\s-]*)\)(?=\D*\d)/g;

/** Spreadsheets write 6281234567890.0 for a number, but the zeros of 62.812.345.000 and 06.12.34.56.00 are digits. */
const DECIMALS = /(?<![^+\d]\d*(?=\.0{3,}$)|[^+\d]\d\d)\.0+$/;

function tidied(typed: string): string {
	const text = asciiDigits(typed).replace(STRAY, '');
	const [, inLink, inId] = OF_WHATSAPP.exec(text) ?? [];
	const international = inLink ?? inId;
	return (international === undefined ? text : `+${international}`)
		.replace(/^(?:tel|sms|whatsapp):/i, '')
		.replace(FINE_BRACKETS, '$1$2 ')
		.trim()
		.replace(DECIMALS, '');
}

const HOME = '62';
const EXAMPLE = 'like 628000000001';

/** @property other what the number may also mean, if its warning says so */
type Read = Result<{
	digits: string;
	other: string | undefined;
	warning: string | undefined;
}>;

/** No number is that long, and some patterns are slow for long texts. */
const LONGEST = 100;

const FAULTS = [
	// In '+62 (0)812…', only some callers dial the 0. The node must not guess.
	[/\(0+\)/, 'has a 0 in brackets: leave it out, and write the number'],
	[/^[\u2212\p{Pd}]/u, 'begins with a minus: write the number'],
	[
		/^\+?\d+(?:[.,]\d+)?e\+?\d+$/i,
		'was shortened by a spreadsheet, so digits are missing: format its column as text, and write the number',
	],
	[
		/[^\d\s+()./\u00b7\u2212\p{Pd}]|[^\s(].*\+/u,
		'is not one phone number: write digits only, with the country code first,',
	],
] as const;

/** What may not belong to the number. */
const DOUBTS = [
	// A single dot may be a decimal point.
	[/(?<!\d)\.|\.(?!\d)|(?<!\D\d\d)\.\d\d?$|^\+?\d+\.(?!\d{3}$)\d+$/, 'a dot'],
	// In Germany, a slash follows the area code. Elsewhere it separates two numbers.
	[/\/.*\/|(?:\d\D*){8}\/|\/(?!(?:\D*\d){5})/, 'a slash'],
	// In '6281234567890-12' and '0812-3456-7890 2', the end counts copies or is an extension.
	[/^(?=(?:\D*\d){9}).*(?:\d{3}[^\d(]+\d|\d{10}[^\d(]+\d\d)$/s, 'an end'],
	[/[()]/, 'brackets'],
] as const;

function faultOfSpelling(written: string): string | undefined {
	const fault = FAULTS.find(([pattern]) => pattern.test(written))?.[1];
	const doubt = DOUBTS.find(([pattern]) => pattern.test(written))?.[1];
	return fault ?? (doubt && `has ${doubt} that may not belong to one number: write digits only,`);
}

/** Italy and San Marino dial the 0 of landlines from abroad too. Elsewhere it is left out. */
const KEEPS_ZERO: readonly string[] = ['39', '378'];

/** Some plans allow longer numbers, but no number has more than 15 digits with its country code. */
const canBe = (number: PhoneNumber): boolean =>
	number.isValid() ||
	(number.isPossible() &&
		isPhoneNumber(number.number.slice(1)) &&
		(!number.nationalNumber.startsWith('0') || KEEPS_ZERO.includes(number.countryCallingCode)));

function faultOfNumber(digits: string, read: PhoneNumber | undefined): string {
	if (!digits.startsWith('0') && !isPhoneNumber(digits)) {
		const count = `${digits.length} ${digits.length === 1 ? 'digit' : 'digits'}`;
		return `has ${count}: write a number of 7 to 15 digits with the country code first,`;
	}
	if (read === undefined) return 'does not begin with a country code: write it';
	const code = read.countryCallingCode;
	if (digits.startsWith(`${code}0`))
		return 'has a 0 after the country code: write it without the 0,';
	return canBe(read)
		? `is not dialed like this from abroad: write ${quoted(read.number.slice(1))}, if that is the number,`
		: `has ${read.nationalNumber.replace(/^0/, '').length} digits after the country code ${code}, and no number there has that length: write it`;
}

const groupsOf = (text: string) => text.replace(/\D+/g, ' ').trim().replace(/^0/, '');

/** True for '81 90 1234 5678', which nobody in Indonesia writes like this, although its digits are a number there. */
const hasGroupsOf = (world: PhoneNumber, own: PhoneNumber, written: string) =>
	groupsOf(written) === groupsOf(world.formatInternational()) &&
	groupsOf(written) !== groupsOf(own.formatNational());

/**
 * Without a plus, a number of the user's own country comes first. The result may be of no possible length.
 *
 * | written         | Default Country Code | becomes                                          |
 * | --------------- | -------------------- | ------------------------------------------------ |
 * | 6281234567890   | any                  | itself                                           |
 * | 081234567890    | 62                   | 6281234567890                                    |
 * | 081234567890    | none                 | refused: it is local                             |
 * | 81234567890     | 62                   | 6281234567890                                    |
 * | 81234567890     | none                 | itself, of Japan, with a warning                 |
 * | 819012345678    | 62                   | 62819012345678, with a warning                   |
 * | 81 90 1234 5678 | 62                   | 819012345678, since only Japan groups it like so |
 * | 4915112345678   | 62                   | itself, of Germany                               |
 */
function reading(written: string, own: PhoneNumber | undefined, world: PhoneNumber | undefined) {
	if (own === undefined || world === undefined) return own ?? world;
	const isSame = own.countryCallingCode === world.countryCallingCode;
	if (own.isValid()) return !isSame && hasGroupsOf(world, own, written) ? world : own;
	return world.isValid() || (isSame && world.isPossible()) || !own.isPossible() ? world : own;
}

/** @param login the credential that may hold the country, as an error names it */
export function phoneNumber(typed: string, countryCode?: string, login = 'the credential'): Read {
	const written = typed.length > LONGEST ? `${typed.slice(0, LONGEST)}…` : tidied(typed);
	const shown = quoted(written.slice(0, 40));
	const wrong = (what: string): Read => ({ ok: false, what: `${shown} ${what}` });
	const code = countryCode ?? HOME;
	// Callers abroad dial 00 for the plus. Before another country's code, it may be part of a local number.
	const bare = written.replace(BETWEEN_DIGITS, '').replace(new RegExp(`^00(?=${code})`), '+');
	const hasPlus = bare.startsWith('+');
	const digits = withoutOldPrefix(bare.replace(/^\+/, ''));
	const fault = faultOfSpelling(written);
	if (fault !== undefined) return wrong(`${fault} ${EXAMPLE}`);
	if (digits.startsWith('00') || (hasPlus && digits.startsWith('0'))) {
		return wrong(`must begin with the country code, without a 0 before it: write it ${EXAMPLE}`);
	}
	const local = hasPlus ? undefined : localNumber(digits, code);
	const own = countryCode === undefined ? undefined : local;
	const world = digits.startsWith('0') ? undefined : parsed(`+${digits}`);
	const number = reading(written, own, world);
	const isOfOther = (one: PhoneNumber) => one.countryCallingCode !== local?.countryCallingCode;
	if (number && canBe(number) && (number.number === `+${digits}` || (own && !isOfOther(number)))) {
		const isCut = !own && local?.isValid() === true && isOfOther(number);
		const isCompleted = number === own && world?.isValid() === true && isOfOther(world);
		const other = (isCut ? local : isCompleted ? world : undefined)?.number.slice(1);
		const warning = () => {
			if (isCut) {
				return `The number reads as a number of ${nameOf(number)}. It may have lost its first 0, as in a spreadsheet: set Default Country Code, or write + in front if it is right.`;
			}
			if (isCompleted) {
				return `Default Country Code completed the number, which could also be a number of ${nameOf(world)}: write + and the country code in front to be sure.`;
			}
			if (number.isValid()) return undefined;
			return `The number is not known as a mobile number of ${nameOf(number)}. It is sent all the same, since it may be new: check that it is not a landline.`;
		};
		// WhatsApp's own form stays as it is, so that who wrote with it can be answered.
		const sent = `+${withoutOldPrefix(typed)}` === number.number ? typed : number.number.slice(1);
		return { ok: true, digits: sent, other, warning: warning() };
	}
	const isLocal = local && canBe(local) && (!world || (local.isValid() && isOfOther(world)));
	if (!own && isLocal) {
		const place = digits.startsWith('0') ? 'instead of the 0' : 'in front of it';
		return wrong(
			`is a local number: write ${HOME}… ${place} (${quoted(local.number.slice(1))} in Indonesia), or set Default Country Code in ${login}`,
		);
	}
	return wrong(`${faultOfNumber(digits, own ?? world)} ${EXAMPLE}`);
}
