import { INBOX_KINDS, STATUS_KINDS } from '../../nodes/callbacks/kinds';
import { USUAL } from '../../nodes/callbacks/kinds/keyword';
import { capitalized } from '../../nodes/plain';
import {
	BUTTONS,
	CHANNEL_PERIOD_MS,
	CHANNEL_REQUESTS,
	CHARACTERS_PER_CREDIT,
	CREDITS_PER_MEDIA,
	LONGEST_SMS,
	MESSAGE_STATUS,
	REQUESTS_PER_SECOND,
	ROOM_ACTIVE_MS,
	SMS_STATUSES,
	smsStatus,
} from '../../nodes/service';

/** Tables of the documents that state facts of the product or of the service. They come from the product, so that they cannot differ. */

export type Rows = readonly (readonly string[])[];

interface FactTable {
	/** Its path from the root of the project. */
	page: string;
	/** The table is between two comments of this name. */
	name: string;
	rows: Rows;
}

const smsStatuses = (): Rows => [
	['Status', 'Meaning', 'What to do'],
	...Object.entries(SMS_STATUSES)
		.filter(([status]) => status !== '0')
		.sort(([a], [b]) => Number(b) - Number(a))
		.map(([status, { meaning }]) => [status, meaning, smsStatus(status)?.advice ?? '']),
];

const callbacks = (): Rows => [
	['Trigger', 'Trigger On', 'Where its URL belongs in the service’s web application'],
	...INBOX_KINDS.map(({ name, registeredAt }) => [
		'Messaging Service Trigger',
		name,
		capitalized(registeredAt),
	]),
	...STATUS_KINDS.map(({ name, registeredAt }) => [
		'Messaging Service Status Trigger',
		name,
		capitalized(registeredAt),
	]),
];

const limits = (): Rows => [
	['Limit', 'The service’s value', 'What the node does'],
	['Requests with one key', `${REQUESTS_PER_SECOND} a second`, 'Keeps it'],
	[
		'Messages of one Official channel',
		`${CHANNEL_REQUESTS} in ${CHANNEL_PERIOD_MS / 1000} seconds`,
		'Keeps it for the broadcasts of each channel, and for all replies together',
	],
	[
		'Time to answer in an Official room',
		`${ROOM_ACTIVE_MS / 3_600_000} hours after the recipient wrote`,
		'Its trigger says until when, in `reply_until`',
	],
	['Text of an SMS', `${LONGEST_SMS} characters`, 'Checks it before anything is sent'],
	[
		'Unofficial text',
		`1 WhatsApp credit for each ${CHARACTERS_PER_CREDIT} characters, rounded up`,
		'Validate Only shows what it would cost',
	],
	['Unofficial media', `${CREDITS_PER_MEDIA} WhatsApp credits`, 'The same'],
	[
		'Business buttons',
		`${BUTTONS.most} buttons; text ${BUTTONS.longestBody}, label ${BUTTONS.longestTitle}, ID ${BUTTONS.longestId}, footer ${BUTTONS.longestFooter} characters`,
		'Checks them before anything is sent',
	],
];

const keywords = (): Rows => [
	['`keyword`', 'The whole message is one of these words'],
	...USUAL.map(([keyword, words]) => [`\`${keyword}\``, [...words].join(', ')]),
];

const messageStatuses = (): Rows => [
	['Status', 'Code', '`delivered`', 'Final', 'Meaning'],
	...Object.entries(MESSAGE_STATUS).map(([code, { name, became, isFinal, meaning }]) => [
		...[
			`\`${name}\``,
			code,
			{ arrived: 'true', lost: 'false', open: '' }[became],
			isFinal ? 'Yes' : 'No',
			meaning,
		],
	]),
];

export const factTables = (): FactTable[] => [
	{ page: 'docs/sms-statuses.md', name: 'sms statuses', rows: smsStatuses() },
	{ page: 'docs/triggers.md', name: 'callbacks', rows: callbacks() },
	{ page: 'docs/limits.md', name: 'limits', rows: limits() },
	{ page: 'docs/triggers.md', name: 'keywords', rows: keywords() },
	{ page: 'docs/delivery-reports.md', name: 'message statuses', rows: messageStatuses() },
];
