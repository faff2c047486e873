import { isPlainRecord } from '../../plain';

/** What names mean in the callbacks of WhatsApp gateways. The service documents none of them. */

export const CUSTOMER = 'contact|customer|client|visitor|lead|subscriber';
const NUMBER = '(?:phone|mobile|msisdn|cell|tele?)+(?:number|num|no|jid|pn|address)?|number|jid|pn';
const PHONE = `(?:${NUMBER}|(?:wa|whatsapp)+(?:id|num|number|${NUMBER})?|id)`;
const OURS = 'display|gateway|business|channel|device|instance|bot|company|our|my|owner|connected';
const WORDS = '(?:text|body|message|msg|content)';
const BUTTON = '(?:selected(?:button|display|option|row)?|button|row|list|quickreply)';
const AT = '(?:at|on|time|date|datetime|timestamp)(?:utc)?';

/** Each pattern covers a family of names. Of several patterns for one field, the more usual names come first. */
const FAMILIES = [
	['chat', 'remotejid(?:alt)?'],
	[
		'from',
		`(?:platform)?(?:from|senders?|originator|author|source|sentby)(?:${PHONE}|no|address)?`,
	],
	['from', `(?:${CUSTOMER})(?:${PHONE}|identifier)?|waid`],
	['to', `(?:to|recipient|receiver|destination)(?:${PHONE}|address)?`],
	['own', `(?:${OURS})${PHONE}|gateway|device|wid|me|owner`],
	/** Either side may have these. They count if nothing names the sender more clearly. */
	['phone', `(?:user|chat|participant|member)?(?:${NUMBER})|chatid|participant`],
	['phone', 'accountuniqid|identity|identifiervalue'],
	['text', 'message|msg'],
	['text', 'text|body'],
	['text', `(?:(?:chat|sms|inbox|inbound|incoming|user|customer)?${WORDS})+|conversation|chat`],
	['caption', '[a-z]*caption'],
	['file', '(?:media|file|attachment|image|video|audio|voice|document)(?:url|link|uri)?'],
	['title', `${BUTTON}(?:text|title|label)`],
	['button', `${BUTTON}(?:id|payload)`],
	['id', '(?:message|msg)id|idmessage'],
	['id', '(?:wa|whatsapp|sms|external|provider)?(?:message|msg|inbox)(?:u?uid|sid|id)|wamid'],
	['done', `(?:done|seen|read|delivered|failed)${AT}`],
	['time', `(?:received?|receipt|arrived|arrival)(?:${AT})?|messagetimestamp`],
	['time', '(?:message|inbox)?(?:timestamp|time|date|datetime|ts)|momm?ent'],
	[
		'time',
		`(?:message)?(?:created?|sen[dt]|accept(?:ed)?|occurred)(?:${AT})?|date(?:created|sent)`,
	],
	['time', '(?!update|expir|valid|birth|edit|delet|last|start|end)[a-z]+(?:time|date|timestamp)'],
	['status', '[a-z]*(?:status|state)'],
	['type', '[a-z]*(?:type|kind|event|topic|direction|action)(?:name)?|type[a-z]+'],
] as const;

export type Field = (typeof FAMILIES)[number][0];

/** @returns a function that finds the first row for a name */
export function finder(rows: readonly (readonly [string, string])[]) {
	const patterns = rows.map(([, names]) => new RegExp(`^(?:${names})$`));
	return (name: string) =>
		name.length > LONGEST_NAME ? -1 : patterns.findIndex((names) => names.test(name));
}

const LONGEST_NAME = 40;
const rankOf = finder(FAMILIES);

/** @param name in letters only, as `plainName` makes it */
export const meaningOf = (name: string): Field | undefined => FAMILIES[rankOf(name)]?.[0];

export const plainName = (name: string): string => name.toLowerCase().replace(/[^a-z]/g, '');

export interface NamedValue {
	/** The letters of the name, without case. */
	name: string;
	/** What the name means, if it is known. */
	field: Field | undefined;
	/** How usual the name is: the lowest is the most usual. */
	rank: number;
	value: unknown;
}

/** Whether a text is a number whatever its name, and not an ID of digits. */
export const isCertainNumber = (value: unknown): boolean =>
	typeof value === 'string' && /^\s*(?:[a-z]+:)?\+\d|^\d.*@(?:c\.us|s\.whatsapp)/i.test(value);

/** These fields may be IDs of the service. */
const MAY_BE_ID = new RegExp(`(?<!^wa|^w)id$|^(?:${CUSTOMER})(?:identifier)?$`);
const SIDES: readonly unknown[] = ['from', 'to', 'own'];

/** @param listName the entries of a list have its name */
export const fieldsOf = (whole: object, listName = ''): NamedValue[] =>
	Object.entries(whole).map(([key, value]: [string, unknown]) => {
		const name = Array.isArray(whole) ? listName : plainName(key);
		const rank = rankOf(name);
		const field = FAMILIES[rank]?.[0];
		const isId = SIDES.includes(field) && MAY_BE_ID.test(name) && !isCertainNumber(value);
		return { name, rank, field: isId ? undefined : field, value };
	});

const LONGEST_TYPE = 64;

/** The words of message.sent, message_sent and messageSent, with a space around each. */
export const wordsIn = (value: unknown): string =>
	typeof value !== 'string' || value.length > LONGEST_TYPE
		? ''
		: ` ${
				value
					.replace(/([a-z])([A-Z])/g, '$1 $2')
					.toLowerCase()
					.match(/[a-z]+/g)
					?.join(' ') ?? ''
			} `;

/** What is not a number: IDs of groups, channels and hidden numbers. */
const NO_NUMBER = /@(?:lid|g\.us|newsletter|broadcast)|^.{61}/is;

function digitsOf(value: unknown): string | undefined {
	const text = typeof value === 'number' ? String(value) : value;
	if (typeof text !== 'string' || NO_NUMBER.test(text)) return undefined;
	const number = text.replace(/^\s*(?:(?:whatsapp|tel|sms):)?/i, '').replace(/[:@].*|\s+$/s, '');
	const digits = number.replace(/\D/g, '').replace(/^00/, '');
	return /^\+?[\d\s().-]{7,40}$/.test(number) && /^\d{7,15}$/.test(digits) ? digits : undefined;
}

/** The digits of a number. Some gateways send an object with the number and a name. */
export function numberIn(value: unknown, side: 'from' | 'to' = 'from'): string | undefined {
	if (Array.isArray(value)) return value.length === 1 ? numberIn(value[0], side) : undefined;
	if (!isPlainRecord(value)) return digitsOf(value);
	const all = fieldsOf(value);
	const named = all.filter(({ field }) => field === 'phone' || field === side);
	const others = all.filter(({ name }) => name === 'id' || name === 'user');
	return [...named, ...others].map((one) => digitsOf(one.value)).find((one) => one !== undefined);
}
