/** What names and values mean in the callbacks of WhatsApp gateways. The service documents none of them. */

const NUMBER = '(?:phone|mobile|msisdn|cell|tele?)+(?:number|num|no|jid|pn|address)?|number|jid|pn';
const PHONE = `(?:${NUMBER}|(?:wa|whatsapp)+(?:id|num|number|${NUMBER})?|id)`;

/** Whose something is. The same words name fields, such as sender_phone, and parts, such as sender. */
const MEDIUM = '(?:platform|sms|message|msg|wa)?';
const FROM = `${MEDIUM}(?:from|senders?|originator|origination|author|source|sentby)`;
const TO = `${MEDIUM}(?:to|recipients?|receivers?|destination)`;
const US = 'gateway|business|channel|device|instance|bot|company|account|owner';
export const CUSTOMER = 'contact|customer|client|visitor|lead|subscriber';

const WORDS = '(?:text|body|message|msg|content)';
const BUTTON = '(?:selected(?:button|display|option|row)?|button|row|list|quickreply)';
const AT = '(?:at|on|time|date|datetime|(?:time)?stamp)(?:utc)?';

/** Each pattern covers a family of names. Of several patterns for one field, the more usual names come first. */
const FAMILIES = [
	['chat', 'remotejid(?:alt)?'],
	['from', `${FROM}(?:${PHONE}|no|address)?`],
	['to', `${TO}(?:${PHONE}|address)?`],
	['own', `(?:${US}|display|our|my|connected)${PHONE}|gateway|device|wid|me|owner`],
	['customer', `(?:${CUSTOMER})(?:${PHONE}|identifier)?|waid|chatid|participant`],
	['customer', `(?:user|chat|participant|member)(?:${NUMBER})`],
	/** Either side may have these. They count if nothing names the sender more clearly. */
	['phone', `${NUMBER}|accountuniqid|identity`],
	['text', 'message|msg'],
	['text', 'text|body'],
	['text', `(?:(?:chat|sms|inbox|inbound|incoming|user|customer)?${WORDS})+(?:in)?`],
	['text', 'conversation|chat'],
	['caption', '[a-z]*caption'],
	['file', '(?:media|file|attachment|image|video|audio|voice|document)(?:url|link|uri)?'],
	['title', `${BUTTON}(?:text|title|label)`],
	['button', `${BUTTON}(?:id|payload)`],
	['id', '(?:message|msg)id|idmessage'],
	['id', `(?:external|provider|inbound|whatsapp|${MEDIUM})(?:message|msg|inbox)(?:u?uid|sid|id)`],
	['id', 'wamid'],
	['id', 'id'],
	['done', `(?:done|seen|read|delivered|failed)${AT}`],
	['time', `(?:received?|rcvd|receipt|arrived|arrival)(?:${AT})?|messagetimestamp`],
	['time', '(?:message|inbox)?(?:timestamp|time|date|datetime|ts)|momm?ent'],
	['time', `(?:message)?(?:created?|sen[dt]|accept(?:ed)?|occurred)(?:${AT})?`],
	['time', '(?:date|time)(?:created|added|sent)'],
	['time', '(?!update|expir|valid|birth|edit|delet|last|start|end)[a-z]+(?:time|date|timestamp)'],
	['status', '[a-z]*(?:status|state)'],
	/** Other types, such as an order_type, say what a message holds. */
	['type', `${MEDIUM}(?:type|kind|event|action)(?:name)?`],
	['type', '(?:event|webhook|update|data|sub|content)(?:type|kind|event|action)(?:name)?'],
	['type', '[a-z]*direction|type[a-z]+|dir|(?:notification|interactive|callback)type'],
] as const;

export type Field = (typeof FAMILIES)[number][0];

/** What a part is about, by its name. The texts and IDs of these are not those of the message. */
const PARTS = [
	['copy', '[a-z]*(?:echo|statuses|outbound|outgoing|submit)[a-z]*'],
	['quote', '[a-z]*(?:quot|context|repl(?:y|ying)to(?!ken)|replied|parentm(?:es)?s|referr)[a-z]*'],
	['quote', 'last[a-z]*|[a-z]*(?:forward|history|original(?!or)|previous|reaction)[a-z]*'],
	['tap', '[a-z]*(?:button|choice|listreply|listresponse|quickreply)[a-z]*'],
	['tap', '[a-z]*(?:interactive|postback)[a-z]*|reply'],
	['from', FROM],
	['to', TO],
	['own', `${US}|organization|instancedata|me|agent|app|metadata`],
	['customer', `(?:${CUSTOMER}|user)|contacts|profile|conversation|room|chat`],
	['other', 'group|ticket|location|pricing|system|errors?|status|template|header|footer|product'],
	['other', 'settings|users|participants|members|mentions'],
] as const;

export type About = (typeof PARTS)[number][0];

/** @returns a function that finds the first row for a name in letters only, as `plainName` makes it */
function finder(rows: readonly (readonly [string, string])[]) {
	const patterns = rows.map(([, names]) => new RegExp(`^(?:${names})$`));
	return (name: string) =>
		name.length > LONGEST ? -1 : patterns.findIndex((names) => names.test(name));
}

/** Gateways have no longer names and types. */
const LONGEST = 64;
const rankOf = finder(FAMILIES);
const rankOfPart = finder(PARTS);

export const aboutOf = (name: string): About | undefined => PARTS[rankOfPart(name)]?.[0];

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

/** @param listName the entries of a list have its name */
export const fieldsOf = (whole: object, listName: string): NamedValue[] =>
	Object.entries(whole).map(([key, value]: [string, unknown]) => {
		const name = Array.isArray(whole) ? listName : plainName(key);
		const rank = rankOf(name);
		return { name, field: FAMILIES[rank]?.[0], rank, value };
	});

/** The words of message.sent, message_sent and messageSent, with a space around each. */
export function wordsIn(value: unknown): string {
	if (typeof value !== 'string' || value.length > LONGEST) return '';
	const apart = value.replace(/([a-z])([A-Z])/g, '$1 $2').toLowerCase();
	return ` ${apart.match(/[a-z]+/g)?.join(' ') ?? ''} `;
}

/** The ID of a chat. It holds a number, unless the chat is a group or hides its number. */
export const isChatId = (value: unknown): boolean =>
	typeof value === 'string' && /^[\d-]+(?::\d+)?@(?:c\.us|s\.whatsapp\.net|g\.us|lid)$/.test(value);

/** Whether a value is a number whatever its name, and not an ID of digits. */
export const isCertainNumber = (value: unknown): boolean =>
	isChatId(value) || (typeof value === 'string' && /^\s*(?:[a-z]+:)?\+\d/i.test(value));

/** The IDs of groups, channels and hidden numbers are no numbers. */
const NUMBER_IN =
	/^(?!.*@(?:lid|g\.us|newsletter|broadcast))\s*(?:(?:whatsapp|tel|sms):)?(\+?[\d\s().-]{7,40})(?:[:@].*)?$/is;

export function digitsIn(text: string): string | undefined {
	const digits = NUMBER_IN.exec(text)?.[1]?.replace(/\D/g, '').replace(/^00/, '') ?? '';
	return /^\d{7,15}$/.test(digits) ? digits : undefined;
}
