/** The country code first; E.164 ends at 15 digits. */
const isInternational = (digits: string): boolean => /^[1-9]\d{6,14}$/.test(digits);

/** The digits of a number as people write it, or null where it is none. */
export function digitsOf(text: string): string | null {
	const digits = text.replace(/[\s+().-]/g, '');
	return isInternational(digits) ? digits : null;
}

/** A number as it is read; whatever is no number stays as it is. */
export function readable(address: string): string {
	if (!isInternational(address)) return address;
	// Only the service's home country is grouped: elsewhere the groups are not known.
	const home = /^62(\d{3})(\d{3,4})(\d{1,})$/.exec(address);
	return home ? `+62 ${home.slice(1).join(' ')}` : `+${address}`;
}
