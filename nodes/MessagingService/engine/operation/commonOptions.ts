import type { INodeProperties } from 'n8n-workflow';
import { z } from 'zod';

import { booleanOf, numberOf } from '../../../plain';
import type { Effect } from '../outcome';

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
});

export type CommonOptions = z.output<typeof commonInput>;

const requestTimeout: INodeProperties = {
	displayName: 'Request Timeout',
	name: 'requestTimeout',
	type: 'number',
	typeOptions: { minValue: 1, maxValue: LONGEST_TIMEOUT_S },
	default: DEFAULT_TIMEOUT_S,
	description:
		'How many seconds to wait for the answer to one request. A message whose answer does not come in time may have been sent, so it is not sent again by itself.',
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
	description: 'The format in which the service answers. The output of the node is the same.',
};

const validateOnly: INodeProperties = {
	displayName: 'Validate Only',
	name: 'validateOnly',
	type: 'boolean',
	default: false,
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
		'A text that stands for this message alone, such as an order number. This node sends no second message with the same key, in any execution, for at least 30 days: not if a webhook comes twice, nor if the workflow is started again after a crash.',
};

export const commonFields = (effect: Effect): INodeProperties[] =>
	effect === 'send'
		? [requestTimeout, responseFormat, sendOnceKey, validateOnly]
		: [requestTimeout, responseFormat];
