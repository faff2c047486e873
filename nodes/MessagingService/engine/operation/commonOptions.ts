import type { INodeProperties } from 'n8n-workflow';
import { z } from 'zod';

import { asciiDigits, field, numberOf, onOrOff, parsedUrl } from '../../../plain';
import { isPhoneNumber, phoneNumber } from '../../../service';
import type { Effect } from '../outcome';

const DEFAULT_TIMEOUT_S = 60;
const LONGEST_TIMEOUT_S = 600;

/** JavaScript makes these texts of a missing value. Many messages would share a key that holds one. */
const MISSING = /undefined|(?<![\p{L}\p{N}])(?:null|NaN)(?![\p{L}\p{N}])|\[object Object\]/u;

const flag = onOrOff.default(false);

/** Its mark is stored under exactly this text, so its form stays. */
const key = z.preprocess(
	(value) => (typeof value === 'number' || typeof value === 'boolean' ? String(value) : value),
	z
		.string()
		.trim()
		.min(1)
		.refine(
			(text) => !MISSING.test(text),
			(text) => ({
				message: `holds “${MISSING.exec(text)?.[0] ?? ''}”, which stands for a value that is missing: make sure that its expression finds a value for each item`,
			}),
		),
);

/** An allowed number is read as numbers are sent. An entry with a star, or with the ID of a room or a group, is not. */
function asSent(entry: string, recipient: string, countryCode?: string): string[] {
	if (entry.includes('*')) {
		return [entry, entry.replace(/^(?:\+|00)/, '').replace(/[\s().-]/g, '')];
	}
	// Reading a number takes long, and a long list is compared with each item. So most entries are told apart by their ends.
	if (!asciiDigits(entry).replace(/\D/g, '').includes(recipient.slice(-4))) return [entry];
	const number = phoneNumber(entry, countryCode);
	return [number.ok ? number.digits : entry];
}

/** A pattern such as 62812* means phone numbers. It must not allow a group whose ID begins with these digits. */
const isForNumbers = (pattern: string) => /^(?=.*\d)[\d*]*\*[\d*]*$/.test(pattern);

/** The service could take a text with such a sign for several recipients, so a star does not stand for it. */
const mayBeSeveral = (recipient: string) => /[,;\s]/.test(recipient);

const fits = (recipient: string, pattern: string): boolean =>
	(!isForNumbers(pattern) || isPhoneNumber(recipient)) &&
	!(pattern.includes('*') && mayBeSeveral(recipient)) &&
	isLike(recipient, pattern);

/** Compares with stars by hand, because a regular expression with many stars could take forever. */
function isLike(text: string, pattern: string): boolean {
	const [first = '', ...others] = pattern.split('*');
	const last = others.pop();
	if (last === undefined) return text === first;
	if (!text.startsWith(first)) return false;
	let at = first.length;
	for (const part of others) {
		const found = text.indexOf(part, at);
		if (found === -1) return false;
		at = found + part.length;
	}
	return text.length - last.length >= at && text.endsWith(last);
}

const textOrNumber = z.union([z.string(), z.number()]);

const listed = (example: string) =>
	z
		.union([textOrNumber, z.array(textOrNumber)], {
			errorMap: () => ({ message: `must be a list, such as ${example}` }),
		})
		.transform((given, context): string[] => {
			const entries = [given]
				.flat()
				.flatMap((one) => String(one).split(/[,;\n]/))
				.map((one) => one.trim())
				.filter((one) => one !== '');
			if (entries.length > 0) return entries;
			context.addIssue({ code: 'custom', message: 'is empty: enter one, or remove the option' });
			return z.NEVER;
		});

const allowedRecipients = listed('628000000001, 62812*').transform((entries) => ({
	allows: (recipient: string, countryCode?: string) =>
		entries.some((entry) =>
			asSent(entry, recipient, countryCode).some((one) => fits(recipient, one)),
		),
}));

