import type { IDataObject } from 'n8n-workflow';
import { z } from 'zod';

import { numberOf } from '../../../plain';
import { messageStatus } from '../../../service';
import { operation, plainOutput, type PollGoal } from '../../engine/operation';
import { onOff } from '../inputs/fromSheet';
import { identifier } from '../inputs/text';

const LONGEST_WAIT_S = 86_400;
const DEFAULT_WAIT_S = 300;

const text = z.string().nullish();

/** Message record (section Resources). */
const record = z
	.object({
		ref_no: text,
		status: text,
		destination: text,
		sender: text,
		is_group: z.boolean().nullish(),
		create_date: text,
		sent_date: text,
		delivered_date: text,
		read_date: text,
		message: text,
		caption: text,
		media_url: text,
	})
	.passthrough();

type MessageRecord = z.output<typeof record>;

const input = z.object({
	// In a path, these two would lead elsewhere.
	refNo: identifier.refine((ref) => !/^\.{1,2}$/.test(ref), 'must be a reference number'),
	simplify: onOff.default(true),
	waitFor: z.enum(['none', 'delivered', 'read', 'final']).default('none'),
	maxWait: z.preprocess(numberOf, z.number().min(1).max(LONGEST_WAIT_S)).default(DEFAULT_WAIT_S),
});

type Input = z.output<typeof input>;

/** With what the node adds: the word for the status, beside the service's own, and whether it can still change. */
const explained = record.extend({
	status_code: text,
	status_name: text,
	status_meaning: text,
	is_final: z.boolean(),
	wait_result: text,
});

/** What Simplify keeps. */
const simple = explained.pick({
	ref_no: true,
	status: true,
	status_code: true,
	status_name: true,
	status_meaning: true,
	is_final: true,
	destination: true,
	sender: true,
	sent_date: true,
	delivered_date: true,
	read_date: true,
	wait_result: true,
});

const simplified = (whole: IDataObject): IDataObject =>
	Object.fromEntries(Object.keys(simple.shape).map((key) => [key, whole[key] ?? null]));

/** A status that is not documented stays as it came, in lower case. */
const wordFor = (status: string | null | undefined): string | null =>
	messageStatus(status ?? '').name ?? status?.trim().toLowerCase() ?? null;

function withStatusName(data: MessageRecord): IDataObject {
	const [whole = {}] = plainOutput(data);
	const { name, meaning, isFinal } = messageStatus(data.status ?? '');
	const missing = Object.keys(explained.shape).map((key) => [key, null]);
	return {
		...Object.fromEntries(missing),
		...whole,
		status: wordFor(data.status),
		status_code: data.status ?? null,
		status_name: name ?? null,
		status_meaning: meaning ?? null,
		is_final: isFinal,
	};
}

const REACHED = {
	delivered: ['delivered', 'read'],
	read: ['read'],
	final: [],
} as const satisfies Record<Exclude<Input['waitFor'], 'none'>, readonly string[]>;

function pollGoalOf({ waitFor, maxWait, simplify }: Input): PollGoal | undefined {
	if (waitFor === 'none') return undefined;
	const goals: readonly unknown[] = REACHED[waitFor];
	const resultOf = ({ status_name: name, is_final: isFinal }: IDataObject) => {
		if (goals.includes(name)) return 'reached';
		if (isFinal !== true) return undefined;
		return waitFor === 'final' ? 'reached' : 'ended_otherwise';
	};
	return {
		longestMs: maxWait * 1000,
		isReached: (output) => output.every((one) => resultOf(one) !== undefined),
		finished: (output) =>
			output.map((one) => {
				const whole = { ...one, wait_result: resultOf(one) ?? 'timed_out' };
				return simplify ? simplified(whole) : whole;
			}),
	};
}

export const getStatus = operation({
	value: 'getStatus',
	name: 'Get Status',
	action: 'Get the status of a WhatsApp Unofficial message',
	description: 'Look up how far an unofficial WhatsApp message has come, or wait until it arrives',
	fields: [
		{
			displayName: 'Reference Number',
			name: 'refNo',
			type: 'string',
			required: true,
			default: '',
			placeholder: 'e.g. {{ $json.ref_no }}',
			description: 'The ref_no that came out when the message was sent',
		},
		{
			displayName: 'Simplify',
			name: 'simplify',
			type: 'boolean',
			default: true,
			description: 'Whether to return a simplified version of the response instead of the raw data',
		},
	],
	options: [
		{
			displayName: 'Max Wait',
			name: 'maxWait',
			type: 'number',
			typeOptions: { minValue: 1, maxValue: LONGEST_WAIT_S },
			default: DEFAULT_WAIT_S,
			description: 'How many seconds to wait at most if Wait For is set',
		},
		{
			displayName: 'Wait For',
			name: 'waitFor',
			type: 'options',
			options: [
				{ name: 'Any Final State', value: 'final', description: 'Read, failed or aborted' },
				{ name: 'Delivery', value: 'delivered', description: 'It arrived, or it never will' },
				{ name: 'Nothing', value: 'none', description: 'Answer at once' },
				{ name: 'Reading', value: 'read', description: 'It was read, or it never will be' },
			],
			default: 'none',
			description:
				'What to wait for. The service is asked again, ever more slowly, until the message is there, cannot change any more, or the time is up: wait_result says which.',
		},
	],
	effect: 'read',
	input,
	request: ({ refNo }) => ({
		method: 'GET',
		path: `/whatsapp/status/${encodeURIComponent(refNo)}`,
	}),
	answer: record,
	output: (data, given) => {
		const whole = withStatusName(data);
		// While it waits, the whole record is needed: it is simplified at the end.
		return [given.simplify && given.waitFor === 'none' ? simplified(whole) : whole];
	},
	pollUntil: pollGoalOf,
	preview: simple,
	whole: explained,
});
