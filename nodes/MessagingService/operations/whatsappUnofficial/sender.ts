import type { IDataObject } from 'n8n-workflow';
import { z } from 'zod';

import { field, numberOf, spare } from '../../../plain';
import {
	reference,
	REQUIRED,
	withoutUnknown,
	type CommonOptions,
	type ServiceRequest,
} from '../../engine/operation';
import * as inputs from '../inputs';
import { getStatus, LONGEST_WAIT_S, longestWait } from './getStatus';

export const recipientField = {
	...inputs.destination.recipientField,
	description: 'The phone number, with the country code first, or with Is Group a group’s ID',
};

const FROM = {
	auto: ['Any Sender', 'One of yours or of the service’s, picked at random'],
	queue: ['A Queue', 'One of a group of senders, picked at random'],
	sender: ['One Sender', 'Always the same, so that a conversation stays in one chat'],
} as const;

export const senderField = field.required('Sender', 'sender', {
	placeholder: 'e.g. 6280000000011',
	hint: 'Your number that sends, as the service’s web application shows it',
});

/** On the recipient's phone, messages from another sender appear in another chat. */
const fromFieldsWith = (usual: keyof typeof FROM) => [
	field.choice('Send From', 'sendFrom', usual, {
		description: 'Which sender the message comes from',
		choices: { [usual]: FROM[usual], ...FROM },
	}),
	field.required('Queue', 'queue', {
		placeholder: 'e.g. marketing',
		description: 'The group of senders, as the service names it',
		...field.shownFor('sendFrom', 'queue'),
	}),
	{ ...senderField, ...field.shownFor('sendFrom', 'sender') },
];

export const fromFields = fromFieldsWith('auto');

/** Three questions from three numbers look like three askers. */
export const questionFromFields = fromFieldsWith('sender');

/** The service tries this long unless told otherwise (section Limits). */
const DEFAULT_TIMEOUT_S = 86_400;

const LONGEST_PAUSE_S = 3600;

const pauseOptions = { minValue: 0, maxValue: LONGEST_PAUSE_S, numberPrecision: 2 };

export const isGroupField = field.toggle('Is Group', 'isGroup', true, {
	description: 'Whether Recipient is the ID of a group',
});

export const messageOptions = [
	...inputs.destination.options,
	field.toggle('Check Credit First', 'checkCredit', true, {
		description: 'Whether to send nothing if the balance is too low or cannot be read',
	}),
	field.number('Wait for Delivery (Seconds)', 'waitForDelivery', 60, {
		typeOptions: { minValue: 1, maxValue: LONGEST_WAIT_S },
		description: `How long to wait. What does not arrive leaves by the error output. ${field.docsLink('sending.md#did-it-arrive')}`,
	}),
	field.collection('Pause Between Messages', 'pauseBetween', {
		values: [
			field.number('From (Seconds)', 'from', 5, {
				typeOptions: pauseOptions,
				description: 'The shortest pause',
			}),
			// n8n fills in a missing value with this default, and any default above 0 could be less than From.
			field.number('To (Seconds)', 'to', 0, {
				typeOptions: pauseOptions,
				description: 'The longest pause. 0: as long as From.',
			}),
		],
		default: { values: { from: 5, to: 15 } },
		description: 'A random pause between two messages of a sender, which looks less automated',
	}),
	isGroupField,
	field.toggle('Include Unsubscribe Link', 'includeUnsubscribe', true, {
		description: 'Whether to add an unsubscribe link. Whoever opens it gets no more messages.',
	}),
	field.number('Delivery Timeout (Seconds)', 'deliveryTimeout', DEFAULT_TIMEOUT_S, {
		typeOptions: { minValue: 0, numberPrecision: 0 },
		description: 'How long the service may try to send the message',
	}),
	field.number('Channel', 'channel', 0, {
		typeOptions: { numberPrecision: 0 },
		description: 'The number of the channel, if the service gave you one',
	}),
];

export const messageInput = { waitForDelivery: longestWait.optional() };

/** Get Status does the waiting. */
export const lookup = (
	{ waitForDelivery: maxWait }: z.output<z.ZodObject<typeof messageInput>>,
	common: CommonOptions,
	refNo: unknown,
) =>
	maxWait === undefined
		? undefined
		: getStatus.plan({ refNo, waitFor: 'delivered', maxWait }, common);

const seconds = z.preprocess(numberOf, z.number().min(0).max(LONGEST_PAUSE_S));

const pauseRange = z
	.object({ values: z.object({ from: seconds, to: inputs.blankable(seconds) }) })
	.transform(({ values: { from, to = 0 } }) => ({
		fromMs: from * 1000,
		toMs: (to === 0 ? from : to) * 1000,
	}))
	.refine(({ fromMs, toMs }) => fromMs <= toMs, {
		path: ['values', 'to'],
		message: 'is less than From: enter a longer time, or 0 to always wait as long as From',
	});

export const sendInput = {
	...inputs.destination.input,
	sendFrom: z.enum(['auto', 'queue', 'sender']).default('auto'),
	queue: inputs.blankable(inputs.identifier),
	sender: inputs.blankable(inputs.identifier),
	channel: inputs.blankable(inputs.wholeNumber(-Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER)),
	deliveryTimeout: inputs.blankable(inputs.wholeNumber(0, Number.MAX_SAFE_INTEGER)),
	includeUnsubscribe: inputs.onOff.optional(),
	isGroup: inputs.onOff.optional(),
	pauseBetween: pauseRange.optional(),
};

type SendInput = z.output<z.ZodObject<typeof sendInput>>;

/** A group ID is not a phone number, so it is sent unchanged. */
export function addressed<Given extends SendInput>(given: Given, context: z.RefinementCtx): Given {
	const { sendFrom } = given;
	if (sendFrom !== 'auto' && given[sendFrom] === undefined)
		inputs.refuse(context, `${REQUIRED}, as the service’s web application shows it`, [sendFrom]);
	return given.isGroup === true ? given : inputs.destination.dialed(given, context);
}

/** With Any Sender or a queue, the service picks the sender. So each of them counts as one sender. */
export const pauseOf = ({ pauseBetween, sendFrom, ...given }: SendInput) =>
	pauseBetween && {
		...pauseBetween,
		sender: sendFrom === 'auto' ? sendFrom : `${sendFrom} ${given[sendFrom] ?? ''}`,
	};

export const wireSending = ({ sendFrom, ...given }: SendInput): IDataObject =>
	withoutUnknown({
		destination: given.destination,
		queue: sendFrom === 'queue' ? given.queue : undefined,
		sender: sendFrom === 'sender' ? given.sender : undefined,
		channel: given.channel,
		is_group: given.isGroup,
		timeout: given.deliveryTimeout,
		include_unsubscribe: given.includeUnsubscribe,
	});

export const textRequest = (given: SendInput, message: string): ServiceRequest => ({
	method: 'POST',
	path: '/whatsapp/message',
	json: { ...wireSending(given), message },
});

/** The service's documentation calls this Sent message result (section Resources). */
export const sent = z
	.object({
		sender: spare(reference),
		queue: spare(reference),
		destination: spare(reference),
		ref_no: reference,
	})
	.passthrough();
