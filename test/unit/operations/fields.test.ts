import { SAYS } from '../../support/words';
import { CASES, named } from './cases';
import { problemsOf, type Values } from './support';

/** What holds for each field by its kind: what it is called in a problem, and what it refuses. */

const FILE = 'https://files.example.com/a.pdf';

type Kind = 'required' | 'present' | 'text' | 'number' | 'switch';
type Field = [operation: string, field: string, label: string, kinds: string, more?: Values];

const document = { messageType: 'document', mediaUrl: FILE };
const reaction = { messageType: 'reaction', messageId: 'm', emoji: '👍' };
const header = { headerType: 'document', headerUrl: FILE };
const ofFile = (fileSource: string) => ({ messageType: 'image', fileSource });

const FIELDS: Field[] = [
	['sms send', 'text', 'Text', 'required text'],
	['sms send', 'unicode', 'Unicode', 'switch'],
	['sms send', 'otp', 'One-Time Password (OTP)', 'switch'],
	['whatsappUnofficial sendText', 'message', 'Text', 'required text'],
	['whatsappUnofficial sendText', 'escapeEmoji', 'Escape Emoji', 'switch'],
	['whatsappUnofficial sendMedia', 'mediaUrl', 'Media URL', 'required text'],
	[
		...(['whatsappUnofficial sendMedia', 'mediaBase64', 'Media Base64', 'required'] as const),
		{ mediaSource: 'base64' },
	],
	[
		...(['whatsappUnofficial sendMedia', 'binaryPropertyName', 'Input Binary Field'] as const),
		...(['required', { mediaSource: 'binary' }] as const),
	],
	['whatsappUnofficial sendMedia', 'caption', 'Caption', 'text'],
	['whatsappUnofficial sendMedia', 'fileName', 'File Name', 'text'],
	...['whatsappUnofficial sendText', 'whatsappUnofficial sendMedia'].flatMap((name): Field[] => [
		[name, 'queue', 'Queue', 'required text', { sendFrom: 'queue', sender: 'b' }],
		[name, 'sender', 'Sender', 'required text', { sendFrom: 'sender', queue: 'a' }],
		[name, 'deliveryTimeout', 'Delivery Timeout', 'text'],
		[name, 'channel', 'Channel', 'number'],
		[name, 'isGroup', 'Is Group', 'switch'],
		[name, 'includeUnsubscribe', 'Include Unsubscribe Link', 'switch'],
	]),
	['whatsappUnofficial getStatus', 'refNo', 'Reference Number', 'required text'],
	['whatsappUnofficial getStatus', 'simplify', 'Simplify', 'switch'],
	['whatsappUnofficial getStatus', 'maxWait', 'Max Wait (Seconds)', 'number'],
	['whatsappOfficial broadcast', 'channelId', 'Channel', 'required text'],
	['whatsappOfficial broadcast', 'templateId', 'Template', 'required text'],
	['whatsappOfficial broadcast', 'destinationName', 'Recipient Name', 'present text'],
	['whatsappOfficial broadcast', 'fitText', 'Make Text Fit', 'switch'],
	['whatsappOfficial reply', 'roomId', 'Room ID', 'required text'],
	['whatsappOfficial reply', 'text', 'Text', 'required text'],
	['whatsappOfficial reply', 'fileUrl', 'File URL', 'required', ofFile('url')],
	[
		...(['whatsappOfficial reply', 'binaryPropertyName', 'Input Binary Field'] as const),
		...(['required', ofFile('binary')] as const),
	],
	['whatsappOfficial reply', 'fitText', 'Make Text Fit', 'switch'],
	...['whatsappOfficial getTemplates', 'whatsappOfficial getChannels'].flatMap((name): Field[] => [
		[name, 'returnAll', 'Return All', 'switch'],
		[name, 'limit', 'Limit', 'number', { returnAll: false }],
	]),
	['whatsappBusiness reply', 'gatewayId', 'Gateway ID', 'required text'],
	['whatsappBusiness reply', 'text', 'Text', 'required text'],
	['whatsappBusiness reply', 'replyToMessageId', 'Reply to Message ID', 'text'],
	['whatsappBusiness reply', 'mediaUrl', 'Media URL', 'required text', document],
	['whatsappBusiness reply', 'caption', 'Caption', 'text', document],
	['whatsappBusiness reply', 'fileName', 'File Name', 'text', document],
	['whatsappBusiness reply', 'messageId', 'Message ID', 'required text', reaction],
	['whatsappBusiness reply', 'emoji', 'Emoji', 'text', reaction],
	['whatsappBusiness sendButtons', 'gatewayId', 'Gateway ID', 'required text'],
	['whatsappBusiness sendButtons', 'body', 'Text', 'required text'],
	['whatsappBusiness sendButtons', 'footer', 'Footer', 'text'],
	[
		...(['whatsappBusiness sendButtons', 'headerText', 'Header Text', 'required text'] as const),
		{ headerType: 'text' },
	],
	['whatsappBusiness sendButtons', 'headerUrl', 'Header URL', 'required text', header],
	['whatsappBusiness sendButtons', 'headerFileName', 'Header File Name', 'text', header],
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
	switch: ['maybe', 'ja', 'on', '2', 2, ' ', [], [true]].map((word) => [word, SAYS.notSwitch]),
};

const isKind = (word: string): word is Kind => word in WRONG;

it.each(FIELDS)(
	'%s refuses a wrong %s by the name %s (%s)',
	(name, field, label, kinds, more = {}) => {
		const values = { ...CASES[name]?.values, ...more };
		for (const [given, says] of kinds
			.split(' ')
			.filter(isKind)
			.flatMap((kind) => WRONG[kind])) {
			const problems = problemsOf(named(name), { ...values, [field]: given });
			expect({ given, problems }).toEqual({ given, problems: [`${label} ${says}`] });
		}
	},
);
