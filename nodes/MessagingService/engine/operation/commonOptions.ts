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

const fits = (recipient: string, pattern: string): boolean =>
	(!isForNumbers(pattern) || isPhoneNumber(recipient)) && isLike(recipient, pattern);

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

/** If one of these options is empty, the item is refused: it would be sent without what the user asked for. */
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
		description:
			'How many seconds to wait for the response to a request. A message without a response may have been sent, so the node does not send it again. A request that only reads is repeated twice.',
	}),
	field.choice('Response Format', 'responseFormat', 'json', {
		description:
			'The format of the service’s responses. It does not change the documented fields of the output.',
		choices: { json: 'JSON', xml: 'XML' },
	}),
];

const OF_EACH_MESSAGE: INodeProperties[] = [
	field.text('Send Once Key', 'sendOnceKey', {
		placeholder: 'e.g. {{ $json.order_id }}',
		description:
			'A text that is unique to this message, such as an order number. This node does not send another message with the same key, even if a webhook arrives twice, you execute the workflow again, or it is started again after a crash. Such an item comes out with already_sent: true. The node remembers the last 6,600 executions of one message, or 19,800 messages of lists.',
	}),
	field.text('Allowed Media Hosts', 'allowedMediaHosts', {
		placeholder: 'e.g. cdn.example.com, *.example.com',
		description:
			'The only hosts that media URLs may lead to, separated by commas. Before a name, *. stands for all names below it. As an agent’s tool, this node accepts media URLs only if this option names their host, since a URL can carry data away.',
	}),
	field.text('Allowed Recipients', 'allowedRecipients', {
		placeholder: 'e.g. 628000000001, 62812*',
		description:
			'The only numbers, or IDs of rooms and groups, that this node may send to, separated by commas. A * stands for any characters. Replies into a room are compared by room_id, and not by number.',
	}),
	field.number('Max Messages per Execution', 'mostMessages', MOST_OF_TOOL, {
		typeOptions: { minValue: 0, numberPrecision: 0 },
		description: `How many messages this node may send in one execution, counting all its runs and tool calls. As an agent’s tool, it may send ${MOST_OF_TOOL} if this option is not set. Where the calls of an agent share no execution, those of the last hour count. With On Error: Stop Workflow, a longer list is not sent at all.`,
	}),
	// A user who adds this option means to check, so adding it must be enough to send nothing.
	field.toggle('Validate Only', 'validateOnly', true, {
		description:
			'Whether to check every item and output what would be sent, how long it would take and, if the service documents it, what it would cost, without sending anything',
	}),
];

export const commonFields = (effect: Effect): INodeProperties[] =>
	effect === 'send' ? [...OF_EACH_MESSAGE, ...OF_EACH_REQUEST] : OF_EACH_REQUEST;
