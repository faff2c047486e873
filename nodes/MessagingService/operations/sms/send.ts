import { z } from 'zod';

import { LONGEST_SMS, otpWordIn, signBeyondGsm, SMS_STATUSES } from '../../../service';
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
	review: (given, _facts, { validateOnly }) => {
		const sign = given.unicode ? undefined : signBeyondGsm(given.text);
		// When it is sent, the service itself says so.
		const word = validateOnly && !given.otp ? otpWordIn(given.text) : undefined;
		const warnings = [
			sign !== undefined &&
				`The text contains ‘${sign}’, which only a Unicode SMS can carry: it is sent as Unicode.`,
			word !== undefined &&
				`The text contains ‘${word}’, as texts with a one-time password do, and One-Time Password (OTP) is off: the service is likely to refuse it (-10). Switch it on if the text carries a code.`,
		].filter((warning) => warning !== false);
		return { problems: [], warnings };
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
	// No is_final: accepted is not delivered.
	output: (data) =>
		plainOutput(data).map((one) => ({
			...one,
			ref_no: one.messageid,
			status_name: SMS_STATUSES['0'].name,
			status_meaning: SMS_STATUSES['0'].meaning,
		})),
	preview: z.object({
		messageid: z.string().optional(),
		status_name: z.string(),
		status_meaning: z.string(),
	}),
});
