import type { INodeProperties } from 'n8n-workflow';
import { z } from 'zod';

import { phoneNumber } from '../../../service';

/** A number may come as one; without its point or its minus, another one would be somebody else's. */
export const typedDestination = z.preprocess(
	(value) => (Number.isSafeInteger(value) && Number(value) > 0 ? String(value) : value),
	z.string({ invalid_type_error: 'must be one phone number, such as 6281234567890' }).trim().min(1),
);

/** A phone number, forgiving of how people write it. */
export const destination = typedDestination.transform((value, context) => {
	const number = phoneNumber(value);
	if (number.ok) return number.digits;
	context.addIssue({ code: 'custom', message: number.what });
	return z.NEVER;
});

const NUMBER_HINT =
	'The phone number in international form: country code first, no 0 and no plus before it, such as 6281234567890. Spaces, dashes, dots, brackets and a plus are taken out.';

export const destinationField: INodeProperties = {
	displayName: 'Destination',
	name: 'destination',
	type: 'string',
	required: true,
	default: '',
	placeholder: 'e.g. 6281234567890',
	description: NUMBER_HINT,
};

export const recipientField: INodeProperties = {
	...destinationField,
	displayName: 'Recipient',
	name: 'recipient',
};
