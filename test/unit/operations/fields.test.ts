import type { Operation } from '../../../nodes/MessagingService/engine/operation';
import { send } from '../../../nodes/MessagingService/operations/sms';
import {
	reply as businessReply,
	sendButtons,
} from '../../../nodes/MessagingService/operations/whatsappBusiness';
import {
	broadcast,
	getChannels,
	getTemplates,
	reply,
} from '../../../nodes/MessagingService/operations/whatsappOfficial';
import {
	getStatus,
	sendMedia,
	sendText,
} from '../../../nodes/MessagingService/operations/whatsappUnofficial';
import { SAYS } from '../../support/words';
import { problemsOf, type Values } from './support';

/** What holds for each field by its kind: what it is called in a problem, and what it refuses. */

const TO = '62812000001';
const ID = '123e4567-e89b-42d3-a456-426614174000';
const FILE = 'https://files.example.com/a.pdf';

type Kind = 'required' | 'present' | 'text' | 'number' | 'switch';
type Field = readonly [kinds: string, name: string, label: string, more?: Values];

const text = { destination: TO, message: 'hello' };
const media = { destination: TO, mediaSource: 'url', mediaUrl: FILE };
const SENDER: readonly Field[] = [
	['required text', 'queue', 'Queue', { sendFrom: 'queue', sender: 'b' }],
	['required text', 'sender', 'Sender', { sendFrom: 'sender', queue: 'a' }],
	['text', 'deliveryTimeout', 'Delivery Timeout'],
	['number', 'channel', 'Channel'],
	['switch', 'isGroup', 'Is Group'],
	['switch', 'includeUnsubscribe', 'Include Unsubscribe Link'],
];
const business = { gatewayId: 'g', recipient: TO };
const chat = { ...business, messageType: 'text', text: 'hello' };
const document = { ...business, messageType: 'document', mediaUrl: FILE };
const reaction = { ...business, messageType: 'reaction', messageId: 'm', emoji: '👍' };
const buttons = {
	...{ ...business, headerType: 'none', body: 'Coming?' },
	buttons: { button: [{ id: 'yes', title: 'Yes' }] },
};
const header = { headerType: 'document', headerUrl: FILE };

const OPERATIONS: [string, Operation, Values, readonly Field[]][] = [
	[
		'SMS: Send',
		send,
		{ destination: TO, text: 'hello' },
		[
			['required text', 'text', 'Text'],
			['switch', 'unicode', 'Unicode'],
			['switch', 'otp', 'One-Time Password (OTP)'],
		],
	],
	[
		'WhatsApp Unofficial: Send Text',
		sendText,
		text,
		[['required text', 'message', 'Text'], ['switch', 'escapeEmoji', 'Escape Emoji'], ...SENDER],
	],
	[
		'WhatsApp Unofficial: Send Media',
		sendMedia,
		media,
		[
			['required text', 'mediaUrl', 'Media URL'],
			['required', 'mediaBase64', 'Media Base64', { mediaSource: 'base64' }],
			['required', 'binaryPropertyName', 'Input Binary Field', { mediaSource: 'binary' }],
			['text', 'caption', 'Caption'],
			['text', 'fileName', 'File Name'],
			...SENDER,
		],
	],
	[
		'WhatsApp Unofficial: Get Status',
		getStatus,
		{ refNo: 'r-1' },
		[
			['required text', 'refNo', 'Reference Number'],
			['switch', 'simplify', 'Simplify'],
			['number', 'maxWait', 'Max Wait (Seconds)'],
		],
	],
	[
		'WhatsApp Official: Send Template',
		broadcast,
		{ channelId: ID, templateId: ID, destination: TO, destinationName: 'Ana' },
		[
			['required text', 'channelId', 'Channel'],
			['required text', 'templateId', 'Template'],
			['present text', 'destinationName', 'Recipient Name'],
			['switch', 'fitText', 'Make Text Fit'],
		],
	],
	[
		'WhatsApp Official: Reply',
		reply,
		{ roomId: ID, messageType: 'text', text: 'hello' },
		[
			['required text', 'roomId', 'Room ID'],
			['required text', 'text', 'Text'],
			['required', 'fileUrl', 'File URL', { messageType: 'image', fileSource: 'url' }],
			[
				'required',
				'binaryPropertyName',
				'Input Binary Field',
				{ messageType: 'image', fileSource: 'binary' },
			],
			['switch', 'fitText', 'Make Text Fit'],
		],
	],
	...[getTemplates, getChannels].map((operation): [string, Operation, Values, Field[]] => [
		`WhatsApp Official: ${operation.name}`,
		operation,
		{},
		[
			['switch', 'returnAll', 'Return All'],
			['number', 'limit', 'Limit'],
		],
	]),
	[
		'WhatsApp Business: Reply',
		businessReply,
		chat,
		[
			['required text', 'gatewayId', 'Gateway ID'],
			['required text', 'text', 'Text'],
			['text', 'replyToMessageId', 'Reply to Message ID'],
			['required text', 'mediaUrl', 'Media URL', document],
			['text', 'caption', 'Caption', document],
			['text', 'fileName', 'File Name', document],
			['required text', 'messageId', 'Message ID', reaction],
			['text', 'emoji', 'Emoji', reaction],
		],
	],
	[
		'WhatsApp Business: Send Buttons',
		sendButtons,
		buttons,
		[
			['required text', 'gatewayId', 'Gateway ID'],
			['required text', 'body', 'Text'],
			['text', 'footer', 'Footer'],
			['required text', 'headerText', 'Header Text', { headerType: 'text' }],
			['required text', 'headerUrl', 'Header URL', header],
			['text', 'headerFileName', 'Header File Name', header],
		],
	],
];

const WRONG: Record<Kind, [given: unknown, says: string][]> = {
	required: [undefined, null, '', ' \n'].map((blank) => [blank, SAYS.required]),
	/** A name of spaces is a name. */
	present: [undefined, null, ''].map((blank) => [blank, SAYS.required]),
	text: [
		[['a'], SAYS.notText('a list')],
		[{ a: 1 }, SAYS.notText('an object')],
	],
	number: [['many', SAYS.notNumber('text')]],
	switch: [
		['perhaps', SAYS.notSwitch],
		[123_456, SAYS.notSwitch],
		[[true], SAYS.notSwitch],
	],
};

const isKind = (word: string): word is Kind => word in WRONG;

const CASES = OPERATIONS.flatMap(([operation, ...given]) => {
	const [subject, values, fields] = given;
	return fields.map(([kinds, field, label, more]) => ({
		...{ operation, subject, field, label, kinds: kinds.split(' ').filter(isKind) },
		values: { ...values, ...more },
	}));
});

it.each(CASES)(
	'$operation refuses a wrong $field by the name $label',
	({ subject, values, field, label, kinds }) => {
		for (const [given, says] of kinds.flatMap((kind) => WRONG[kind])) {
			expect({ given, problems: problemsOf(subject, { ...values, [field]: given }) }).toEqual({
				given,
				problems: [`${label} ${says}`],
			});
		}
	},
);
