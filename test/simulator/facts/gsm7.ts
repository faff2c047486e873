/**
 * The alphabet of an SMS that is not sent as unicode: GSM 03.38, with its extension. The documentation only says that
 * `unicode` is true for a unicode message; that anything else arrives garbled without it is how SMS works.
 */
const ALPHABET = new Set(
	'@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?' +
		'¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà' +
		'\f^{}\\[~]|€',
);

/** The text as a phone shows it: a question mark for each character that the alphabet lacks. */
export const garbled = (text: string): string =>
	text.replace(/./gsu, (character) => (ALPHABET.has(character) ? character : '?'));
