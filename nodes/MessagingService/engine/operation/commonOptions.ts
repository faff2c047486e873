import type { INodeProperties } from 'n8n-workflow';
import { z } from 'zod';

import { booleanOf, numberOf } from '../../../plain';
import type { Effect } from '../outcome';
import { allowedRecipients } from './recipients';

const DEFAULT_TIMEOUT_S = 60;
const LONGEST_TIMEOUT_S = 600;

/** The options that every operation has. */
export const commonInput = z.object({
	responseFormat: z.enum(['json', 'xml']).default('json'),
	requestTimeout: z
		.preprocess(numberOf, z.number().min(1).max(LONGEST_TIMEOUT_S))
		.default(DEFAULT_TIMEOUT_S),
	validateOnly: z.preprocess(booleanOf, z.boolean()).default(false),
	sendOnceKey: z.coerce.string().trim().min(1).optional(),
	allowedRecipients: allowedRecipients.optional(),
	mostMessages: z.preprocess(numberOf, z.number().int().min(0)).optional(),
});

export type CommonOptions = z.output<typeof commonInput>;

const requestTimeout: INodeProperties = {
	displayName: 'Request Timeout (Seconds)',
	name: 'requestTimeout',
	type: 'number',
	typeOptions: { minValue: 1, maxValue: LONGEST_TIMEOUT_S },
	default: DEFAULT_TIMEOUT_S,
	description:
		'How many seconds to wait for the answer to a request. If the answer to a message does not come in time, the message may have been sent, so the node does not send it again.',
};

const responseFormat: INodeProperties = {
	displayName: 'Response Format',
	name: 'responseFormat',
	type: 'options',
	options: [
		{ name: 'JSON', value: 'json' },
		{ name: 'XML', value: 'xml' },
	],
	default: 'json',
	description: 'The format that the service answers in, which does not change the output',
};

const validateOnly: INodeProperties = {
	displayName: 'Validate Only',
	name: 'validateOnly',
	type: 'boolean',
	// Adding it must be enough: someone who means to check must not send.
	default: true,
	description:
		'Whether to check every item and output what would be sent, what it would cost and how long it would take, without sending anything',
};

const sendOnceKey: INodeProperties = {
	displayName: 'Send Once Key',
	name: 'sendOnceKey',
	type: 'string',
	default: '',
	placeholder: 'e.g. {{ $json.order_id }}',
	description:
		'A text that is unique to this message, such as an order number. For at least 30 days, this node does not send another message with the same key, even if a webhook arrives twice or the workflow is started again after a crash.',
};

const allowedRecipientsField: INodeProperties = {
	displayName: 'Allowed Recipients',
	name: 'allowedRecipients',
	type: 'string',
	default: '',
	placeholder: 'e.g. 6281234567890, 62812*',
	description:
		'The only numbers, or IDs of rooms and groups, that this node may send to, separated by commas. A * stands for any characters.',
};

const mostMessagesField: INodeProperties = {
	displayName: 'Max Messages',
	name: 'mostMessages',
	type: 'number',
	typeOptions: { minValue: 0, numberPrecision: 0 },
	default: 10,
	description:
		'How many messages this node may send in one execution, all runs and tool calls together',
};

/** Options that are a limit: one that is there but empty must not count as none. */
export const LIMITS = ['allowedRecipients', 'mostMessages', 'sendOnceKey', 'validateOnly'] as const;

export const commonFields = (effect: Effect): INodeProperties[] =>
	effect === 'send'
		? [
				allowedRecipientsField,
				mostMessagesField,
				requestTimeout,
				sendOnceKey,
				validateOnly,
				responseFormat,
			]
		: [requestTimeout, responseFormat];
