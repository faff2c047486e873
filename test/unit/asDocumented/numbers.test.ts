import { reply, sendButtons } from '../../../nodes/MessagingService/operations/whatsappBusiness';
import { broadcast } from '../../../nodes/MessagingService/operations/whatsappOfficial';
import { sendMedia, sendText } from '../../../nodes/MessagingService/operations/whatsappUnofficial';
import { send } from '../../../nodes/MessagingService/operations/sms';
import { phoneNumber } from '../../../nodes/service/numbers';
import { bodyOf, planOf } from './support';

const ID = '123e4567-e89b-42d3-a456-426614174000';

describe('"destination number in international form"', () => {
	it.each([
		['6281234567890.0', '6281234567890'],
		['6281234567890.00', '6281234567890'],
		['6281234567890.000', '6281234567890'],
		["'6281234567890", '6281234567890'],
		['+62 812 3456 7890.0', '6281234567890'],
		['6.281.234.567.890', '6281234567890'],
		['62.812.345.678', '62812345678'],
		['62.812.345.000', '62812345000'],
		['62.812.345.678.0', '62812345678'],
		['(+62) 812-345-678', '62812345678'],
		['(62812345678)', '62812345678'],
		['(62)812345678', '62812345678'],
		['( +62 ) 812-345-678', '62812345678'],
		['(62-812) - 345 678', '62812345678'],
		['62.081.234.567', '62081234567'],
		['62 081 234 567', '62081234567'],
		['+62 801 234 567', '62801234567'],
		['+628-012-345-678', '628012345678'],
		['+86 10 2337 5640', '861023375640'],
		['+86-20-1234-5678', '862012345678'],
		['+39 06 1234 5678', '390612345678'],
		['39-06-12345678', '390612345678'],
		['+225 07 12 34 56 78', '2250712345678'],
		['+33-6-12-34-56-78', '33612345678'],
		['+7 912 345-67-89', '79123456789'],
		['1234567', '1234567'],
		['123456789012345', '123456789012345'],
	])('reads %s, as sheets and people write it, as %s', (written, digits) => {
		expect(phoneNumber(written)).toEqual({ ok: true, digits });
	});

	it.each([
		['6281234567890.5', 'dot'],
		['62812345678.10', 'dot'],
		['62.812.3456.7890', 'dot'],
		['.6281234567890', 'dot'],
		['6281234567890 (2)', 'brackets'],
		['6281234567890 (22)', 'brackets'],
		['(2) 6281234567890', 'brackets'],
		['62812345678(90', 'brackets'],
		['(62.812) 345678', 'brackets'],
		['(62)', '7 to 15 digits'],
		['62812345 (67) 8 (90)', 'brackets'],
		['+62 (0)812 3456 7890', '0 in brackets'],
		['6.28123E+12', 'spreadsheet'],
		['6E+12', 'spreadsheet'],
		['6.28e12', 'spreadsheet'],
		['62812E8', 'spreadsheet'],
		['62812E8x', 'digits only'],
		['+62 (00)812 3456 7890', '0 in brackets'],
		[`x${'1'.repeat(39)}`, `'x${'1'.repeat(39)}' `],
		[`x${'1'.repeat(40)}`, `'x${'1'.repeat(39)}…' `],
		['6281234567890x', 'digits only'],
		['6281234567890-2', 'may not belong'],
		['+6281234567890 - 12', 'may not belong'],
		['6281234567890\t2', 'may not belong'],
		['0812345678-2', 'may not belong'],
		['+62 0812 3456 7890', '0 after the country code'],
		['+62 081 234 567', '0 after the country code'],
		['+62081234567', '0 after the country code'],
		['(+62) 0812-3456-789', '0 after the country code'],
		['62-0812-3456-789', '0 after the country code'],
		['+880 01712 345678', '0 after the country code'],
		['(62) 0812 3456 789', '0 after the country code'],
		['+1 0212 555 0123', '0 after the country code'],
		['+971 050 123 4567', '0 after the country code'],
		['+971 0501234567', '0 after the country code'],
		['123456', '7 to 15 digits'],
		['1234567890123456', '7 to 15 digits'],
	])('refuses %s, which may reach a stranger, and says why: %s', (written, why) => {
		expect(phoneNumber(written)).toEqual({
			ok: false,
			what: expect.stringContaining(why) as string,
		});
	});
});

