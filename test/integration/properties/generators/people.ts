import fc from 'fast-check';
import type { GenericValue } from 'n8n-workflow';

/** What sheets, forms and agents hold where a field asks for a switch or a count. */

const ON: readonly GenericValue[] = [true, 'true', 'TRUE', 'yes', 'Yes', 'y', '1', 1];
const OFF: readonly GenericValue[] = [false, 'false', 'FALSE', 'no', 'No', 'n', '0', 0];

export const switchWord: fc.Arbitrary<GenericValue> = fc.constantFrom(...ON, ...OFF);

export const onWord: fc.Arbitrary<GenericValue> = fc.constantFrom(...ON);

/** On, off, or not there. */
export const maybeSwitch: fc.Arbitrary<GenericValue> = fc.constantFrom(undefined, ...ON, ...OFF);

export const isOn = (value: unknown): boolean => ON.some((one) => one === value);

/** A whole number as a number, or as the text that a sheet makes of it. */
export const count = (min: number, max: number): fc.Arbitrary<GenericValue> =>
	fc
		.tuple(fc.integer({ min, max }), fc.integer({ min: 0, max: 4 }))
		.map(([number, form]) => [number, number, String(number), ` ${number} `, `${number}.0`][form]);

/** A cell in which there is nothing. */
export const blankCell: fc.Arbitrary<GenericValue> = fc.constantFrom(
	undefined,
	null,
	'',
	' ',
	'\n\t',
);
