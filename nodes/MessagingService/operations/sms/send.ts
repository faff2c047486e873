import { z } from 'zod';

import { LONGEST_SMS, signBeyondGsm, SMS_STATUSES } from '../../../service';
import { operation, plainOutput } from '../../engine/operation';
import {
	countryCodeField,
	defaultCountryCode,
	destinationField,
	dialled,
	typedDestination,
} from '../inputs/destination';
import { onOff } from '../inputs/fromSheet';
import { text } from '../inputs/text';
import { readResults, results } from './results';

const input = z
	.object({
		destination: typedDestination,
		...defaultCountryCode,
		text: text(LONGEST_SMS),
		otp: onOff.default(false),
		unicode: onOff.default(false),
	})
	.transform(dialled('destination'));

/** A text that plain SMS cannot carry would arrive garbled. */
const needsUnicode = ({ text: words }: Pick<z.output<typeof input>, 'text'>) =>
	signBeyondGsm(words) !== undefined;

export const send = operation({
	value: 'send',
	name: 'Send',
	action: 'Send an SMS',
	description: 'Send a text message or a one-time password (OTP) by SMS',
	fields: [
		destinationField,
		{
			displayName: 'Text',
			name: 'text',
			type: 'string',
			typeOptions: { rows: 3 },
			required: true,
			default: '',
			placeholder: 'e.g. Your parcel arrives today',
			description: `The text of the message, at most ${LONGEST_SMS} characters`,
		},
		{
			displayName: 'One-Time Password (OTP)',
			name: 'otp',
			type: 'boolean',
			default: false,
			description:
				'Whether the text contains a one-time password or code. When this is off, the service refuses texts that contain OTP words.',
		},
		{
			displayName: 'Unicode',
			name: 'unicode',
			type: 'boolean',
			default: false,
			description:
				'Whether to send the text as Unicode, which other scripts, emoji and typographic quotes need. A text that needs it is sent as Unicode even when this is off.',
		},
	],
	options: [countryCodeField],
	effect: 'send',
	input,
	warnings: (given) => {
		const sign = given.unicode ? undefined : signBeyondGsm(given.text);
		return sign === undefined
			? []
			: [`The text contains ‘${sign}’, which only a Unicode SMS can carry: it is sent as Unicode.`];
	},
	// The login is added from the credential, in the body: addresses end up in logs.
	request: (given, _facts, { responseFormat }) => ({
		method: 'POST',
		path: '',
		form: {
			SMSText: given.text,
			GSM: given.destination,
			...((given.unicode || needsUnicode(given)) && { unicode: 'true' }),
			...(given.otp && { otp: 'Y' }),
			output: responseFormat,
		},
	}),
	answer: results,
	reader: readResults,
	output: (data) =>
		plainOutput(data).map((one) => ({
			...one,
			status_name: SMS_STATUSES['0'].name,
			status_meaning: SMS_STATUSES['0'].meaning,
			is_final: true,
		})),
	preview: z.object({
		status: z.string(),
		messageid: z.string(),
		destination: z.string(),
		status_name: z.string(),
		status_meaning: z.string(),
		is_final: z.boolean(),
	}),
});
