/** What this page shows, as its address in the browser says it. */
export function placeOf({ search }: Pick<Location, 'search'>) {
	const query = new URLSearchParams(search);
	return { number: query.get('number'), chat: query.get('chat') };
}

export function addressOf(number: string, chat?: string): string {
	const query = new URLSearchParams({ number, ...(chat !== undefined && { chat }) });
	return `/phone?${query.toString()}`;
}

/** An address that may be followed, or null: whatever is not http or https is never made a link. */
export function safeLink(url: string | null | undefined, base?: string): string | null {
	if (url === null || url === undefined || !URL.canParse(url, base)) return null;
	const { protocol, href } = new URL(url, base);
	return protocol === 'http:' || protocol === 'https:' ? href : null;
}

/** The country code first; E.164 ends at 15 digits. */
const INTERNATIONAL = /^[1-9]\d{6,14}$/;

/** The digits of a number as people write it, or null where it is none. */
export function digitsOf(text: string): string | null {
	const digits = text.replace(/[\s+().-]/g, '');
	return INTERNATIONAL.test(digits) ? digits : null;
}

/** A number as it is read; whatever is no number stays as it is. */
export function readable(address: string): string {
	if (!INTERNATIONAL.test(address)) return address;
	// Only the service's home country is grouped: elsewhere the groups are not known.
	const home = /^62(\d{3})(\d{3,4})(\d+)$/.exec(address);
	return home ? `+62 ${home.slice(1).join(' ')}` : `+${address}`;
}
