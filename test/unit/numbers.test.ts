import { send } from '../../nodes/MessagingService/operations/sms/send';
import { phoneNumber } from '../../nodes/service/numbers';
import { SAYS } from '../support/words';
import { ALL, valuesOf } from '../support/operations';
import { bodyOf, planOrProblems } from './operations/support';

const to = (destination: unknown, others: object = {}) => ({
	destination,
	message: 'Hi',
	...others,
});

type Row = [code: string | undefined, digits: string, warning: string, ...written: string[]];

const FROM_JAPAN = 'reads as a number of Japan. It may have lost its first 0';
const NOT_MOBILE = 'not known as a mobile number of Indonesia';
const PHONE = '6281234567890';

const READ: Row[] = [
	[undefined, PHONE, '', '6281234567890.0', "'6281234567890", '+62 812 3456 7890.0'],
	[undefined, PHONE, '', '6.281.234.567.890', '\u202a+62812\u00a034567890\u202c\n'],
	[undefined, '62812345678', '', '(+62) 812-345-678', '(62812345678)', '62.812.345.678.0'],
	[undefined, '62812345678', '', '( +62 ) 812-345-678', '62–812‑345‑678'],
	['62', PHONE, '', '0812-3456-7890', '812 3456 7890', PHONE, '62081234567890'],
	['62', PHONE, '', '62 0812 3456 7890', '+62 812 3456 7890', '(62) 0812-3456-7890'],
	['62', '819012345678', '', '81 90-1234-5678', '+819012345678'],
	['62', '62819012345678', 'could also be a number of Japan', '819012345678'],
	// Of two numbers that may be new, the one of the own country counts.
	['62', '628402040394', NOT_MOBILE, '8402040394'],
	['62', '12125550123', '', '+1 212 555 0123', '12125550123'],
	[undefined, '81234567890', FROM_JAPAN, '81234567890'],
	[undefined, '819012345678', FROM_JAPAN, '819012345678', '81 90-1234-5678'],
	[undefined, '819012345678', '', '+81 90-1234-5678'],
	// Links and IDs begin with the country code, even where the digits could be local.
	['62', PHONE, '', 'https://wa.me/6281234567890', 'wa.me/+6281234567890?text=Hi'],
	['62', PHONE, '', 'tel:081234567890'],
	['62', PHONE, '', 'https://api.whatsapp.com/send?text=Hi&phone=6281234567890&app_absent=0'],
	['62', PHONE, '', 'whatsapp://send?phone=%2B6281234567890', 'whatsapp:+62 812-3456-7890'],
	['44', PHONE, '', '6281234567890:12@s.whatsapp.net', '6281234567890@c.us'],
	['44', PHONE, '', 'tel:+62-812-3456-7890'],
	['62', '819012345678', '', '819012345678@c.us', 'wa.me/819012345678', '(+81) 90 1234 5678'],
	// The prefix for calls abroad, before the own country's code.
	['62', PHONE, '', '0062 812-3456-7890', '006281234567890', '(0062) 812 3456 7890'],
	[undefined, PHONE, '', '006281234567890'],
	['49', '4915123456789', '', '0049 151 23456789', '0151/23456789', '+49 151 / 234 567 89'],
	// Digits of other scripts.
	['62', PHONE, '', '٠٨١٢٣٤٥٦٧٨٩٠', '۰۸۱۲ ۳۴۵۶ ۷۸۹۰', '०८१२३४५६७८९०'],
	['62', PHONE, '', '＋６２ ８１２－３４５６－７８９０'],
	[undefined, '62812345678', '', '٦٢٨١٢٣٤٥٦٧٨'],
	['52', '525512345678', '', '+52 1 55 1234 5678', '52 1 (55) 1234-5678', '55 1234 5678'],
	['52', '525512345678', 'could also be a number of United States', '1 55 1234 5678'],
	// WhatsApp's own form.
	['62', '5215512345678', '', '5215512345678'],
	['62', PHONE, '', '0812.3456.7890', '62.812.3456.7890', '0812 3456.7890', '0812·3456·7890'],
	['33', '33612345678', '', '06.12.34.56.78', '+33 6.12.34.56.78'],
	['33', '33612345600', '', '06.12.34.56.00'],
	['62', PHONE, '', '"081234567890"', '="081234567890"', "'081234567890'"],
	['62', PHONE, '', '“+62 812 3456 7890”', '«081234567890»'],
	['62', PHONE, '', '0812−3456−7890', '0812—3456–7890'],
	// Landlines, and numbers that no plan has (yet).
	['62', '62211234567', NOT_MOBILE, '021 1234567', '62 21 1234567', '+62211234567'],
	[undefined, '628000000001', NOT_MOBILE, '628000000001', '+628000000001'],
	[undefined, '390612345678', 'mobile number of Italy', '+39 06 1234 5678', '39-06-12345678'],
	// As a sheet of another country holds it. countries.test.ts has an example of each.
	['44', '447911123456', '', '07911 123456', '7911123456', '0044 7911 123456'],
	['880', '8801712345678', '', '০১৭১২-৩৪৫৬৭৮'],
	['7', '79123456789', '', '8 912 345-67-89', '9123456789'],
];

