import type { IDataObject } from 'n8n-workflow';
import type { z } from 'zod';

import { field } from '../../../plain';
import type { BusinessMedia } from '../../../service';
import type { ServiceRequest } from '../../engine/operation';
import * as inputs from '../inputs';

export const gatewayFields = [
	field.notice('roomNotice', 'The recipient must have written to your gateway first.'),
	field.required('Gateway ID', 'gatewayId', {
		placeholder: 'e.g. gateway-1',
		description: 'The ID of the gateway, as the service names it',
	}),
	inputs.destination.recipientField,
];

export const gatewayInput = {
	gatewayId: inputs.identifier,
	...inputs.destination.input,
};

/** WhatsApp shows the recipient a file name only for documents. */
export const fileAt = (kind: BusinessMedia, link: string, name: string | undefined) => ({
	link,
	filename: kind === 'document' ? name : undefined,
});

type Addressed = z.output<z.ZodObject<typeof gatewayInput>>;

export const replyRequest = (
	{ gatewayId, destination }: Addressed,
	message: { type: string; payloads: IDataObject; message_id_context?: string },
): ServiceRequest => ({
	method: 'POST',
	path: '/wa_business/reply',
	json: { recipient: destination, gateway_id: gatewayId, ...message },
});

export const buttonRequest = (
	{ gatewayId, destination }: Addressed,
	body: string,
	buttons: readonly { id: string; title: string }[],
	around: IDataObject = {},
): ServiceRequest => ({
	method: 'POST',
	path: '/wa_business/interactive/button_reply',
	json: {
		gateway_id: gatewayId,
		recipient: destination,
		...around,
		body: { text: body },
		buttons: buttons.map(({ id, title }) => ({ button_id: id, title })),
	},
});
