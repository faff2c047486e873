/** A JavaScript string counts an emoji as two characters, but users count one. */
export const charactersIn = (text: string): number => Array.from(text).length;

const SIGNS: Readonly<Record<string, string>> = {
	'&': '&amp;',
	'<': '&lt;',
	'>': '&gt;',
	'"': '&quot;',
	"'": '&#39;',
	'`': '&#96;',
};

export const escapedHtml = (text: string): string =>
	text.replace(/[&<>"'`]/g, (sign) => SIGNS[sign] ?? sign);

export const asHtml = (text: string): string => escapedHtml(text).replace(/\r\n|\r|\n/g, '<br />');

/** What others wrote. All of it stands in these marks, and nothing else that an error may hold. */
export const quoted = (text: string): string => `“${text.replace(/[“”]/g, '"')}”`;

/** n8n writes the message of an error to its logs, where nothing that others wrote may be. */
export const withoutQuotes = (text: string): string => text.replace(/“[^”]*”/g, '…');

export const isGiven = (value: unknown): boolean =>
	value !== undefined && value !== null && value !== '';

export const reasonOf = (error: unknown): string =>
	error instanceof Error ? error.message : String(error);

export const capitalized = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** Names the first ones and counts the others, which users do not read. */
export function shortList(texts: readonly string[], most: number): string {
	const more = texts.length > most ? ` and ${texts.length - most} more` : '';
	return `${texts.slice(0, most).join(', ')}${more}`;
}

/** Understands words such as 'yes', and 1 or 0. Any other value is returned unchanged. */
export function booleanOf(value: unknown): unknown {
	if (typeof value !== 'string' && typeof value !== 'number') return value;
	const word = String(value).trim().toLowerCase();
	if (/^(?:true|yes|y|1)$/.test(word)) return true;
	return /^(?:false|no|n|0)$/.test(word) ? false : value;
}

export const numberOf = (value: unknown): unknown =>
	typeof value === 'string' && /^\s*-?\d{1,15}(?:\.\d{1,15})?\s*$/.test(value)
		? Number(value)
		: value;

/** The digits of a script follow its zero in Unicode. Full-width signs are in the order of ASCII. */
export const asciiDigits = (text: string): string =>
	text
		.replace(/[\uff01-\uff5e]/g, (sign) => String.fromCharCode(sign.charCodeAt(0) - 0xfee0))
		.replace(/(?!\d)\p{Nd}/gu, (digit) => {
			const at = digit.codePointAt(0) ?? 0;
			let zero = at;
			while (/\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero--;
			return String((at - zero) % 10);
		});

/** In Node 20, `URL.canParse` refuses letters outside ASCII once V8 has optimized it. */
export function parsedUrl(text: string): URL | undefined {
	try {
		return new URL(text);
	} catch {
		return undefined;
	}
}

/** These RFCs list the private addresses: 1918, 1122, 3927, 4193, 4291 and 6598. */
const PRIVATE_IPV4 =
	/^(?:(?:0|10|127)\.\d+|169\.254|192\.168|172\.(?:1[6-9]|2\d|3[01])|100\.(?:6[4-9]|[7-9]\d|1[01]\d|12[0-7]))\.\d+\.\d+$/;
const PRIVATE_IPV6 = /^\[(::1?\]|f[cd]|fe[89ab])/;

const PRIVATE_NAME = /^[^.:[\]]+$|\.(localhost|local|internal|lan|intranet|test|home\.arpa)$/;

export const PUBLIC_ADDRESS_ADVICE =
	'Set up a public address or a tunnel for n8n, and set WEBHOOK_URL to it.';

/** An address that cannot be read does not count as private. */
export function isPrivateAddress(address: string): boolean {
	const host = parsedUrl(address)?.hostname.replace(/\.$/, '') ?? '';
	return [PRIVATE_IPV4, PRIVATE_IPV6, PRIVATE_NAME].some((pattern) => pattern.test(host));
}

/** What was wanted, or what is wrong. Both sides are an object, whose fields say more. */
export type Result<Wanted, Fault = { what: string }> =
	({ ok: true } & Wanted) | ({ ok: false } & Fault);
