import { field } from '../plain';

/** A credential has it for all its nodes. */
export const countryCodeField = field.text('Default Country Code', 'defaultCountryCode', {
	placeholder: 'e.g. 62',
	description:
		'The country of numbers without a country code: with 62, messages to 0812… and 812… go to 62812…. A number that is none of that country is read as an international one. Numbers that begin with + stay as they are. The option of a node overrides the field of the credential.',
});
