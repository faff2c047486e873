import fc from 'fast-check';
import type { GenericValue } from 'n8n-workflow';

import type { ParameterSet } from '../sets';
import { destined } from './numbers';
import { maybeSwitch, onWord } from './people';
import { anyText, commonOptions, ofLength, orNumber } from './text';

/** Parameters of the SMS interface. */

const LONGEST = 160;

/** Words that make a text an OTP message at the simulator. */
const OTP_WORD = /otp|one-time password|verification code|passcode/i;

const plainText = fc
	.oneof(anyText(LONGEST), ofLength(LONGEST))
	.filter((text) => !OTP_WORD.test(text));

const otpText = fc.constantFrom(
	'Your OTP is 123456',
	'Verification code: 000000',
	'One-time password 99 🔐',
	'رمزك (otp) 1',
);

const sms = (
	text: fc.Arbitrary<string | number>,
	otp: fc.Arbitrary<GenericValue>,
): fc.Arbitrary<ParameterSet> =>
	fc
		.record({
			to: destined,
			text,
			otp,
			unicode: maybeSwitch,
			options: fc.record(commonOptions, { requiredKeys: ['validateOnly', 'requestTimeout'] }),
		})
		.map(({ to: { destination, dialled, ...code }, options, ...fields }) => ({
			parameters: { destination, ...fields, options: { ...options, ...code } },
			dialled,
		}));

export const messages = fc.oneof(
	{ weight: 6, arbitrary: sms(orNumber(plainText), maybeSwitch) },
	{ weight: 1, arbitrary: sms(otpText, onWord) },
);
