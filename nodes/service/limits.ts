import { charactersIn } from '../plain';

/** To change a number: docs/development/pace.md says where else it stands, since most pages are held by no test. */

/** The service allows one request per 10 milliseconds (section Limits, as for all numbers below). */
export const REQUESTS_PER_SECOND = 100;

/** Sections Conventions and Versioning give these paths. */
export const API_PATH_PREFIX = '/svc_api/1.0';
export const SMS_PATH = '/api/v3/sendsms/plain';
/** The heading of the documentation shows this path, and all its samples the other. */
export const OTHER_SMS_PATH = '/sms/v3/sendsms/plain';

export const CHANNEL_REQUESTS = 60;
export const CHANNEL_PERIOD_MS = 60_000;

/** An Official room accepts replies for this long after the recipient last wrote. */
export const ROOM_ACTIVE_MS = 24 * 60 * 60 * 1000;

export const CHARACTERS_PER_CREDIT = 2000;
export const CREDITS_PER_MEDIA = 2;

export const BUTTONS = {
	most: 3,
	longestBody: 1024,
	longestFooter: 60,
	longestId: 256,
	longestTitle: 20,
} as const;

export const VARIABLE_NAME = /^[a-z0-9_]{2,32}$/;

export const LONGEST_SMS = 160;

export const creditsForText = (text: string): number =>
	Math.max(1, Math.ceil(charactersIn(text) / CHARACTERS_PER_CREDIT));

/** These characters all start a new line: also vertical tab, form feed, next line and Unicode's separators. */
const NEW_LINE = /[\n\r\v\f\u0085\u2028\u2029]/;

/** Templates and rooms have these rules (section Endpoints, broadcast, rule 1, and reply). */
export function misfitOf(text: string): string | undefined {
	if (NEW_LINE.test(text)) return 'contains a line break';
	if (text.includes('\t')) return 'contains a tab';
	if (/ {5}/.test(text)) return 'contains more than 4 spaces in a row';
	return undefined;
}

export const fittedText = (text: string): string =>
	text.replace(/[\n\r\v\f\u0085\u2028\u2029\t]+/g, ' ').replace(/ {5,}/g, ' ');

/** An SMS without Unicode can carry only the GSM 7-bit alphabet and its extension table (GSM 03.38). */
const ALPHABET = new Set(
	'@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?' +
		'¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà' +
		'\f^{}\\[~]|€',
);

export const signBeyondGsm = (text: string): string | undefined =>
	Array.from(text).find((sign) => !ALPHABET.has(sign));

const PLAIN_SIGNS: readonly (readonly [RegExp, string])[] = [
	[/[‘’‚‛′]/g, "'"],
	[/[“”„‟″«»]/g, '"'],
	[/[‐-―−]/g, '-'],
	[/[\t\u00a0\u2000-\u200a\u202f\u205f\u3000]/g, ' '],
	[/[\u00ad\u200b\u2060\ufeff]/g, ''],
	[/…/g, '...'],
];

export const withPlainSigns = (text: string): string =>
	PLAIN_SIGNS.reduce((all, [signs, plain]) => all.replace(signs, plain), text);
