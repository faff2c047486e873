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
		['one dialled through an exchange', '0062812000001', /^must begin with the country code/],
		['3 digits', '765', /^must be an international number .* and has 3 digits$/],
		['16 digits', '1234567890123456', /^must be an international number .* and has 16 digits$/],
		['few digits that signs make longer', '+1 (23) 4', / and has 4 digits$/],
		['letters', '62812abc001', /^must be one international phone number/],
		['a letter at its end', '62812000001x', /^must be one international phone number/],
		['a letter at its beginning', 'x62812000001', /^must be one international phone number/],
		['only letters', 'Ana', /^must be one international phone number/],
		['a local zero in brackets', '+62 (0)812 000 001', /^holds a 0 in brackets: leave it out/],
		['several zeros in brackets', '+62 (00) 812 000 001', /^holds a 0 in brackets: leave it out/],
		['a minus before it', ' -62812000001', /^begins with a minus/],
		['a plus in its middle', '62+812000001', /^must be one international phone number/],
		['two pluses', '++62812000001', /^must be one international phone number/],
		['two numbers', '62812000001,62812000002', /^must be one international phone number/],
		['digits of another script', '٦٢٨١٢٣٤٥٦٧٨٩', /^must be one international phone number/],
		['only signs', '+ ( ) .', /^holds no number/],
		['a plus', '+', /^holds no number/],
		['nothing', '', /^holds no number/],
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
		['a number that cannot be reached', '812', 'The field To must be an international number'],
		['a local number', '0812000001', 'To: 0812000001 is a local number'],
		['nothing', undefined, 'The field To is required: fill it in'],
		['spaces', '  ', 'The field To must have at least 1 character'],
		['a list', ['62812000001'], 'The field To must be text, and is a list'],
		['an object', { to: '62812000001' }, 'The field To must be text, and is an object'],
		['true', true, 'The field To must be text, and is true or false'],
		['a fraction', 62_812_000_001.5, 'The field To must be text, and is a number'],
		['a number below zero', -62_812_000_001, 'The field To must be text, and is a number'],
		['a number too large to be exact', 2 ** 60, 'The field To must be text, and is a number'],
	])('refuses %s by the name of the field', (_, given, why) => {
		const [problem] = problemsOf(operation, { ...values, [field]: given });
		expect(problem).toContain(why);
	});
});
