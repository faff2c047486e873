import { isObject, isPlainRecord, opened as parsed } from '../../plain';

/**
 * How a payload that the service does not document is opened, and how one value in it is read. The reader of messages
 * imports all of this as `read`. What a function cannot read is undefined, so that the next name is tried.
 */

export const name = (written: string) => written.toLowerCase().replace(/[^a-z]/g, '');

export type Read = (value: unknown) => string | undefined;

export const text: Read = (value) =>
	(typeof value === 'string' && value.trim() !== '') || typeof value === 'number'
		? String(value)
		: undefined;

/** The letters of a value that names something, such as Models::User, or its only digit. A switch is a word too. */
export function term(value: unknown): string | undefined {
	const word = typeof value === 'boolean' ? String(value) : text(value)?.slice(0, 64);
	return word === undefined || /^\d$/.test(word) ? word : name(word);
}

/** The words of message.sent, message_sent and messageSent. An opt-out is a message. */
export const words = (written: string): string[] =>
	written
		.slice(0, 64)
		.replace(/([a-z])([A-Z])/g, '$1 $2')
		.toLowerCase()
		.replace(/opt[-_ ]?(?:in|out)/g, '')
		.match(/[a-z]+/g) ?? [];

export const isChatId = (value: unknown) => /^[\d-]+(?::\d+)?@/.test(text(value) ?? '');
/** The IDs of groups, channels and hidden numbers are no numbers. */
export const isHidden = (value: unknown) =>
	/@(?:g\.us|lid|newsletter|broadcast)|-group$/.test(text(value) ?? '');
const NUMBER = /^\s*(?:(?:whatsapp|tel|sms):)?\+?([\d\s().-]{7,40})(?:[:@].*)?$/i;

export function digits(value: unknown): string | undefined {
	const written = isHidden(value) ? undefined : NUMBER.exec(text(value) ?? '')?.[1];
	const number = written?.replace(/\D/g, '').replace(/^00/, '') ?? '';
	return /^\d{7,15}$/.test(number) ? number : undefined;
}

export const certainDigits: Read = (value) =>
	/^\s*(?:[a-z]+:)?\+\d|@/i.test(text(value) ?? '') ? digits(value) : undefined;
export const chat: Read = (value) => (isChatId(value) ? digits(value) : undefined);
export const unlessChatId: Read = (value) => (isChatId(value) ? undefined : text(value));

/** Gateways send seconds, milliseconds or a date. */
export function date(value: unknown): string | undefined {
	const written = text(value)?.trim() ?? '';
	const [, seconds, thousandths = '000'] = /^(1\d{9})\.?(\d{3})?\d*$/.exec(written) ?? [];
	if (seconds !== undefined) return new Date(Number(seconds + thousandths)).toISOString();
	return /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d/.test(written) ? written : undefined;
}

/** A path through __proto__ would change all objects of n8n. */
const PATH = /^(?!.*__proto__)[^[\]]+(?:\[\w*\])+$/s;

/** Forms write message[body][text] for a path. SNS and some forms write the payload as JSON into one field. */
export function opened(payload: object): object {
	if (!isPlainRecord(payload)) return payload;
	const inside = parsed(payload.jsonData ?? (payload.Type === 'Notification' && payload.Message));
	if (isObject(inside)) return inside;
	const root: Record<string, unknown> = {};
	for (const [key, value] of Object.entries(payload)) {
		const steps = PATH.test(key) ? key.slice(0, -1).split(/\]?\[/) : [key];
		let at = root;
		for (const step of steps.slice(0, -1)) {
			const next = isPlainRecord(at[step]) ? at[step] : {};
			at[step] = next;
			at = next;
		}
		at[steps.at(-1) ?? key] = value;
	}
	return root;
}
