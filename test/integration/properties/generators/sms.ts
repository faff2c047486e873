import fc from 'fast-check';
import type { GenericValue } from 'n8n-workflow';

import type { ParameterSet } from '../sets';
import { commonFaults } from './common';
import { missing, noBoolean, noText, wrongValue, type Fault } from './faults';
import { destined, numberFaults } from './numbers';
import { isOn, maybeSwitch, onWord } from './people';
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

const inUnicode = messages.filter(({ parameters }) => isOn(parameters.unicode));

export const smsFaults: Fault[] = [
	missing(messages, ['destination']),
	...numberFaults(messages, 'destination'),
	missing(messages, ['text']),
	wrongValue('text is no text', messages, ['text'], noText),
	wrongValue(
		'text is too long',
		messages,
		['text'],
		fc.integer({ min: LONGEST + 1, max: 400 }).chain(ofLength),
	),
	wrongValue(
		'text is too long for a Unicode message',
		inUnicode,
		['text'],
		fc.integer({ min: 161, max: 200 }).map((count) => '😀'.repeat(count)),
	),
	wrongValue('otp is no boolean', messages, ['otp'], noBoolean),
	wrongValue('unicode is no boolean', messages, ['unicode'], noBoolean),
	...commonFaults(messages),
];
