/** An SMS without Unicode can carry only the GSM 7-bit alphabet and its extension table (GSM 03.38). */
const ALPHABET = new Set(
	'@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?' +
		'¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà' +
		'\f^{}\\[~]|€',
);

export const signBeyondGsm = (text: string): string | undefined =>
	Array.from(text).find((sign) => !ALPHABET.has(sign));

/** The service does not document its list of OTP words, so these words only give a warning. */
const OTP_WORDS =
	/(?<![\p{L}\p{N}_])(?:otp|passcode|one[\s-]time\s(?:password|passcode|code|pin)|(?:verification|security|confirmation|authentication|login)\scode|kode\s(?:verifikasi|keamanan|konfirmasi|otentikasi|rahasia)|(?:password|kata\ssandi|kode)\ssekali\spakai)(?![\p{L}\p{N}_])/iu;

export const otpWordIn = (text: string): string | undefined => OTP_WORDS.exec(text)?.[0];
