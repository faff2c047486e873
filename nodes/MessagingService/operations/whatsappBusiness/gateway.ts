import type { IDataObject, INodeProperties } from 'n8n-workflow';
import { z } from 'zod';

import { plainOutput } from '../../engine/operation';
import { destination, recipientField } from '../inputs/destination';
import { identifier } from '../inputs/text';

/** What every Business message names: who sends and who receives. */
export const gatewayFields: INodeProperties[] = [
	{
		displayName:
			'The recipient must have written to the gateway first: WhatsApp Business messages only go into a conversation that the recipient has opened',
		name: 'roomNotice',
		type: 'notice',
		default: '',
	},
	{
		displayName: 'Gateway ID',
		name: 'gatewayId',
		type: 'string',
		required: true,
		default: '',
		placeholder: 'e.g. gateway-1',
		description: 'The ID of the WhatsApp Business gateway that sends the message',
	},
	recipientField,
];

export const gatewayInput = { gatewayId: identifier, recipient: destination };

/** Where there is nothing to hand on, at least that it was taken. */
const takenOutput = (data: unknown): IDataObject[] => {
	const nothing = data === undefined || data === null || data === '';
	return nothing ? [{ sent: true }] : plainOutput(data);
};

/** The body of the success is not documented: whatever comes is handed on. */
export const businessAnswer = {
	answer: z.unknown(),
	needsNoAnswer: true,
	output: takenOutput,
	preview: z.object({ message_id: z.string() }),
};
