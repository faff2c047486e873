import type { IDataObject, INodeProperties } from 'n8n-workflow';
import { z } from 'zod';

import {
	enveloped,
	plainOutput,
	type AnswerReader,
	type Json,
	type ServiceRequest,
} from '../../engine/operation';
import { defaultCountryCode, recipientField, typedDestination } from '../inputs/destination';
import { identifier, unlessBlank } from '../inputs/text';

/** What every Business message names: who sends and who receives. */
export const gatewayFields: INodeProperties[] = [
	{
		displayName:
			'The recipient must have written to your gateway first: WhatsApp Business only sends into conversations that the recipient has started.',
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

export const gatewayInput = {
	gatewayId: identifier,
	recipient: typedDestination,
	...defaultCountryCode,
};

interface Addressed {
	gatewayId: string;
	recipient: string;
}

export const replyRequest = (
	{ gatewayId, recipient }: Addressed,
	message: { type: string; payloads: IDataObject; message_id_context?: string },
): ServiceRequest => ({
	method: 'POST',
	path: '/wa_business/reply',
	json: { recipient, gateway_id: gatewayId, ...message },
});

interface Buttons {
	header?: IDataObject | undefined;
	body: string;
	footer?: string | undefined;
	buttons: readonly { id: string; title: string }[];
}

export const buttonRequest = (
	{ gatewayId, recipient }: Addressed,
	{ header, body, footer, buttons }: Buttons,
): ServiceRequest => ({
	method: 'POST',
	path: '/wa_business/interactive/button_reply',
	json: {
		gateway_id: gatewayId,
		recipient,
		...(header && { header }),
		body: { text: body },
		...(footer !== undefined && { footer: { text: footer } }),
		buttons: buttons.map(({ id, title }) => ({ button_id: id, title })),
	},
});

/** Undefined if the answer has no data. */
type AnyData = Json | undefined;

/** The data, or nothing beside what all sends put out. */
const acceptedOutput = (data: AnyData): IDataObject[] => {
	const isNothing = unlessBlank(data) === undefined;
	const isEmptyList = Array.isArray(data) && data.length === 0;
	return isNothing || isEmptyList ? [{}] : plainOutput(data);
};

const anyData = z.custom<AnyData>();

const usual = enveloped(anyData);

const NO_ERROR = new Set<AnyData>([undefined, null, false, 'false', 0, '0', '']);

const ENVELOPE = new Set(['error', 'message', 'data']);

/** The fields beside those of an envelope. */
function besideData(value: Readonly<Record<string, Json>>): AnyData {
	const others = Object.entries(value).filter(([name]) => !ENVELOPE.has(name));
	return others.length === 0 ? undefined : Object.fromEntries(others);
}

/** The data of an envelope, or what is beside it, or the whole body: any shape is accepted, and only an error is one. */
const anyAnswer: AnswerReader<AnyData> = (body) => {
	const { value } = body;
	if (typeof value !== 'object' || value === null || Array.isArray(value)) {
		return { kind: 'data', data: value };
	}
	const read = usual(body);
	switch (read.kind) {
		case 'data':
			return read.data === undefined ? { kind: 'data', data: besideData(value) } : read;
		case 'refused':
			return read;
		case 'undocumented':
			// An error in a form of its own: its meaning is not known.
			return NO_ERROR.has(value.error) ? { kind: 'data', data: value } : read;
	}
};

/** The body of a success is not documented: whatever comes is passed on. */
export const businessAnswer = {
	answer: anyData,
	withoutBody: (text: string | undefined) => text,
	reader: anyAnswer,
	output: acceptedOutput,
	preview: z.object({}),
};
