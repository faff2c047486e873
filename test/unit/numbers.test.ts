import { reply, sendButtons } from '../../nodes/MessagingService/operations/whatsappBusiness';
import { broadcast } from '../../nodes/MessagingService/operations/whatsappOfficial';
import { send } from '../../nodes/MessagingService/operations/sms';
import { sendMedia, sendText } from '../../nodes/MessagingService/operations/whatsappUnofficial';
import { phoneNumber } from '../../nodes/service/numbers';
import { problemsOf, requestOf } from './operations/support';

const EXAMPLE = 'such as 6281234567890';

describe('A phone number is read as people write it:', () => {
	it.each([
		['plain digits', '62812000001', '62812000001'],
		['a leading plus', '+62812000001', '62812000001'],
		['spaces', '+62 812 000 001', '62812000001'],
		['spaces around it', '  +62812000001 ', '62812000001'],
		['dashes', '62-812-000-001', '62812000001'],
		['dashes as a word processor makes them', '62–812‑000‑001', '62812000001'],
		['dots', '62.812.000.001', '62812000001'],
		['brackets', '+62 (812) 000 001', '62812000001'],
		['brackets around a 0 that is one digit of several', '+62 (801) 000 001', '62801000001'],
		['non-breaking spaces', '62\u00a0812\u202f000\u00a0001', '62812000001'],
		['the invisible marks of a copied contact', '\u202a+62812000001\u202c', '62812000001'],
		['a zero-width space and a byte order mark', '\ufeff62812\u200b000001', '62812000001'],
		['a line break at its end', '62812000001\n', '62812000001'],
		['15 digits, the most', '123456789012345', '123456789012345'],
		['8 digits counted without the signs between them', '+1 (234) 567-8', '12345678'],
	])('%s', (_, typed, digits) => {
		expect(phoneNumber(typed)).toEqual({ ok: true, digits });
	});
});

describe('A phone number is refused, with an example of a good one:', () => {
	it.each([
		[
			'one dialled through an exchange',
			'0062812000001',
			/^0062812000001 must begin with the country code/,
		],
		['3 digits', '765', /^765 has 3 digits: write/],
		['16 digits', '1234567890123456', /^1234567890123456 has 16 digits: write/],
		['few digits that signs make longer', '+1 (23) 4', / has 4 digits: write/],
		['letters', '62812abc001', / is not one phone number: write digits only/],
		['a letter at its end', '62812000001x', / is not one phone number: write digits only/],
		['a letter at its beginning', 'x62812000001', / is not one phone number: write digits only/],
		['only letters', 'Ana', / is not one phone number: write digits only/],
		['a local zero in brackets', '+62 (0)812 000 001', / has a 0 in brackets: leave it out/],
		['several zeros in brackets', '+62 (00) 812 000 001', / has a 0 in brackets: leave it out/],
		['a minus before it', ' -62812000001', /^-62812000001 begins with a minus/],
		['a plus in its middle', '62+812000001', / is not one phone number: write digits only/],
		['two pluses', '++62812000001', / is not one phone number: write digits only/],
		['two numbers', '62812000001,62812000002', / is not one phone number: write digits only/],
		['digits of another script', '٦٢٨١٢٣٤٥٦٧٨٩', / is not one phone number: write digits only/],
		['only signs', '+ ( ) .', / is not a number/],
		['a plus', '+', / is not a number/],
		['nothing', '', / is not a number/],
	])('%s', (_, typed, why) => {
		const number = phoneNumber(typed);
		if (number.ok) throw new Error(`it was read as ${number.digits}`);
		expect(number.what).toMatch(why);
		expect(number.what).toContain(EXAMPLE);
	});
});

/** All that go to a number, with a valid item each. */
const OPERATIONS = [
	{
		operation: sendText,
		field: 'destination',
		values: { message: 'hello' },
	},
	{
		operation: sendMedia,
		field: 'destination',
		values: { mediaSource: 'url', mediaUrl: 'https://example.com/a.png' },
	},
	{
		operation: broadcast,
		field: 'destination',
		values: {
			channelId: '223e4567-e89b-42d3-a456-426614174001',
			templateId: '223e4567-e89b-42d3-a456-426614174002',
			destinationName: 'Ana',
		},
	},
	{ operation: send, field: 'destination', values: { text: 'hello' } },
	{
		operation: reply,
		field: 'recipient',
		values: { gatewayId: 'g', messageType: 'text', text: 'hello' },
	},
	{
		operation: sendButtons,
		field: 'recipient',
		values: {
			gatewayId: 'g',
			headerType: 'none',
			body: 'Coming?',
			buttons: { button: [{ id: 'yes', title: 'Yes' }] },
		},
	},
];

describe.each(OPERATIONS)('$operation.action', ({ operation, field, values }) => {
	it.each([
		['a text', ' +62 812-000-001'],
		['a number, as a sheet holds it', 62_812_000_001],
	])('goes to the digits of %s', (_, given) => {
		const { json, form } = requestOf(operation, { ...values, [field]: given });
		expect(Object.values({ ...json, ...form })).toContain('62812000001');
	});

	it.each([
		['a number that cannot be reached', '812', '812 has 3 digits'],
		['a local number', '0812000001', '0812000001 is a local number'],
		['nothing', undefined, 'is required: fill it in'],
		['spaces', '  ', 'is required: fill it in'],
		['a list', ['62812000001'], 'must be one phone number, such as 6281234567890'],
		['an object', { to: '62812000001' }, 'must be one phone number, such as 6281234567890'],
		['true', true, 'must be one phone number, such as 6281234567890'],
		['a fraction', 62_812_000_001.5, 'must be one phone number, such as 6281234567890'],
		['a number below zero', -62_812_000_001, 'must be one phone number, such as 6281234567890'],
		['a number too large to be exact', 2 ** 60, 'must be one phone number, such as 6281234567890'],
	])('refuses %s by the name of the field', (_, given, why) => {
		const [problem] = problemsOf(operation, { ...values, [field]: given });
		expect(problem).toContain(why);
	});
});
