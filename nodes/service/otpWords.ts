/**
 * Words by which a text is likely to carry a one-time password. The service treats such a text as one, by a list that
 * it does not show (section Endpoints: sendsms/plain, rule 1): so these only give reason to warn.
 */
const OTP_WORDS =
	/(?<![\p{L}\p{N}_])(?:otp|passcode|one[\s-]time\s(?:password|passcode|code|pin)|(?:verification|security|confirmation|authentication|login)\scode|kode\s(?:verifikasi|keamanan|konfirmasi|otentikasi|rahasia)|(?:password|kata\ssandi|kode)\ssekali\spakai)(?![\p{L}\p{N}_])/iu;

/** The first of them, as it is written in the text. */
export const otpWordIn = (text: string): string | undefined => OTP_WORDS.exec(text)?.[0];
