import type { IDataObject } from 'n8n-workflow';
import { z } from 'zod';

import { field, isGiven, isoOf, isTimezone, numberOf, onOrOff, spare } from '../../../plain';
import { MESSAGE_STATUS, messageStatus, SERVICE_TIMEZONE, timezoneField } from '../../../service';
import { operation, plainOutput, reference, type PollGoal } from '../../engine/operation';
import * as inputs from '../inputs';

export const LONGEST_WAIT_S = 86_400;
const DEFAULT_WAIT_S = 300;

export const longestWait = z.preprocess(numberOf, z.number().min(1).max(LONGEST_WAIT_S));

const spareText = spare(z.string());

/** The service's documentation calls this Message record (section Resources). */
const record = z
	.object({
		ref_no: spare(reference),
		status: reference.nullish(),
		destination: spare(reference),
		sender: spare(reference),
		is_group: spare(onOrOff),
		create_date: spareText,
		sent_date: spareText,
		delivered_date: spareText,
		read_date: spareText,
		message: spareText,
		caption: spareText,
		media_url: spareText,
	})
	.passthrough();

type MessageRecord = z.output<typeof record>;

/** Wait for Delivery gives refNo, waitFor and maxWait only, and reads the output (engine/delivery.ts). */
const input = z.object({
	// In a URL path, '.' or '..' would lead to another address.
	refNo: inputs.identifier.refine((ref) => !/^\.{1,2}$/.test(ref), 'must be a reference number'),
	simplify: inputs.onOff.default(true),
	waitFor: z.enum(['none', 'delivered', 'read', 'final']).default('none'),
	timezone: z.string().refine(isTimezone, 'is not a time zone').default(SERVICE_TIMEZONE),
	maxWait: longestWait.default(DEFAULT_WAIT_S),
});

type Input = z.output<typeof input>;

const { shape } = record;

const simple = z.object({
	ref_no: shape.ref_no,
	status: shape.status,
	status_code: spareText,
	status_name: spareText,
	status_meaning: spareText,
	is_final: z.boolean(),
	delivered: z.boolean().optional(),
	destination: shape.destination,
	sender: shape.sender,
	sent_date: spareText,
	delivered_date: spareText,
	read_date: spareText,
	sent_at: spareText,
	delivered_at: spareText,
	read_at: spareText,
	wait_result: spareText,
});

/** The service's own times have no offset, so the same times are added with one. */
const timesOf = (data: MessageRecord, timeZone: string) =>
	Object.fromEntries(
		(['create', 'sent', 'delivered', 'read'] as const).map((event) => {
			const date = data[`${event}_date`];
			const name = event === 'create' ? 'created' : event;
			return [`${name}_at`, typeof date === 'string' ? isoOf(date, timeZone) : null];
		}),
	);

function withStatusName(data: MessageRecord): IDataObject {
	const [whole = {}] = plainOutput(data);
	const { status } = data;
	const { name, word, meaning, isFinal, delivered } = messageStatus(status ?? '');
	return {
		...whole,
		status: isGiven(status) ? word : undefined,
		status_code: status,
		status_name: name,
		status_meaning: meaning,
		is_final: isFinal,
		delivered,
	};
}

const IS_REACHED: Record<Exclude<Input['waitFor'], 'none'>, (one: IDataObject) => boolean> = {
	delivered: (one) => one.delivered === true,
	read: (one) => one.status_name === MESSAGE_STATUS.R.name,
	final: (one) => one.is_final === true,
};

function pollGoalOf({ waitFor, maxWait }: Input): PollGoal | undefined {
	if (waitFor === 'none') return undefined;
	const resultOf = (one: IDataObject) => {
		if (IS_REACHED[waitFor](one)) return 'reached';
		return one.is_final === true ? 'ended_otherwise' : undefined;
	};
	return {
		longestMs: maxWait * 1000,
		isReached: (output) => output.every((one) => resultOf(one) !== undefined),
		finished: (output) =>
			output.map((one) => ({ ...one, wait_result: resultOf(one) ?? 'timed_out' })),
	};
}

const FINAL = Object.values(MESSAGE_STATUS).flatMap(({ name, isFinal }) => (isFinal ? [name] : []));

export const getStatus = operation({
	value: 'getStatus',
	name: 'Get Status',
	action: 'Get WhatsApp message status (Unofficial)',
	description:
		'Look up the status of an unofficial WhatsApp message, or wait until it is delivered or read',
	fields: [
		field.required('Reference Number', 'refNo', {
			default: '={{ $json.ref_no }}',
			placeholder: 'e.g. {{ $json.ref_no }}',
			description: 'The ref_no that the sending node output',
		}),
		field.choice('Wait Until', 'waitFor', 'none', {
			description: 'The status to wait for. wait_result says how the wait ended.',
			choices: {
				none: ['Don’t Wait', 'Return the current status immediately'],
				delivered: ['Delivered', 'Wait until the message arrives, or fails'],
				read: ['Read', 'Wait until the message is read, or fails'],
				final: ['Finished', `Wait until the status can no longer change: ${FINAL.join(', ')}`],
			},
		}),
		field.number('Max Wait (Seconds)', 'maxWait', DEFAULT_WAIT_S, {
			typeOptions: { minValue: 1, maxValue: LONGEST_WAIT_S },
			description: 'How long to wait at most. The execution keeps running.',
			...field.shownFor('waitFor', 'delivered', 'read', 'final'),
		}),
		field.simplify,
	],
	options: [timezoneField],
	effect: 'read',
	input,
	request: ({ refNo }) => ({
		method: 'GET',
		path: `/whatsapp/status/${encodeURIComponent(refNo)}`,
	}),
	answer: record,
	output: (data, { simplify, timezone }) => {
		const whole: IDataObject = { ...withStatusName(data), ...timesOf(data, timezone) };
		if (!simplify) return [whole];
		return [Object.fromEntries(Object.keys(simple.shape).map((name) => [name, whole[name]]))];
	},
	pollUntil: pollGoalOf,
	preview: () => simple,
});
