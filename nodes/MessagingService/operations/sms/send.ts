import { z } from 'zod';

import { field, quoted, spare, typed } from '../../../plain';
import * as service from '../../../service';
import {
	operation,
	plainOutput,
	reference,
	type AnswerReader,
	type Read,
} from '../../engine/operation';
import * as inputs from '../inputs';

const words = inputs.text(service.LONGEST_SMS);

const input = z
	.object({
		...inputs.destination.input,
		message: words,
		otp: inputs.onOff.default(false),
		encoding: z.enum(['auto', 'plain', 'unicode']).default('auto'),
	})
	.transform((given, context) => {
		if (given.encoding !== 'plain') return given;
		const refuse = (what: string) => inputs.refuse(context, what, ['message']);
		// A plain sign may be longer, such as the dots of an ellipsis.
		const { data: plain = '', error } = words.safeParse(service.withPlainSigns(given.message));
		for (const { message } of error?.issues ?? []) refuse(message);
		const sign = service.signBeyondGsm(plain);
		if (sign !== undefined) {
			const what = `contains ${quoted(sign)}, which only a Unicode SMS can carry`;
			refuse(`${what}: remove it, or set Encoding to Automatic`);
		}
		return { ...given, message: plain };
	})
	.transform(inputs.destination.dialed);

type Input = z.output<typeof input>;

const encodingOf = ({ encoding, message }: Input) =>
	encoding === 'unicode' || service.signBeyondGsm(message) !== undefined ? 'unicode' : 'plain';

/** JSON has a list of results. XML has one `result` element for each (section Endpoints, sendsms/plain, rule 2). */
const result = z
	.object({
		status: reference.transform((status) => status.trim()),
		messageid: reference.nullish(),
		destination: spare(reference),
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
		words: `status ${status}`,
		meaning: known && `${known.meaning} (${known.name}, ${status})`,
		advice: known?.advice ?? 'The status is not documented: ask the service’s support.',
		fate: all.some(mayBeSent) ? 'uncertain' : 'notSent',
		code: /^-?\d{1,9}$/.test(status) ? Number(status) : status,
		isOfAll: known?.isOfAccount ?? false,
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
	if (failed !== undefined) return refusal(failed, all);
	return { kind: 'data', data: all };
};

export const send = operation({
	value: 'send',
	name: 'Send',
	action: 'Send SMS',
	description: 'Send a text message or a one-time password (OTP) by SMS',
	fields: [
		inputs.destination.recipientField,
		inputs.messageField('e.g. Your parcel arrives today', {
			typeOptions: { rows: 3 },
			description: `The text of the message, at most ${service.LONGEST_SMS} characters`,
		}),
		field.toggle('One-Time Password (OTP)', 'otp', false, {
			description:
				'Whether the text holds a one-time password. Without it, the service refuses such texts.',
		}),
		field.choice('Encoding', 'encoding', 'auto', {
			description: 'How the text is sent',
			choices: {
				auto: ['Automatic', 'Plain, or Unicode where a text needs it'],
				plain: ['Plain', 'Typographic signs become plain. Others are refused.'],
				unicode: ['Unicode', 'For all scripts and emoji'],
			},
		}),
	],
	options: inputs.destination.options,
	effect: 'send',
	input,
	request: (given, _facts, { responseFormat }) => ({
		method: 'POST',
		path: '',
		form: {
			SMSText: given.message,
			GSM: service.withoutOldPrefix(given.destination),
			...(encodingOf(given) === 'unicode' && { unicode: 'true' }),
			...(given.otp && { otp: 'Y' }),
			output: responseFormat,
		},
	}),
	answer: results,
	reader: readResults,
	// The output has no `is_final`, because an accepted SMS may not be delivered.
	output: (data, given) =>
		plainOutput(data).map((one) => ({
			...one,
			encoding: encodingOf(given),
			ref_no: one.messageid,
			status_name: service.SMS_STATUSES['0'].name,
			status_meaning: service.SMS_STATUSES['0'].meaning,
		})),
	preview: (common) =>
		common.extend({
			messageid: z.string().optional(),
			encoding: z.enum(['plain', 'unicode']),
			status_name: z.string(),
			status_meaning: z.string(),
		}),
});