describe('A local number', () => {
	it('is shown as it should look, with the option that does this for every item', () => {
		expect(planOf(send, { destination: '0812-3456-7891', text: 'Hi' })).toBe(
			'To: 081234567891 is a local number: write 62… instead of the 0 (6281234567891 in Indonesia), or set Default Country Code',
		);
	});

	it.each(['62', '+62', '0062', 62])('gets the Default Country Code %s', (defaultCountryCode) => {
		const values = { destination: '0812 3456 7891', text: 'Hi', defaultCountryCode };

		expect(bodyOf(send, values)).toMatchObject({ GSM: '6281234567891' });
	});

	it.each([
		['sms send', send, { destination: '0812345678', text: 'Hi' }, 'GSM'],
		['sendText', sendText, { destination: '0812345678', message: 'Hi' }, 'destination'],
		[
			'sendMedia',
			sendMedia,
			{ destination: '0812345678', mediaSource: 'url', mediaUrl: 'https://a.example/a.png' },
			'destination',
		],
		[
			'broadcast',
			broadcast,
			{
				channelId: ID,
				templateId: ID,
				destination: '0812345678',
				destinationName: 'Ayu',
				parametersMode: 'none',
			},
			'destination',
		],
		[
			'reply',
			reply,
			{ gatewayId: 'g', recipient: '0812345678', messageType: 'text', text: 'Hi' },
			'recipient',
		],
		[
			'sendButtons',
			sendButtons,
			{
				gatewayId: 'g',
				recipient: '0812345678',
				body: 'Hi',
				buttons: { button: [{ id: '1', title: 'Yes' }] },
				headerType: 'none',
			},
			'recipient',
		],
	] as const)('gets it in %s too', (_, operation, values, field) => {
		const body = bodyOf(operation, { ...values, defaultCountryCode: '62' });

		expect(body).toMatchObject({ [field]: '62812345678' });
	});

	it.each([
		['6281234567891', '6281234567891'],
		['+1 234 567 8901', '12345678901'],
	])('is no number such as %s: with a country code it is left as it is', (destination, digits) => {
		const values = { destination, text: 'Hi', defaultCountryCode: '62' };

		expect(bodyOf(send, values)).toMatchObject({ GSM: digits });
	});

	it('does not change the ID of a group', () => {
		const values = {
			destination: '0812-group',
			message: 'Hi',
			isGroup: true,
			defaultCountryCode: '62',
		};

		expect(bodyOf(sendText, values)).toMatchObject({ destination: '0812-group' });
	});

	it.each(['0', 'ID', '62812', '+', '00', true])(
		'refuses %s as a country code',
		(defaultCountryCode) => {
			expect(planOf(send, { destination: '0812345678', text: 'Hi', defaultCountryCode })).toBe(
				'Default Country Code must be a country code such as 62',
			);
		},
	);

	it.each(['00000000', '0000-0000-000'])(
		'is not completed if it has no digits: %s',
		(destination) => {
			expect(planOf(send, { destination, text: 'Hi', defaultCountryCode: '62' })).toContain(
				'digits: write a number of 7 to 15 digits with the country code first',
			);
		},
	);

	it.each(['0062812345678', '+0812345678'])(
		'is not guessed from %s, even with a country code',
		(destination) => {
			expect(planOf(send, { destination, text: 'Hi', defaultCountryCode: '62' })).toContain(
				`To: ${destination} must begin with the country code, and no 0 before it`,
			);
		},
	);
});
