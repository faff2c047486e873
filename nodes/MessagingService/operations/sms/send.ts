import { z } from 'zod';

import { field, typed } from '../../../plain';
import * as service from '../../../service';
import {
	operation,
	plainOutput,
	reference,
	type AnswerReader,
	type Read,
} from '../../engine/operation';
import * as inputs from '../inputs';

const input = z
	.object({
		...inputs.destination.input,
		text: inputs.text(service.LONGEST_SMS),
		otp: inputs.onOff.default(false),
		unicode: inputs.onOff.default(false),
	})
	.transform(inputs.destination.dialled('destination'));

/** JSON has a list of results. XML has one `result` element for each (section Endpoints, sendsms/plain, rule 2). */
const result = z
	.object({
		status: reference.transform((status) => status.trim()),
		messageid: reference.nullish(),
		destination: reference.nullish(),
	})
	.passthrough();

type Result = z.output<typeof result>;

const results = z.array(result).min(1);
const inJson = z.object({ results });
const inXml = z.object({ result: results });

const SUCCESS = '0';

function mayBeSent({ status, messageid }: Result): boolean {
	// A message that has an ID exists, even if its status is an error.
	if (status === SUCCESS || (messageid ?? '').trim() !== '') return true;
	return service.smsStatus(status)?.mayBeSent ?? true;
}

function refusal({ status }: Result, all: readonly Result[]): Read<Result[]> {
	const known = service.smsStatus(status);
	return {
		kind: 'refused',
		words: known ? `${known.meaning} (${known.name}, ${status})` : `status ${status}`,
		advice: known?.advice ?? 'The status is not documented: ask the service’s support.',
		fate: all.some(mayBeSent) ? 'uncertain' : 'notSent',
		code: /^-?\d{1,9}$/.test(status) ? Number(status) : status,
		isOfAll: service.isOfAccount(status),
	};
}

const readResults: AnswerReader<Result[]> = ({ form, value }) => {
	if (form === 'text') return { kind: 'unreadable' };
	const all =
		form === 'json'
			? inJson.safeParse(value).data?.results
			: inXml.safeParse(typed(inXml, value)).data?.result;
	if (all === undefined) return { kind: 'undocumented', where: 'results', fate: 'uncertain' };
	const failed = all.find(({ status }) => status !== SUCCESS);
	return failed === undefined ? { kind: 'data', data: all } : refusal(failed, all);
};

export const send = operation({
	value: 'send',
	name: 'Send',
	action: 'Send an SMS',
	description: 'Send a text message or a one-time password (OTP) by SMS',
	fields: [
		inputs.destination.toField,
		inputs.wordsField('text', 'e.g. Your parcel arrives today', {
			typeOptions: { rows: 3 },
			description: `The text of the message, at most ${service.LONGEST_SMS} characters`,
		}),
		field.toggle('One-Time Password (OTP)', 'otp', false, {
			description:
				'Whether the text contains a one-time password or code. When this is off, the service refuses texts that contain OTP words.',
		}),
		field.toggle('Unicode', 'unicode', false, {
			description:
				'Whether to send the text as Unicode, which other scripts, emoji and typographic quotes need. A text that needs it is sent as Unicode even when this is off.',
		}),
	],
	options: inputs.destination.options,
	effect: 'send',
	input,
	review: (given, _facts, { validateOnly }) => {
		const sign = given.unicode ? undefined : service.signBeyondGsm(given.text);
		// Without Validate Only, the service itself refuses such a text.
		const word = validateOnly && !given.otp ? service.otpWordIn(given.text) : undefined;
		const link = validateOnly ? service.linkIn(given.text) : undefined;
		return inputs.warned(
			sign !== undefined &&
				`The text contains ‘${sign}’, which only a Unicode SMS can carry: it is sent as Unicode.`,
			word !== undefined &&
				`The text contains ‘${word}’, as texts with a one-time password do, and One-Time Password (OTP) is off: the service is likely to refuse it (-10). Switch it on if the text carries a code.`,
			link !== undefined &&
				`The text contains the link ‘${link}’: some operators cut links out, or do not deliver the SMS.`,
		);
	},
	request: (given, _facts, { responseFormat }) => ({
		method: 'POST',
		path: '',
		form: {
			SMSText: given.text,
			GSM: given.destination,
			// Without Unicode, characters outside the GSM alphabet would arrive garbled.
			...((given.unicode || service.signBeyondGsm(given.text) !== undefined) && {
				unicode: 'true',
			}),
			...(given.otp && { otp: 'Y' }),
			output: responseFormat,
		},
	}),
	answer: results,
	reader: readResults,
	// The output has no `is_final`, because an accepted SMS may not be delivered.
	output: (data) =>
		plainOutput(data).map((one) => ({
			...one,
			ref_no: one.messageid,
			status_name: service.SMS_STATUSES['0'].name,
			status_meaning: service.SMS_STATUSES['0'].meaning,
		})),
	preview: (common) =>
		common.extend({
			messageid: z.string().optional(),
			status_name: z.string(),
			status_meaning: z.string(),
		}),
});
