import { isObject, isPlainRecord } from '../../plain';

/** What the names of fields mean in the callbacks of WhatsApp gateways. The service documents none of them. */
const NAMES = {
	type: 'type kind event eventtype eventname messagetype typemessage typewebhook webhookevent topic direction',
	status: 'status messagestatus deliverystatus smsstatus state',
	from: 'from fromnumber fromphone sender sendernumber senderphone senderphonenumber originator author source waid platformsenderid customerphone customernumber contactphone contactnumber',
	chat: 'remotejid',
	/** Either side may have these. They count if nothing names the sender more clearly. */
	phone: 'phone phonenumber msisdn mobile mobilenumber number chatid participant accountuniqid',
	to: 'to tonumber recipient recipientnumber receiver receivernumber destination displayphonenumber gatewaynumber gateway businessnumber businessphone businessphonenumber channelphonenumber devicenumber device wid',
	text: 'text body message msg content conversation textmessage textbody messagetext messagebody messagecontent',
	caption: 'caption filecaption',
	file: 'mediaurl fileurl media file',
	title: 'buttontext buttontitle selecteddisplaytext selectedbuttontext listtitle',
	button: 'buttonid buttonpayload selectedid selectedbuttonid selectedrowid rowid listid',
	id: 'messageid idmessage messageuuid messagesid wamid whatsappmessageid msgid inboxid',
	received: 'receivedat receiveddate receivedate receivedtime messagetimestamp',
	time: 'timestamp time datetime date ts inboxdate',
	done: 'doneat seenat',
	created: 'createdat created createddatetime createdtime datecreated',
} as const;

export type Field = keyof typeof NAMES;

const FIELDS = new Map(
	Object.entries(NAMES).flatMap(([field, names]) =>
		names.split(' ').map((name) => [name, field as Field] as const),
	),
);

/** @param name in letters only, as `plainName` makes it */
export const meaningOf = (name: string): Field | undefined => FIELDS.get(name);

export const plainName = (name: string): string => name.toLowerCase().replace(/[^a-z]/g, '');

export interface NamedValue {
	key: string;
	/** The letters of the key, without case. */
	name: string;
	/** What the name means, if it is known. */
	field: Field | undefined;
	value: unknown;
}

/** The entries of a list have no names. */
const entryOf = (value: unknown): NamedValue => ({ key: '', name: '', field: undefined, value });

export const fieldsOf = (whole: object): NamedValue[] =>
	Array.isArray(whole)
		? whole.map(entryOf)
		: Object.entries(whole).map(([key, value]: [string, unknown]) => {
				const name = plainName(key);
				return { key, name, field: meaningOf(name), value };
			});

const LONGEST_TYPE = 64;

/** Splits message.sent, message_sent and messageSent into words. */
export const wordsIn = (value: unknown): string[] =>
	typeof value !== 'string' || value.length > LONGEST_TYPE
		? []
		: value
				.replace(/([a-z])([A-Z])/g, '$1 $2')
				.toLowerCase()
				.split(/[^a-z]+/);

const LONGEST_NUMBER = 60;
/** IDs of groups, channels and hidden numbers. */
const NO_NUMBER = /@(?:lid|g\.us|newsletter|broadcast)/i;

function digitsOf(value: unknown): string | undefined {
	const text = typeof value === 'number' ? String(value) : value;
	if (typeof text !== 'string' || text.length > LONGEST_NUMBER || NO_NUMBER.test(text)) return;
	const number = text
		.trim()
		.replace(/^(?:whatsapp|tel|sms):/i, '')
		.replace(/[:@].*$/s, '');
	if (!/^\+?[\d\s().-]{7,40}$/.test(number)) return;
	const digits = number.replace(/\D/g, '').replace(/^00/, '');
	return digits.length >= 7 && digits.length <= 20 ? digits : undefined;
}

const HOLDS_NUMBER = new Set(['phone', 'from', 'to']);

/** The digits of a number. Some gateways send an object with the number and a name. */
export function numberIn(value: unknown): string | undefined {
	if (!isObject(value)) return digitsOf(value);
	if (!isPlainRecord(value)) return undefined;
	const all = fieldsOf(value);
	const named = all.filter(({ field = '' }) => HOLDS_NUMBER.has(field));
	const others = all.filter(({ name }) => name === 'id' || name === 'user');
	return [...named, ...others].map((one) => digitsOf(one.value)).find((one) => one !== undefined);
}