/** Numbers that may reach a stranger, by words of their error. */
const REFUSED: [why: string, ...written: string[]][] = [
	['dot', '6281234567890.5', '62812345678.10', '0812.34567890', '.6281234567890'],
	['dot', '0812..3456.7890'],
	['slash', '081234567890/081234567891', '081234567890/1', '0812/3456/7890', '12/11/2026'],
	['brackets', '6281234567890 (2)', '6281234567890 (22)', '(2) 6281234567890', '62812345678(90'],
	['brackets', '(62.812) 345678', '62812345 (67) 8 (90)'],
	['7 to 15 digits', '(62)', '123456', '1234567890123456'],
	['and no number there has that length', '12345678', '+65 9123 45678', '1234567'],
	['does not begin with a country code', '+999 1234567'],
	['not dialed like this from abroad: write “79123456789”', '+7 8 912 345 67 89'],
	['0 in brackets', '+62 (0)812 3456 7890', '+62 (00)812 3456 7890'],
	['spreadsheet', '6.28123E+12', '6E+12', '6,28123E+12', '62812E8'],
	['digits only', '62812E8x', '6281234567890x', 'x62812000001', "62812'345678"],
	['digits only', "x'6281234567890", 'Apt 6E12', 'Ana', '62+812000001', '++62812000001'],
	['digits only', '62812000001,62812000002', '0812345678²', '①08123456789', '0812"34567890'],
	['digits only', '12036-3@g.us', '123456789012345@lid', 'https://wa.me/message/ABC'],
	['digits only', `0${'8'.repeat(101)}`],
	[`“x${'1'.repeat(39)}” `, `x${'1'.repeat(39)}`],
	[`“x${'1'.repeat(39)}” `, `x${'1'.repeat(40)}`],
	['may not belong', '6281234567890-2', '6281234567890\t2', '0812345678-12'],
	['may not belong', '0812 3456 7890 1', '62 812-345-678-2', '(0812345678) 2'],
	['0 after the country code', '+62 0812 3456 7890', '+62 081 234 567', '+62081234567'],
	['0 after the country code', '(+62) 0812-3456-789', '62-0812-3456-789', '+880 01712 345678'],
	['0 after the country code', '(62) 0812 3456 789', '+1 0212 555 0123', '+971 0501234567'],
	['0 after the country code', '62081234567890', '62.081.234.567', '62 081 234 567'],
	['without a 0 before it', '004915123456789'],
	['without a 0 before it', '00062812000001', '+0062812000001', 'wa.me/081234567890'],
	['without a 0 before it: write it like', '+0812 3456 7891'],
	['“6” has 1 digit: write a number of 7 to 15 digits', '6'],
	['7 to 15 digits', '+1203', '+1 (23) 4'],
	['0 after the country code', '0062 0812 3456 789', '+620812345'],
	['“-62812000001” begins with a minus', ' -62812000001'],
	['may not belong', '+ ( ) .'],
	['7 to 15 digits', '+', ''],
];

const rowsOf = (table: readonly (readonly [string, ...string[]])[]) =>
	table.flatMap(([expected, ...all]) => all.map((written) => [written, expected] as const));

const readAs = (written: string, code?: string) => {
	const number = phoneNumber(written, code);
	if (!number.ok) return { refused: number.what };
	return { digits: number.digits, warning: number.warning };
};

