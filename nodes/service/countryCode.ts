import { field } from '../plain';

/** A credential has it for all its nodes, and each operation that sends to a number has it as an option. */
export const countryCodeField = field.text('Default Country Code', 'defaultCountryCode', {
	placeholder: 'e.g. 62',
	description: 'The country of numbers that are written without one',
});
