/** An international number as the service takes it: country code and number, digits only. */
export const INTERNATIONAL_NUMBER = /^[1-9][0-9]{7,14}$/;

/** Signs that people put between digits, and invisible ones that come along when a number is copied. */
const BETWEEN_DIGITS = /[\s\-.()\u00ad\u2010-\u2015\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g;

const EXAMPLE = 'such as 6281234567890';

export type PhoneNumber = { ok: true; digits: string } | { ok: false; what: string };

const wrong = (what: string): PhoneNumber => ({ ok: false, what });

/** The digits of a number as a person wrote it, or in words why it is none that can be reached. */
export function phoneNumber(typed: string): PhoneNumber {
	// '+62 (0)812…' is written for readers who know which zero to leave out; a machine must not guess.
	if (/\(0+\)/.test(typed)) {
		return wrong(`holds a 0 in brackets: leave it out, and write the number ${EXAMPLE}`);
	}
	if (typed.trim().startsWith('-')) return wrong(`begins with a minus: write it ${EXAMPLE}`);
	const digits = typed.replace(BETWEEN_DIGITS, '').replace(/^\+/, '');
	if (INTERNATIONAL_NUMBER.test(digits)) return { ok: true, digits };
	if (digits === '') return wrong(`holds no number: write it ${EXAMPLE}`);
	if (!/^[0-9]+$/.test(digits)) {
		return wrong(
			`must be one international phone number, ${EXAMPLE}: digits only, with the country code first`,
		);
	}
	if (digits.startsWith('0')) {
		return wrong(
			`must be an international number: put the country code in the place of the 0 at its beginning, ${EXAMPLE} for 081234567890 in Indonesia`,
		);
	}
	return wrong(
		`must be an international number of 8 to 15 digits with the country code first, ${EXAMPLE}, and has ${digits.length} digits`,
	);
}