describe('phoneNumber', () => {
	it.each(
		READ.flatMap(([code, digits, warning, ...all]) =>
			all.map((written) => ({ written, code, digits, warning })),
		),
	)(
		'$written with the code $code is read as $digits $warning',
		({ written, code, ...expected }) => {
			const { digits, warning = '' } = readAs(written, code);
			expect(digits).toBe(expected.digits);
			expect(warning).toContain(expected.warning);
			expect(warning === '').toBe(expected.warning === '');
		},
	);

	it.each(rowsOf(REFUSED))('The ambiguous number %j is refused: %s', (written, why) => {
		expect(readAs(written).refused).toContain(why);
	});

	// Two numbers, the number of an identity card, and a number dialed from the United States.
	it.each([
		'8123 4567 8123 4567',
		'3174012345670001',
		'011 62 812 3456 7890',
		'(0116) 281234567890',
	])(
		'%s is longer than numbers are, and refused with and without a Default Country Code',
		(written) => {
			expect(readAs(written).refused).toMatch(/7 to 15 digits|not begin with a country code/);
			expect(readAs(written, '62').refused).toMatch(
				/7 to 15 digits|no number there has that length/,
			);
		},
	);

	it.each(['85712345', '8571234567'])('The local number %s without its 0 is refused', (digits) => {
		expect(readAs(digits).refused).toContain(
			`(“62${digits}” in Indonesia), or set Default Country`,
		);
	});
});

describe('Destination of a message', () => {
	it('The error of a local number shows the right form and the option for it', () => {
		expect(planOrProblems(send, to('0812-3456-7891'))).toBe(
			'Recipient: “0812-3456-7891” is a local number: write 62… instead of the 0 (“6281234567891” in Indonesia), or set Default Country Code in the credential',
		);
	});

	it.each(['+62', '0062', 62])('The Default Country Code %j is understood', (code) => {
		const values = to(81_234_567_891, { defaultCountryCode: code });
		expect(bodyOf(send, values)).toMatchObject({ GSM: '6281234567891' });
	});

	it.each(['0', 'ID', '999', '628', '62812', '1876', '+', true])(
		'The Default Country Code %s is refused',
		(code) => {
			expect(planOrProblems(send, to('0812345678', { defaultCountryCode: code }))).toBe(
				'Default Country Code must be a country code such as 62',
			);
		},
	);

	const NO_ZERO = 'must begin with the country code, without a 0 before it';

	it.each([
		['00000000', NO_ZERO],
		['0000-0000-000', NO_ZERO],
		['0044812345678', `Recipient: “0044812345678” ${NO_ZERO}`],
		['0812345', 'has 6 digits after the country code 62, and no number there has that length'],
		['+0812345678', `Recipient: “+0812345678” ${NO_ZERO}`],
	])('%s is refused even with a Default Country Code', (destination, why) => {
		const values = to(destination, { defaultCountryCode: '62' });
		expect(planOrProblems(send, values)).toContain(why);
	});

	it.each([
		...[['62812000001'], { to: '62812000001' }, true],
		...[62_812_000_001.5, -62_812_000_001, 2 ** 60],
	])('The destination %j, which is no phone number, is refused', (destination) => {
		expect(planOrProblems(send, to(destination))).toContain(
			'must be one phone number, such as 628000000001',
		);
	});
});

const TO_NUMBERS = ALL.map(({ name, operation }) => ({
	name,
	operation,
	values: valuesOf(name),
})).filter(({ values }) => 'destination' in values);

describe.each(TO_NUMBERS)('$name', ({ operation, values }) => {
	const WRITTEN = [' +62 812-000-001', 62_812_000_001, '0812000001'];

	it.each(WRITTEN)('A message to %j goes to 62812000001', (given) => {
		const all = { ...values, destination: given, defaultCountryCode: '62' };
		expect(Object.values(bodyOf(operation, all) as object)).toContain('62812000001');
	});

	it('A number in WhatsApp’s own form can be answered', () => {
		const all = { ...values, destination: '5215512345678', defaultCountryCode: '62' };
		const sent = operation === send ? '525512345678' : '5215512345678';
		expect(Object.values(bodyOf(operation, all) as object)).toContain(sent);
	});

	it.each([
		['812', 'Recipient: “812” has 3 digits: write a number of 7 to 15 digits'],
		['  ', `Recipient ${SAYS.required}`],
	])('The number %j is refused by the name of its field', (given, why) => {
		expect(planOrProblems(operation, { ...values, destination: given })).toContain(why);
	});
});
