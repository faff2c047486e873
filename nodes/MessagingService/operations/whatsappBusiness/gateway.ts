import type { IDataObject, INodeProperties } from 'n8n-workflow';
import { z } from 'zod';

import { isPlainRecord } from '../../../plain';
import { enveloped, type AnswerReader } from '../../engine/answer';
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
	const none = Array.isArray(data) && data.length === 0;
	return nothing || none ? [{ sent: true }] : plainOutput(data);
};

const usual = enveloped(z.unknown());

const NO_ERROR = new Set<unknown>([undefined, null, false, 'false', 0, '0', '']);

/** What stands in an envelope that has no data. */
function besideData(value: Readonly<Record<string, unknown>>) {
	const others = Object.entries(value).filter(
		([name]) => !['error', 'message', 'data'].includes(name),
	);
	return others.length === 0 ? undefined : Object.fromEntries(others);
}

/** What lies in an envelope, or beside it, or all that came: no shape is a fault, and only an error is one. */
const anyAnswer: AnswerReader = (body) => {
	const { value } = body;
	if (!isPlainRecord(value)) return { kind: 'data', data: value };
	const read = usual(body);
	switch (read.kind) {
		case 'data':
			return read.data === undefined ? { kind: 'data', data: besideData(value) } : read;
		case 'refused':
			return read;
		case 'undocumented':
			// An error in a form of its own: nobody can tell what it means.
			return NO_ERROR.has(value.error) ? { kind: 'data', data: value } : read;
	}
};

/** The body of the success is not documented: whatever comes is handed on. */
export const businessAnswer = {
	answer: z.unknown(),
	needsNoAnswer: true,
	reader: anyAnswer,
	output: takenOutput,
	preview: z.object({}),
};
