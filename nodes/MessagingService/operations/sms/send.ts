import { z } from 'zod';

import { charactersIn } from '../../../plain';
import { LONGEST_SMS, SMS_STATUSES } from '../../../service';
import { operation, plainOutput } from '../../engine/operation';
import {
	countryCodeField,
	defaultCountryCode,
	destinationField,
	dialled,
	typedDestination,
} from '../inputs/destination';
import { text } from '../inputs/text';
import { readResults, results } from './results';

/** With Unicode on, an SMS counts 16-bit units: a sign outside the basic plane, such as most emoji, takes two. */
const lengthOf = (words: string, unicode: boolean) =>
	unicode ? words.length : charactersIn(words);

const input = z
	.object({
		destination: typedDestination,
		...defaultCountryCode,
		text: text(),
		otp: z.boolean().default(false),
		unicode: z.boolean().default(false),
	})
	.transform(dialled('destination'))
	.superRefine(({ text: words, unicode }, context) => {
		const has = lengthOf(words, unicode);
		if (has <= LONGEST_SMS) return;
		const counted = unicode && has !== charactersIn(words) ? ' (an emoji counts as two)' : '';
		context.addIssue({
			code: 'custom',
			path: ['text'],
			message: `may have at most ${LONGEST_SMS} characters and has ${has}${counted}: shorten it`,
		});
	});

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
			description: `The text of the message, at most ${LONGEST_SMS} characters. With Unicode switched on, an emoji counts as two.`,
		},
		{
			displayName: 'One-Time Password (OTP)',
			name: 'otp',
			type: 'boolean',
			default: false,
			description:
				'Whether the text carries a one-time password or code. The service refuses texts with OTP words where this is off.',
		},
		{
			displayName: 'Unicode',
			name: 'unicode',
			type: 'boolean',
			default: false,
			description:
				'Whether the text has signs beyond plain Latin ones: other scripts, emoji, typographic quotes',
		},
	],
	options: [countryCodeField],
	effect: 'send',
	input,
	// The login is added from the credential, in the body: addresses end up in logs.
	request: (given, _facts, { responseFormat }) => ({
		method: 'POST',
		path: '',
		form: {
			SMSText: given.text,
			GSM: given.destination,
			...(given.unicode && { unicode: 'true' }),
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
			is_final: true,
		})),
	preview: z.object({
		status: z.string(),
		messageid: z.string(),
		destination: z.string(),
		status_name: z.string(),
		is_final: z.boolean(),
	}),
});
