import { z } from 'zod';

import { field, quoted } from '../../../plain';
import { countryCodeField, countryCodeOf, phoneNumber } from '../../../service';
import { Dialed, RECIPIENT, REQUIRED, TEST_TO } from '../../engine/operation';
import { refuse, trimmed } from './values';

/** The number that a message goes to. Operations import all of this as `destination`. */

const typed = z.unknown().transform((value, context): string => {
	const given = trimmed(value);
	if (typeof given === 'string') return given;
	// Without its decimal point or minus sign, another value would be a stranger's phone number.
	if (Number.isSafeInteger(given) && Number(given) > 0) return String(given);
	return refuse(
		context,
		given === undefined ? REQUIRED : 'must be one phone number, such as 628000000001',
	);
});

const defaultCountryCode = z
	.unknown()
	.transform((value, context): string | undefined => {
		const written =
			typeof value === 'number' || typeof value === 'string' ? String(value).trim() : '-';
		if (written === '') return undefined;
		return countryCodeOf(written) ?? refuse(context, 'must be a country code such as 62');
	})
	.optional();

/** The engine adds `login`. */
export const input = {
	destination: typed,
	defaultCountryCode,
	login: z.string().optional(),
};

const GROUP = /@g\.us$/i;

const GROUP_ID =
	'is the ID of a group: write a phone number, or add the option Is Group, which only WhatsApp Unofficial has';

export function dialed<Given extends z.output<z.ZodObject<typeof input>>>(
	given: Given,
	context: z.RefinementCtx,
): Given {
	const { destination, defaultCountryCode: code, login } = given;
	const number = phoneNumber(destination, code, login);
	if (number.ok) {
		// The engine finds it by this name (operation/outputFields.ts). Without it, Blocked Numbers blocks nobody.
		const dialed = new Dialed(number.warning, code, login);
		return { ...given, destination: number.digits, dialed };
	}
	const typed = destination.trim();
	const groupId = GROUP.test(typed) && `${quoted(typed.slice(0, 40))} ${GROUP_ID}`;
	refuse(context, groupId || number.what, ['destination']);
	return given;
}

export const recipientField = field.required(RECIPIENT, 'destination', {
	placeholder: 'e.g. 628000000001',
	description: 'The phone number, with the country code first',
});

/** The options of each operation that sends to a number, in the order of need. */
export const options = [
	field.text('Campaign', 'campaign', {
		placeholder: 'e.g. spring-sale',
		description: 'Nobody gets the same campaign twice from this node',
	}),
	field.text(TEST_TO, 'testTo', {
		placeholder: 'e.g. 628000000001',
		description: 'Your own number: only the first three messages leave, and go there',
	}),
	countryCodeField,
	field.text('Blocked Numbers', 'blockedNumbers', {
		placeholder: "e.g. {{ $('Stop list').all().map((item) => item.json.number) }}",
		description: 'Numbers that never get it: a list, or separated by commas',
	}),
];
