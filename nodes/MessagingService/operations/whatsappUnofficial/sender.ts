import type { IDataObject } from 'n8n-workflow';
import { z } from 'zod';

import { field, numberOf, spare } from '../../../plain';
import { reference, REQUIRED, withoutUnknown, type ServiceRequest } from '../../engine/operation';
import * as inputs from '../inputs';
import { getStatus, LONGEST_WAIT_S, longestWait } from './getStatus';

export const recipientField = {
	...inputs.destination.recipientField,
	description: `${inputs.destination.recipientField.description ?? ''} With the option Is Group, the ID of a group, which stays as it is.`,
};

const FROM = {
	auto: ['Any Sender', 'One of your senders, picked at random, or a shared one if you have none'],
	queue: ['A Queue', 'One of the senders in a queue, picked at random for each message'],
	sender: ['One Sender', 'Always the same sender, so that all messages are in one chat'],
} as const;

export const senderField = field.required('Sender', 'sender', {
	placeholder: 'e.g. 6280000000011',
	description: 'The sender, as the service names it',
});

/** On the recipient's phone, messages from another sender appear in another chat. */
const fromFieldsWith = (usual: keyof typeof FROM) => [
	field.choice('Send From', 'sendFrom', usual, {
		description: 'Which sender the message comes from',
		choices: { [usual]: FROM[usual], ...FROM },
	}),
	field.required('Queue', 'queue', {
		placeholder: 'e.g. marketing',
		description: 'The queue, which is a set of senders, as the service names it',
		...field.shownFor('sendFrom', 'queue'),
	}),
	{ ...senderField, ...field.shownFor('sendFrom', 'sender') },
];

/** The service tries this long unless told otherwise (section Limits). */
const DEFAULT_TIMEOUT_S = 86_400;
export const fromFields = fromFieldsWith('auto');

/** Three questions from three numbers look like three askers. */
export const questionFromFields = fromFieldsWith('sender');

const LONGEST_PAUSE_S = 3600;

const pauseOptions = { minValue: 0, maxValue: LONGEST_PAUSE_S, numberPrecision: 2 };

export const sendOptions = [
	...inputs.destination.options,
	field.number('Channel', 'channel', 0, {
		typeOptions: { numberPrecision: 0 },
		description: 'The number of the channel, if the service gave you one',
	}),
	field.number('Delivery Timeout (Seconds)', 'deliveryTimeout', DEFAULT_TIMEOUT_S, {
		typeOptions: { minValue: 0, numberPrecision: 0 },
		description: 'How long the service may try to send the message. Usually a day: 86400.',
	}),
	field.toggle('Include Unsubscribe Link', 'includeUnsubscribe', true, {
		description:
			'Whether to add an unsubscribe link. You can no longer send messages to people who open it.',
	}),
	field.toggle('Is Group', 'isGroup', true, {
		description: 'Whether Recipient contains the ID of a group instead of a phone number',
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
				description: 'The longest pause, or 0 to always wait as long as From',
			}),
		],
		default: { values: { from: 5, to: 15 } },
		description:
			'How long to wait between two messages of the same sender. Any Sender, and each queue, count as one. A random pause in this range looks less automated, but sending takes longer.',
	}),
];

/** A question costs as much as its text, and waits for its answer. */
export const messageOptions = [
	...sendOptions,
	field.toggle('Check Credit First', 'checkCredit', true, {
		description:
			'Whether to read the balance first, and to send nothing if the messages cost more than is left, or if the balance has expired or cannot be read. A message whose Send Once Key was used before counts too.',
	}),
	field.number('Wait for Delivery (Seconds)', 'waitForDelivery', 60, {
		typeOptions: { minValue: 1, maxValue: LONGEST_WAIT_S },
		description:
			'How long to wait until the message arrives. One that fails, or does not arrive in this time, leaves by the error output with delivered: false, so that an SMS can follow there (Settings → On Error → Continue (using error output)). If its status cannot be read, delivered is missing. The time counts after all messages have left. Nothing is sent again.',
	}),
];

export const acceptedNotice = field.notice(
	'acceptedNotice',
	inputs.accepted(
		'To know whether the message arrived, add the option Wait for Delivery, or use Get Status or the Messaging Service Status Trigger.',
	),
);

export const messageInput = { waitForDelivery: longestWait.optional() };

/** Get Status does the waiting. */
export const lookup = (
	{ waitForDelivery: maxWait }: z.output<z.ZodObject<typeof messageInput>>,
	refNo: unknown,
) =>
	maxWait === undefined ? undefined : getStatus.parse({ refNo, waitFor: 'delivered', maxWait });

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
		inputs.refuse(context, REQUIRED, [sendFrom]);
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
