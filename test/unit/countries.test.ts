import { getCountries, getExampleNumber } from 'libphonenumber-js/mobile';
import examples from 'libphonenumber-js/examples.mobile.json';

import { businessMessages } from '../../nodes/callbacks/kinds/businessMessages';
import { phoneNumber } from '../../nodes/service/numbers';

/** The library's own mobile number of each country. */
const NUMBERS = getCountries().flatMap((country) => getExampleNumber(country, examples) ?? []);

type Example = (typeof NUMBERS)[number];

const SPELLINGS = {
	national: (one: Example) => one.formatNational(),
	'with +': (one: Example) => one.formatInternational(),
	'without +': (one: Example) => one.formatInternational().slice(1),
	'only digits': (one: Example) => one.number.slice(1),
};

const CODES = {
	'their own': (one: Example) => one.countryCallingCode,
	'62': () => '62',
	no: () => undefined,
};

function fates(spelling: keyof typeof SPELLINGS, code: keyof typeof CODES) {
	const counts = { right: 0, rightWarned: 0, refused: 0, otherWarned: 0, other: 0 };
	for (const one of NUMBERS) {
		const read = phoneNumber(SPELLINGS[spelling](one), CODES[code](one));
		const fate = read.ok && read.digits === one.number.slice(1) ? 'right' : 'other';
		counts[read.ok ? (`${fate}${read.warning ? 'Warned' : ''}` as const) : 'refused']++;
	}
	return Object.values(counts).join(' ');
}

describe(`Of ${NUMBERS.length} countries: right, right with a warning, refused, other country with a warning, other country`, () => {
	it.each([
		['with +', 'their own', '245 0 0 0 0'],
		['with +', '62', '245 0 0 0 0'],
		['with +', 'no', '245 0 0 0 0'],
		['without +', 'their own', '245 0 0 0 0'],
		['without +', '62', '243 0 0 2 0'],
		['without +', 'no', '239 6 0 0 0'],
		['only digits', 'their own', '245 0 0 0 0'],
		['only digits', '62', '239 0 0 6 0'],
		['only digits', 'no', '239 6 0 0 0'],
		// The brackets of Chile are refused, and 131 2345 6789 of China is also a number of the United States.
		['national', 'their own', '243 1 1 0 0'],
		['national', 'no', '0 0 220 24 1'],
	] as const)('Example numbers %s, with %s Default Country Code: %s', (spelling, code, counts) => {
		expect(fates(spelling, code)).toBe(counts);
	});
});

/** What WhatsApp calls people whose national numbers look different. */
const OF_WHATSAPP = [
	...['5215512345678', '5491123456789', '5511912345678', '558187654321'],
	...['2290197123456', '2250707123456'],
	...NUMBERS.map((one) => one.number.slice(1)),
];

describe('A number that wrote', () => {
	it('Whatever a trigger outputs as from is read as the same number', () => {
		const changed = OF_WHATSAPP.filter((number) => {
			const [message] = businessMessages({ from: `${number}@c.us`, text: 'Hi' });
			const read = phoneNumber(message?.from ?? '');
			return !read.ok || read.digits !== number;
		});
		expect(changed).toEqual([]);
	});
});