/** A user may have copied a whole URL, of which only the host counts. */
const hostOf = (entry: string) =>
	(/^[a-z]+:\/\//i.test(entry) ? (parsedUrl(entry)?.hostname ?? entry) : entry)
		.toLowerCase()
		.replace(/\.$/, '');

const allowedHosts = listed('cdn.example.com, *.example.com').transform((entries) => ({
	allows: (url: string) => {
		const host = parsedUrl(url)?.hostname.replace(/\.$/, '');
		// Such a host is no name that anyone could mean.
		if (host === undefined || host.includes('*')) return false;
		return entries.some((one) => isLike(host, hostOf(one)));
	},
}));

export const commonInput = z.object({
	responseFormat: z.enum(['json', 'xml']).default('json'),
	requestTimeout: z
		.preprocess(numberOf, z.number().min(1).max(LONGEST_TIMEOUT_S))
		.default(DEFAULT_TIMEOUT_S),
	validateOnly: flag,
	sendOnceKey: key.optional(),
	campaign: key.optional(),
	/** Read with the country of each item. */
	blockedNumbers: z.unknown(),
	allowedRecipients: allowedRecipients.optional(),
	mostMessages: z.preprocess(numberOf, z.number().int().min(0)).optional(),
	allowedMediaHosts: allowedHosts.optional(),
	checkCredit: flag,
	/** Each operation reads the number as its own destination. */
	testTo: z.unknown(),
});

export const RECIPIENT = 'Recipient';
export const TEST_TO = 'Test To';

/** An agent may call a tool again and again. */
export const MOST_OF_TOOL = 10;

export type CommonOptions = z.output<typeof commonInput>;

const ACCEPT = { json: 'application/json', xml: 'application/xml' };

/** How a request leaves. */
export const wireOf = ({ responseFormat, requestTimeout }: CommonOptions) => ({
	accept: ACCEPT[responseFormat],
	timeoutMs: Math.ceil(requestTimeout * 1000),
});

/**
 * If one of these options is empty, the item is refused: it would be sent without what the user asked for. check/readItem.ts
 * lets no model fill in one of them but a key.
 */
export const LIMITS: ReadonlySet<string> = new Set<keyof CommonOptions>([
	'allowedMediaHosts',
	'allowedRecipients',
	'blockedNumbers',
	'campaign',
	'checkCredit',
	'mostMessages',
	'sendOnceKey',
	'testTo',
	'validateOnly',
]);

const OF_EACH_REQUEST: INodeProperties[] = [
	field.number('Request Timeout (Seconds)', 'requestTimeout', DEFAULT_TIMEOUT_S, {
		typeOptions: { minValue: 1, maxValue: LONGEST_TIMEOUT_S },
		description: 'How long to wait for a response. A message without one is not repeated.',
	}),
	field.choice('Response Format', 'responseFormat', 'json', {
		description: 'How the service answers. The output is the same.',
		choices: { json: 'JSON', xml: 'XML' },
	}),
];

// A user who adds this option means to check, so adding it must be enough to send nothing.
const VALIDATE_ONLY = field.toggle('Validate Only', 'validateOnly', true, {
	description: 'Whether to check all items and show what would be sent, without sending',
});

const SEND_ONCE_KEY = field.text('Send Once Key', 'sendOnceKey', {
	placeholder: 'e.g. {{ $json.order_id }}',
	description: `What makes this message unique. A key is not sent twice. ${field.docsLink('reliability.md#send-once-keys')}`,
});

const ALLOWED_RECIPIENTS = field.text('Allowed Recipients', 'allowedRecipients', {
	placeholder: 'e.g. 628000000001, 62812*',
	description: 'For agents: the only numbers, rooms and groups that may get messages',
});

const ALLOWED_MEDIA_HOSTS = field.text('Allowed Media Hosts', 'allowedMediaHosts', {
	placeholder: 'e.g. cdn.example.com, *.example.com',
	description: 'For agents: the only hosts of media URLs, since a URL can leak data',
});

const MAX_MESSAGES = field.number('Max Messages', 'mostMessages', MOST_OF_TOOL, {
	typeOptions: { minValue: 0, numberPrecision: 0 },
	description: `For agents: the most messages per execution, or per hour if calls share none. As a tool: ${MOST_OF_TOOL}.`,
});

/** A field with another name for a URL must stand here, or its operation does not offer Allowed Media Hosts. */
const WITH_URL = new Set(['mediaUrl', 'headerUrl', 'fileUrl', 'templateParameters']);

const BEHIND_OWN = [SEND_ONCE_KEY, ...OF_EACH_REQUEST, ALLOWED_RECIPIENTS];

export const COMMON_OPTIONS = [VALIDATE_ONLY, ...BEHIND_OWN, ALLOWED_MEDIA_HOSTS, MAX_MESSAGES];

/** All options of an operation in the order of need. The limits for agents come last. */
export function optionsOf(
	effect: Effect,
	fields: readonly INodeProperties[],
	own: readonly INodeProperties[],
): INodeProperties[] {
	if (effect === 'read') return [...own, ...OF_EACH_REQUEST];
	const hosts = fields.some(({ name }) => WITH_URL.has(name)) ? [ALLOWED_MEDIA_HOSTS] : [];
	return [VALIDATE_ONLY, ...own, ...BEHIND_OWN, ...hosts, MAX_MESSAGES];
}
