import { send } from '../../../nodes/MessagingService/operations/sms';
import { reply, sendButtons } from '../../../nodes/MessagingService/operations/whatsappBusiness';
import {
	broadcast,
	reply as officialReply,
} from '../../../nodes/MessagingService/operations/whatsappOfficial';
import { sendMedia } from '../../../nodes/MessagingService/operations/whatsappUnofficial';
import { misfitOf } from '../../../nodes/service/templates';
import { bodyOf, planOrProblems, type Values } from '../operations/support';

const ID = '123e4567-e89b-42d3-a456-426614174000';

describe('"caption: string, not required": what is blank is left out', () => {
	const file = { mediaUrl: 'https://a.example/a.pdf' };
	const to = { gatewayId: 'g', recipient: '6281234567890' };
	const buttons = { headerType: 'none', buttons: { button: [{ id: '1', title: 'Yes' }] } };

	it.each([' ', ' \n\t\u00a0', undefined])(
		'A caption, file name or footer of %j is left out',
		(text) => {
			const blank = { caption: text, fileName: text, replyToMessageId: text, footer: text };
			const media = { destination: '6281234567890', mediaSource: 'url', ...file, ...blank };
			const document = { ...to, messageType: 'document', ...file, ...blank };

			expect(Object.keys(bodyOf(sendMedia, media) as object)).toEqual(['destination', 'media_url']);
			expect(bodyOf(reply, document)).toEqual({
				...{ recipient: '6281234567890', gateway_id: 'g', type: 'document' },
				payloads: { link: 'https://a.example/a.pdf' },
			});
			expect(bodyOf(sendButtons, { ...to, body: 'Hi', ...buttons, ...blank })).not.toHaveProperty(
				'footer',
			);
		},
	);
});

const filled = (text: unknown, values: Values = {}): Values => ({
	channelId: ID,
	templateId: ID,
	destination: '6281234567890',
	destinationName: 'Ayu',
	parametersMode: 'json',
	parametersJson: { body: [{ key: '1', value: 'name', value_text: text }] },
	...values,
});

describe('"cannot contain new-line or tab characters or more than 4 consecutive spaces"', () => {
	it.each([' ', '    ', '\u00a0', 'a b', '0'])('A placeholder may be filled with %j', (text) => {
		expect(bodyOf(broadcast, filled(text))).toMatchObject({
			parameters: { body: [{ key: '1', value: 'name', value_text: text }] },
		});
	});

	it.each(['\n', '\r', '\v', '\f', '\u0085', '\u2028', '\u2029'])(
		'A placeholder may not contain %j, which begins a new line',
		(sign) => {
			expect(misfitOf(`a${sign}b`)).toBe('contains a line break');
			expect(bodyOf(broadcast, filled(`a${sign}b`, { fitText: true }))).toMatchObject({
				parameters: { body: [{ value_text: 'a b' }] },
			});
		},
	);
});

describe('"filename for the file name" of a header: what is blank is left out', () => {
	const TEMPLATE = { id: ID, name: 'bill', header: { format: 'DOCUMENT' }, status: 'Approved' };
	const url = 'https://a.example/a.pdf';
	const header = { format: 'DOCUMENT', params: [{ key: 'url', value: url }] };

	it.each(['', ' ', '\n\t', null])('The file name %j is left out of a header', (blank) => {
		const value = { 'Header Document URL': url, 'Header File Name': blank };
		const given = filled('x', { parametersMode: 'template', templateParameters: { value } });

		expect(bodyOf(broadcast, given, [{ ...TEMPLATE, category: 'UTILITY' }])).toMatchObject({
			parameters: { header },
		});
	});
});

describe('"any name for the recipient"', () => {
	it.each([' ', '-', 'Ayu\nLestari', '     ', '👩‍🚀', 17])(
		'The recipient’s name may be %j',
		(destinationName) => {
			expect(bodyOf(broadcast, filled('x', { destinationName }))).toMatchObject({
				destination_name: String(destinationName),
			});
		},
	);
});

describe('The SMS field unicode ("true for a unicode message")', () => {
	const sms = (text: string, unicode?: boolean) =>
		planOrProblems(send, {
			destination: '6281234567890',
			text,
			...(unicode !== undefined && { unicode }),
		});
	const GSM = 'Hello £5 @Ünit ÅÄÖ ñ à ΔΩ {[~]} €\n^|\\';

	it('A text that plain SMS carries is sent without unicode', () => {
		const form = { SMSText: GSM, GSM: '6281234567890', output: 'json' };
		expect(sms(GSM)).toHaveProperty('request.form', form);
		expect(sms(GSM)).toHaveProperty('warnings', []);
	});

	it.each([
		['Привет', 'П'],
		['Café ☕', '☕'],
		['naïve', 'ï'],
		['“quoted”', '“'],
		['a\tb', '\t'],
	])('A text such as %s is sent with unicode, and a hint says so', (text, sign) => {
		const expected = {
			request: { form: { SMSText: text, unicode: 'true' } },
			warnings: [expect.stringContaining(`‘${sign}’`) as string],
		};

		expect(sms(text)).toMatchObject(expected);
		expect(sms(text, false)).toMatchObject(expected);
	});

	it('A text sent with Unicode switched on needs no hint', () => {
		expect(sms('Привет', true)).toMatchObject({ warnings: [] });
	});
});

describe('"only text is documented as available, the others are announced"', () => {
	const values = { roomId: ID, messageType: 'image', text: 'A photo' };

	it('An announced message type without a file is refused', () => {
		expect(planOrProblems(officialReply, values)).toBe(
			'File Source is missing, but a message of type image needs a file: add that option',
		);
	});
});
