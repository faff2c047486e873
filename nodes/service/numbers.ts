const INTERNATIONAL_NUMBER = /^[1-9][0-9]{6,14}$/;

export const isPhoneNumber = (digits: string): boolean => INTERNATIONAL_NUMBER.test(digits);

export const COUNTRY_CODE = /^[1-9][0-9]{0,3}$/;

/** Copying can add invisible characters. An apostrophe keeps the cell of a spreadsheet a text. */
const STRAY = /[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]|^\s*'/g;

const BETWEEN_DIGITS = /[\s\-.()\u2010-\u2015]/g;

const EXAMPLE = 'like 6281234567890';

type PhoneNumber = { ok: true; digits: string } | { ok: false; what: string };

const HOME = '62';

/** Words are quoted, because they would read as part of the sentence. */
function shown(written: string): string {
	const cut = written.length > 40 ? `${written.slice(0, 40)}…` : written;
	return /^[-+(\d]/.test(cut) ? cut : `'${cut}'`;
}

/** Spreadsheets write 6281234567890.0 for a number, but the zeros of 62.812.345.000 are digits. */
function withoutDecimals(written: string): string {
	const [, whole = written, zeros = ''] = /^(.*?)\.(0+)$/s.exec(written) ?? [];
	const isGroup = zeros.length === 3 && /[^+0-9]/.test(whole);
	return isGroup ? written : whole;
}

/** Brackets around the first digits are fine. A '(2)' at the end is not part of the number: it counts copies. */
function hasStrayBracket(written: string): boolean {
	const whole = written.replace(/^\(([^()]*)\)$/, '$1');
	return /[()]/.test(whole.replace(/\(\s*\+?\d[\s-]*\d[\d\s-]*\)(?=\D*\d)/g, ''));
}

/**
 * In these countries, a 0 may follow the country code: Italy and the Vatican (39), San Marino (378), Ivory Coast (225),
 * Burkina Faso (226), Niger (227), Benin (229), Gabon (241), Congo (242) and Tajikistan (992). So the pattern matches
 * all other codes.
 */
const COUNTRY =
	'(?!39|378|22[5679]|24[12]|992)(?:[17]|2[07]|3[0-469]|4[013-9]|5[1-8]|6[0-6]|8[1246]|9[0-58]|(?:2[1-689]|3[578]|42|[59]9|50|6[7-9]|8[035789]|9[67])\\d)';

/** Gabon's numbers had a 0 after the code until 2019. Since then, the 0 is dialed at home only. */
const REPLACES_ZERO = new RegExp(`^(?:${COUNTRY}|241)`);

/** No country code begins with another one, so after a plus the code is certain. */
const ZERO_AFTER_PLUS = new RegExp(`^\\+${COUNTRY}0`);
const ZERO_AFTER_CODE = new RegExp(`^\\(?${COUNTRY}\\)?[\\s\\-\u2010-\u2015]+0`);

/** '62 081 234 567' is grouped in threes, so its 0 may belong there. */
const IN_THREES = /^\d+(?:\D\d{3})+$/;

/** In '6281234567890-2', the end counts copies or is an extension. */
const COMPLETE_AND_MORE = /^\(?\+?\d{10,}\)?[\s\-\u2010-\u2015]+\d{1,2}$/;

function faultOfWriting(written: string): string | undefined {
	// In '+62 (0)812…', only some callers dial the 0. The node must not guess.
	if (/\(0+\)/.test(written)) {
		return `has a 0 in brackets: leave it out, and write the number ${EXAMPLE}`;
	}
	if (written.startsWith('-')) return `begins with a minus: write the number ${EXAMPLE}`;
	if (/^\+?\d+(?:\.\d+)?e\+?\d+$/i.test(written)) {
		return `was shortened by a spreadsheet, so digits are missing: format its column as text, and write the number ${EXAMPLE}`;
	}
	if (!/^[0-9]*$/.test(written.replace(BETWEEN_DIGITS, '').replace(/^\+/, ''))) {
		return `is not one phone number: write digits only, with the country code first, ${EXAMPLE}`;
	}
	if (/(?<!\d)\.|\.(?!\d{3}(?!\d))/.test(written)) {
		return `has a dot that does not separate groups of three digits: write the number without dots, ${EXAMPLE}`;
	}
	if (
		ZERO_AFTER_PLUS.test(written.replace(BETWEEN_DIGITS, '')) ||
		(ZERO_AFTER_CODE.test(written) && !IN_THREES.test(written))
	) {
		return `has a 0 after the country code: leave it out, and write the number ${EXAMPLE}`;
	}
	if (COMPLETE_AND_MORE.test(written)) {
		return `ends in digits that may not belong to the number: write it without them, ${EXAMPLE}`;
	}
	if (hasStrayBracket(written)) {
		return `has brackets around digits that may not belong to the number: write it without them, ${EXAMPLE}`;
	}
	return undefined;
}

const faultOfLength = (digits: string): string =>
	`has ${digits.length} ${digits.length === 1 ? 'digit' : 'digits'}: write a number of 7 to 15 digits with the country code first, ${EXAMPLE}`;

export function phoneNumber(typed: string, countryCode?: string): PhoneNumber {
	const written = withoutDecimals(typed.replace(STRAY, '').trim());
	const wrong = (what: string): PhoneNumber => ({ ok: false, what: `${shown(written)} ${what}` });
	const digits = written.replace(BETWEEN_DIGITS, '').replace(/^\+/, '');
	if (digits === '') return wrong(`is not a number: write it ${EXAMPLE}`);
	const fault = faultOfWriting(written);
	if (fault !== undefined) return wrong(fault);
	if (INTERNATIONAL_NUMBER.test(digits)) return { ok: true, digits };
	if (/^0+[1-9]/.test(digits) && (digits.startsWith('00') || written.startsWith('+'))) {
		const rest = digits.replace(/^0+/, '');
		const better = digits.startsWith('00') ? `${rest} if it begins with one` : 'it';
		return wrong(
			`must begin with the country code, without a 0 before it: write ${better}, ${EXAMPLE}`,
		);
	}
	// Within most countries, people write a 0 instead of the country code. In the others, the 0 belongs to the number.
	const code = countryCode ?? HOME;
	const international = `${code}${REPLACES_ZERO.test(code) ? digits.slice(1) : digits}`;
	if (!/^0[1-9]/.test(digits) || !INTERNATIONAL_NUMBER.test(international)) {
		return wrong(faultOfLength(digits));
	}
	if (countryCode !== undefined) return { ok: true, digits: international };
	return {
		ok: false,
		what: `${digits} is a local number: write ${HOME}… instead of the 0 (${international} in Indonesia), or set Default Country Code`,
	};
}
