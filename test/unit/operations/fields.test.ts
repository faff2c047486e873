import { commonInput } from '../../../nodes/MessagingService/engine/operation';
import { SAYS } from '../../support/words';
import { CASES, named } from './cases';
import { problemsOf, requestOf, type Values } from './support';

type Kind = 'required' | 'present' | 'text' | 'number' | 'switch';
type Field = [name: string, label: string, kinds: string, more?: Values];

const FILE = 'https://files.example.com/a.pdf';
const document = { messageType: 'document', mediaUrl: FILE };
const reaction = { messageType: 'reaction', messageId: 'm', emoji: '👍' };
const header = { headerType: 'document', headerUrl: FILE };
const ofFile = (fileSource: string) => ({ messageType: 'image', fileSource });
const BINARY = { mediaSource: 'binary' };

const OF_SENDER: Field[] = [
	['queue', 'Queue', 'required text', { sendFrom: 'queue', sender: 'b' }],
	['sender', 'Sender', 'required text', { sendFrom: 'sender', queue: 'a' }],
	['deliveryTimeout', 'Delivery Timeout', 'text'],
	['channel', 'Channel', 'number'],
	['isGroup', 'Is Group', 'switch'],
	['includeUnsubscribe', 'Include Unsubscribe Link', 'switch'],
];
const OF_LIST: Field[] = [
	['returnAll', 'Return All', 'switch'],
	['limit', 'Limit', 'number', { returnAll: false }],
];

const FIELDS: Record<string, Field[]> = {
	'sms send': [
		['text', 'Text', 'required text'],
		['unicode', 'Unicode', 'switch'],
		['otp', 'One-Time Password (OTP)', 'switch'],
	],
	'whatsappUnofficial sendText': [
		['message', 'Text', 'required text'],
		['escapeEmoji', 'Escape Emoji', 'switch'],
		...OF_SENDER,
	],
	'whatsappUnofficial sendMedia': [
		['mediaUrl', 'Media URL', 'required text'],
		['mediaBase64', 'Media Base64', 'required', { mediaSource: 'base64' }],
		['binaryPropertyName', 'Input Binary Field', 'required', BINARY],
		['caption', 'Caption', 'text'],
		['fileName', 'File Name', 'text'],
		...OF_SENDER,
	],
	'whatsappUnofficial getStatus': [
		['refNo', 'Reference Number', 'required text'],
		['simplify', 'Simplify', 'switch'],
		['maxWait', 'Max Wait (Seconds)', 'number'],
	],
	'whatsappOfficial broadcast': [
		['channelId', 'Channel', 'required text'],
		['templateId', 'Template', 'required text'],
		['destinationName', 'Recipient Name', 'present text'],
		['fitText', 'Make Text Fit', 'switch'],
	],
	'whatsappOfficial reply': [
		['roomId', 'Room ID', 'required text'],
		['text', 'Text', 'required text'],
		['fileUrl', 'File URL', 'required', ofFile('url')],
		['binaryPropertyName', 'Input Binary Field', 'required', ofFile('binary')],
		['fitText', 'Make Text Fit', 'switch'],
	],
	'whatsappOfficial getTemplates': OF_LIST,
	'whatsappOfficial getChannels': OF_LIST,
	'whatsappBusiness reply': [
		['gatewayId', 'Gateway ID', 'required text'],
		['text', 'Text', 'required text'],
		['replyToMessageId', 'Reply to Message ID', 'text'],
		['mediaUrl', 'Media URL', 'required text', document],
		['caption', 'Caption', 'text', document],
		['fileName', 'File Name', 'text', document],
		['messageId', 'Message ID', 'required text', reaction],
		['emoji', 'Emoji', 'text', reaction],
	],
	'whatsappBusiness sendButtons': [
		['gatewayId', 'Gateway ID', 'required text'],
		['body', 'Text', 'required text'],
		['footer', 'Footer', 'text'],
		['headerText', 'Header Text', 'required text', { headerType: 'text' }],
		['headerUrl', 'Header URL', 'required text', header],
		['headerFileName', 'Header File Name', 'text', header],
	],
};

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

describe.each(Object.entries(FIELDS))('Fields of %s', (operation, fields) => {
	it.each(fields)('The error names a wrong %s as %s (%s)', (name, label, kinds, more = {}) => {
		const wrong = kinds
			.split(' ')
			.filter(isKind)
			.flatMap((kind) => WRONG[kind]);
		for (const [given, says] of wrong) {
			const values = { ...CASES[operation]?.values, ...more, [name]: given };
			const problems = problemsOf(named(operation), values);
			expect({ given, problems }).toEqual({ given, problems: [`${label} ${says}`] });
		}
	});
});

describe('Values from a sheet or an agent', () => {
	it.each([
		...[true, 'true', 'TRUE', 'yes', 'y', 'Y', '1', 1, ' true '].map((on) => [on, true]),
		...[false, 'false', 'FALSE', 'no', 'n', 'N', '0', 0].map((off) => [off, false]),
	])('The switch value %j means %j', (validateOnly, isOn) => {
		expect(commonInput.parse({ validateOnly }).validateOnly).toBe(isOn);
	});

	const timeout = (requestTimeout: unknown) => commonInput.safeParse({ requestTimeout });
	const channel = (given: unknown): Values => ({
		...{ destination: '6281234567890', message: 'Hi', channel: given },
	});
	const sendText = named('whatsappUnofficial sendText');

	it.each([5, '5', ' 5 ', '5.0'])('The number value %j means 5', (value) => {
		expect(timeout(value).data).toMatchObject({ requestTimeout: 5 });
		expect(requestOf(sendText, channel(value)).json).toMatchObject({ channel: 5 });
		for (const [operation, values] of [
			['whatsappOfficial getTemplates', { limit: value }],
			['whatsappUnofficial getStatus', { refNo: 'r', maxWait: value }],
		] as const) {
			expect(problemsOf(named(operation), values)).toEqual([]);
		}
	});

	it.each(['5 s', '1e3', '5.5', true])('%j is refused as a whole number', (value) => {
		const problems = [expect.stringMatching(/^Channel must be a/)];
		expect(problemsOf(sendText, channel(value))).toEqual(problems);
	});

	it('A wrong switch or a Request Timeout above 600 is refused in every operation', () => {
		expect(commonInput.safeParse({ validateOnly: 'maybe' }).success).toBe(false);
		expect(timeout('601').success).toBe(false);
	});
});
