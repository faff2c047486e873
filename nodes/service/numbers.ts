import { parsePhoneNumberFromString, type PhoneNumber } from 'libphonenumber-js/mobile';

import { asciiDigits, field, quoted, type Result } from '../plain';

/** WhatsApp keeps a 1 in Mexican numbers that Mexico itself has dropped. */
export const withoutOldPrefix = (digits: string): string =>
	digits.replace(/^(\+?52)1(?=\d{10}$)/, '$1');

/** The library has the numbering plans of all countries. It takes only mobile numbers as valid. */
function parsed(text: string, defaultCallingCode = ''): PhoneNumber | undefined {
	const read = parsePhoneNumberFromString(text, { defaultCallingCode, extract: false });
	const better = read && withoutOldPrefix(read.number);
	return better === read?.number ? read : parsed(better ?? '');
}

/** Numbers of Jamaica begin with 1876. Its country code is 1, and yet people call it 1876. */
function callingCode(code: string): string | undefined {
	const found = /^\d+$/.test(code) ? parsed(`+${code}22222222`)?.countryCallingCode : undefined;
	return found === code || (found === '1' && code.length === 4) ? found : undefined;
}

/** A credential has it for all its nodes. */
export const countryCodeField = field.text('Default Country Code', 'defaultCountryCode', {
	placeholder: 'e.g. 62',
	description:
		'The country of numbers without a country code: with 62, messages to 0812… and 812… go to 62812…. A number that is none of that country is read as an international one. Numbers that begin with + stay as they are. The option of a node overrides the field of the credential.',
});

export const isCountryCode = (code: string): boolean => callingCode(code) !== undefined;

/** A number as its own country writes it: with or without its 0, and even with the country code in front. */
function localNumber(digits: string, code: string): PhoneNumber | undefined {
	const calling = callingCode(code) ?? code;
	const area = digits.length === 7 ? code.slice(calling.length) : '';
	const number = digits.startsWith('00') ? undefined : parsed(`${area}${digits}`, calling);
	return number?.countryCallingCode === calling ? number : undefined;
}

/** The United States and Canada share a code, so a number that fits both counts for the first. */
const countryOf = (number: PhoneNumber): string =>
	number.country ?? number.getPossibleCountries()[0] ?? '001';

const names = new Intl.DisplayNames(['en'], { type: 'region' });

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

type Read = Result<{ digits: string; country: string; warning: string | undefined }>;

