import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { field } from '../../../plain';
import { BUSINESS_FILES, type BusinessMedia } from '../../../service';
import type { ServiceRequest } from '../../engine/operation';
import { destination, identifier, nameForUrl } from '../inputs';
import { businessAnswer } from './response';

export const gatewayFields: INodeProperties[] = [
	field.notice(
		'roomNotice',
		'The recipient must have written to your gateway first: WhatsApp Business only sends into conversations that the recipient has started.',
	),
	field.required('Gateway ID', 'gatewayId', {
		placeholder: 'e.g. gateway-1',
		description: 'The ID of the WhatsApp Business gateway that sends the message',
	}),
	destination.recipientField,
];

export const gatewayInput = {
	gatewayId: identifier,
	...destination.recipientInput,
};

/** What every send through a gateway has. A limit of all gateways belongs here too. */
export const gatewaySend = { effect: 'send' as const, ...businessAnswer };

/** WhatsApp shows the recipient a file name only for documents. */
export const shownName = (kind: BusinessMedia, name: string | undefined, link: string) =>
	kind === 'document' ? nameForUrl(name, link, BUSINESS_FILES.document) : undefined;

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
