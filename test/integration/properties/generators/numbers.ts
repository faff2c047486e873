import fc from 'fast-check';

import type { ParameterSet } from '../sets';
import { wrongValue, type Fault } from './faults';

/** Phone numbers as people write them. */

/** Numbers from here on have a fate at the simulator. */
const WITH_FATE = '62800000';

export const digits: fc.Arbitrary<string> = fc
	.tuple(
		fc.constantFrom('1', '62', '628', '49', '971', '7', '86', '351'),
		fc.array(fc.integer({ min: 0, max: 9 }), { minLength: 7, maxLength: 12, size: 'max' }),
	)
	.map(([country, rest]) => country + rest.join(''))
	// A number in its country begins with no 0, or the 0 would be one that is dialled there only.
	.filter((number) => !number.startsWith(WITH_FATE) && !/^(?:[17]|62|49|971|86|351)0/.test(number));

const SEPARATORS = [
	' ',
	'-',
	'\u00a0',
	'\u2009',
	'\u2010',
	'\u2011',
	'\u2013',
	'\u2014',
	'\u200b',
	'\u200e',
	'\u202c',
	'\u2060',
	'\u00ad',
	' - ',
	'\t',
];

const separator = fc.oneof(
	{ weight: 3, arbitrary: fc.constant('') },
	{ weight: 1, arbitrary: fc.constantFrom(...SEPARATORS) },
);

const LONGEST = 15;

/** Something or nothing behind each digit. */
const separators = fc.array(separator, { minLength: LONGEST, maxLength: LONGEST });

/** Not before the last two digits: they might be those of an extension. */
const spread = (number: string, marks: readonly string[]) =>
	Array.from(number, (digit, at) =>
		at < number.length - 3 ? digit + (marks[at] ?? '') : digit,
	).join('');

/** Brackets around the digits after the country code; a 0 right behind a bracket may not be part of the number. */
const bracketed = (number: string) =>
	number.slice(2, 5).startsWith('0')
		? number
		: `${number.slice(0, 2)} (${number.slice(2, 5)}) ${number.slice(5)}`;

/** Dots between groups of three digits. */
const grouped = (number: string) => number.replace(/\B(?=(?:\d{3})+$)/g, '.');

type Writing = (number: string, marks: readonly string[]) => string | number;

const WRITINGS: Writing[] = [
	(number) => number,
	(number) => Number(number),
	(number) => `+${number}`,
	(number) => ` +${number}\n`,
	(number) => `\u202a+${number}\u202c`,
	spread,
	(number, marks) => `+${spread(number, marks)}`,
	(number) => bracketed(number),
	(number) => `+${bracketed(number)}`,
	(number) => grouped(number),
	(number) => `+${grouped(number)}`,
	// As spreadsheets and CSV files write a number.
	(number) => `${number}.0`,
	(number) => `${number}.00`,
	(number) => `${number}.000`,
	(number) => `'${number}`,
	(number) => `\ufeff${number}`,
	(number) => `  ${number}  `,
];

export interface Destined {
	destination: string | number;
	/** The option of that name. */
	defaultCountryCode?: string | number;
	/** What must be dialled. */
	dialled: string;
}

/** A number with its country code, as people write it. */
const written: fc.Arbitrary<Destined> = fc
	.tuple(digits, separators, fc.constantFrom(...WRITINGS))
	.map(([number, marks, write]) => ({ destination: write(number, marks), dialled: number }));

/** What follows the 0 of a local number. */
const local = fc
	.array(fc.integer({ min: 0, max: 9 }), { minLength: 8, maxLength: 10, size: 'max' })
	.map((rest) => `8${rest.join('')}`)
	.filter((rest) => !`62${rest}`.startsWith(WITH_FATE));

const LOCAL_WRITINGS: ((rest: string) => string)[] = [
	(rest) => `0${rest}`,
	(rest) => `'0${rest}`,
	(rest) => `0${rest.slice(0, 3)}-${rest.slice(3, 7)}-${rest.slice(7)}`,
	(rest) => ` 0${rest.slice(0, 3)} ${rest.slice(3)} `,
];

/** A number as people write it, with the option Default Country Code or without. */
export const destined: fc.Arbitrary<Destined> = fc.oneof(
	{ weight: 6, arbitrary: written },
	{ weight: 1, arbitrary: written.map((number) => ({ ...number, defaultCountryCode: '62' })) },
	{
		weight: 2,
		arbitrary: fc
			.tuple(
				local,
				fc.constantFrom(...LOCAL_WRITINGS),
				fc.constantFrom<(string | number)[]>('62', '+62', '0062', 62, ' 62 '),
			)
			.map(([rest, write, defaultCountryCode]) => ({
				destination: write(rest),
				defaultCountryCode,
				dialled: `62${rest}`,
			})),
	},
);

const noCountryCode: fc.Arbitrary<unknown> = fc.constantFrom<unknown>(
	'ID',
	'0',
	'62812345',
	true,
	'+',
);

/** What cannot be dialled. */
const noNumber: fc.Arbitrary<unknown> = fc.oneof(
	// Too short, too long, or with a 0 in place of the country.
	fc.stringMatching(/^[1-9][0-9]{0,5}$/),
	fc.stringMatching(/^[1-9][0-9]{15,25}$/),
	digits.map((number) => `0${number.slice(0, 13)}`),
	digits.map((number) => `+0${number.slice(0, 13)}`),
	digits.map((number) => `00${number.slice(0, 13)}`),
	digits.map((number) => `+${number.slice(0, 2)} (0)${number.slice(2)}`),
	// Letters, other signs, several at once.
	digits.map((number) => `${number}x12`),
	digits.map((number) => `tel:${number}`),
	digits.map((number) => `${number},${number}`),
	digits.map((number) => `${number}@s.whatsapp.net`),
	digits.map((number) => `+${number}+`),
	digits.map((number) => `++${number}`),
	// Decimals, groups of other lengths, and what counts copies.
	digits.map((number) => `${number}.5`),
	digits.map((number) => `${number}.10`),
	digits.map((number) => `${number.slice(0, 4)}.${number.slice(4, 6)}.${number.slice(6)}`),
	digits.map((number) => `${number} (2)`),
	digits.map((number) => `+62 0${number.slice(0, 9)}`),
	digits.map((number) => `${number.padEnd(10, '1').slice(0, 11)}-2`),
	digits.map((number) => `${number.slice(0, 4)}/${number.slice(4)}`),
	fc.constantFrom(
		'٦٢٨١٢٣٤٥٦٧٨٩',
		'６２８１２３４５６７８９',
		'+',
		'-',
		'()',
		'0',
		'abcdefghij',
		'6.281234567890e12',
	),
	fc.constantFrom<unknown>(0, 62.5, 1e21, true, { number: '6281234567890' }, ['6281234567890']),
);

/** Without a country code given beside it, a local number cannot be dialled either. */
const withoutCode = (base: fc.Arbitrary<ParameterSet>) =>
	base.filter(
		({ parameters: { options } }) =>
			(options as { defaultCountryCode?: unknown }).defaultCountryCode === undefined,
	);

/** What every operation with a destination refuses. */
export const numberFaults = (base: fc.Arbitrary<ParameterSet>, field: string): Fault[] => [
	wrongValue(`${field} is no number`, withoutCode(base), [field], noNumber),
	wrongValue('defaultCountryCode is no country code', base, ['defaultCountryCode'], noCountryCode, [
		'options',
		'defaultCountryCode',
	]),
];