/** No number is that long, and some patterns are slow for long texts. */
const LONGEST = 100;
const SHOWN = 40;

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
	// A single dot may be a decimal point.
	[
		/(?<!\d)\.|\.(?!\d)|(?<!\D\d\d)\.\d\d?$|^\+?\d+\.(?!\d{3}$)\d+$/,
		'has a dot that may not separate groups of digits: write the number without dots,',
	],
	// In Germany, a slash follows the area code. Elsewhere it separates two numbers.
	[/\/.*\/|(?:\d\D*){8}\/|\/(?!(?:\D*\d){5})/, 'has a slash: write one number without it,'],
	// In '6281234567890-12' and '0812-3456-7890 2', the end counts copies or is an extension.
	[
		/^(?=(?:\D*\d){9}).*(?:\d{3}[^\d(]+\d|\d{10}[^\d(]+\d\d)$/s,
		'ends in digits that may not belong to the number: write it without them,',
	],
	[/[()]/, 'has brackets around digits that may not belong to the number: write it without them,'],
] as const;

/** Where callers dial a 0 before a number, no number begins with one. The plan is asked by numbers of likely lengths. */
const keepsZero = ({ nationalNumber, countryCallingCode }: PhoneNumber): boolean =>
	nationalNumber.startsWith('0') &&
	[8, 9, 10].some((length) => {
		const likely = parsed(`0${'2'.repeat(length)}`, countryCallingCode);
		return likely?.nationalNumber.startsWith('2');
	});

/** Some plans allow longer numbers, but no number has more than 15 digits with its country code. */
const canBe = (number?: PhoneNumber): boolean =>
	number?.isValid() === true ||
	(number?.isPossible() === true && isPhoneNumber(number.number.slice(1)) && !keepsZero(number));

function faultOfNumber(digits: string, own?: PhoneNumber, world?: PhoneNumber): string {
	if (world && digits.startsWith('0', world.countryCallingCode.length)) {
		return `has a 0 after the country code: leave it out, and write the number ${EXAMPLE}`;
	}
	if (world && canBe(world)) {
		return `is not dialed like this from abroad: write ${quoted(world.number.slice(1))}, if that is the number`;
	}
	const read = own ?? world;
	if (read && (own || isPhoneNumber(digits))) {
		return `has ${read.nationalNumber.length} digits after the country code ${read.countryCallingCode}, and no number there has that length: write it ${EXAMPLE}`;
	}
	return isPhoneNumber(digits)
		? `does not begin with a country code: write the number ${EXAMPLE}`
		: `has ${digits.length} ${digits.length === 1 ? 'digit' : 'digits'}: write a number of 7 to 15 digits with the country code first, ${EXAMPLE}`;
}

const lostZero = (country: string) =>
	`The number reads as a number of ${country}. It may have lost its first 0, as in a spreadsheet: set Default Country Code, or write + in front if it is right.`;

const ambiguous = (country: string) =>
	`Default Country Code completed the number, which could also be a number of ${country}: write + and the country code in front to be sure.`;

const unknown = (country: string) =>
	`The number is not known as a mobile number of ${country}. It is sent all the same, since it may be new: check that it is not a landline.`;

const warned = (words: (country: string) => string, number: PhoneNumber): string =>
	words(names.of(countryOf(number)) ?? '');

const groupsOf = (text: string) => text.replace(/\D+/g, ' ').trim().replace(/^0/, '');

/** True for '81 90 1234 5678', which nobody in Indonesia writes like this, although its digits are a number there. */
const hasGroupsOf = (world: PhoneNumber, own: PhoneNumber, written: string) =>
	groupsOf(written) === groupsOf(world.formatInternational()) &&
	groupsOf(written) !== groupsOf(own.formatNational());

/** Without a plus, a number of the user's own country comes first. The result may be of no possible length. */
function reading(written: string, own: PhoneNumber | undefined, world: PhoneNumber | undefined) {
	if (own === undefined || world === undefined) return own ?? world;
	const isSame = own.countryCallingCode === world.countryCallingCode;
	if (own.isValid()) return !isSame && hasGroupsOf(world, own, written) ? world : own;
	return world.isValid() || (isSame && world.isPossible()) || !own.isPossible() ? world : own;
}

export function phoneNumber(typed: string, countryCode?: string): Read {
	const written = typed.length > LONGEST ? `${typed.slice(0, LONGEST)}…` : tidied(typed);
	const shown = written.length > SHOWN ? `${written.slice(0, SHOWN)}…` : written;
	const wrong = (what: string): Read => ({ ok: false, what: `${quoted(shown)} ${what}` });
	const code = countryCode ?? HOME;
	// Callers abroad dial 00 for the plus. Before another country's code, it may be part of a local number.
	const abroad = new RegExp(`^00(?=${callingCode(code) ?? code})`);
	const bare = written.replace(BETWEEN_DIGITS, '').replace(abroad, '+');
	const hasPlus = bare.startsWith('+');
	const digits = withoutOldPrefix(bare.replace(/^\+/, ''));
	if (digits === '') return wrong(`is not a number: write it ${EXAMPLE}`);
	const fault = FAULTS.find(([pattern]) => pattern.test(written));
	if (fault !== undefined) return wrong(`${fault[1]} ${EXAMPLE}`);
	if (/^0+[1-9]/.test(digits) && (digits.startsWith('00') || hasPlus)) {
		const rest = digits.replace(/^0+/, '');
		const better = digits.startsWith('00') ? `${quoted(rest)} if it begins with one` : 'it';
		return wrong(
			`must begin with the country code, without a 0 before it: write ${better}, ${EXAMPLE}`,
		);
	}
	const local = hasPlus ? undefined : localNumber(digits, code);
	const own = countryCode === undefined ? undefined : local;
	const world = digits.startsWith('0') ? undefined : parsed(`+${digits}`);
	const number = reading(written, own, world);
	const isOfOther = (one: PhoneNumber) => one.countryCallingCode !== local?.countryCallingCode;
	if (number && canBe(number) && (number.number === `+${digits}` || (own && !isOfOther(number)))) {
		const warning = (): string | undefined => {
			if (!own && local?.isValid() && isOfOther(number)) return warned(lostZero, number);
			if (number === own && world?.isValid() && isOfOther(world)) return warned(ambiguous, world);
			return number.isValid() ? undefined : warned(unknown, number);
		};
		return {
			ok: true,
			// WhatsApp's own form stays as it is, so that who wrote with it can be answered.
			digits: `+${withoutOldPrefix(typed)}` === number.number ? typed : number.number.slice(1),
			country: countryOf(number),
			warning: warning(),
		};
	}
	if (own || !local || !canBe(local) || (world && !(local.isValid() && isOfOther(world)))) {
		return wrong(faultOfNumber(digits, own, world));
	}
	const instead = digits.startsWith('0') ? 'instead of the 0' : 'in front of it';
	return {
		ok: false,
		what: `${quoted(digits)} is a local number: write ${HOME}… ${instead} (${quoted(local.number.slice(1))} in Indonesia), or set Default Country Code`,
	};
}
