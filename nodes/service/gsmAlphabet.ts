/** The signs that an SMS carries without Unicode: the GSM 7-bit alphabet (GSM 03.38) with its extension table. */
const ALPHABET = new Set(
	'@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?' +
		'¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà' +
		'\f^{}\\[~]|€',
);

/** The first sign of a text that needs Unicode. */
export const signBeyondGsm = (text: string): string | undefined =>
	Array.from(text).find((sign) => !ALPHABET.has(sign));
