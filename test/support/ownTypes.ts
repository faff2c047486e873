import type { INodeProperties } from 'n8n-workflow';

import { MessagingServiceApi } from '../../credentials/MessagingServiceApi.credentials';
import { MessagingServiceCallbackApi } from '../../credentials/MessagingServiceCallbackApi.credentials';
import { MessagingServiceSmsApi } from '../../credentials/MessagingServiceSmsApi.credentials';
import { MessagingService } from '../../nodes/MessagingService/MessagingService.node';
import { MessagingServiceStatusTrigger } from '../../nodes/MessagingServiceStatusTrigger/MessagingServiceStatusTrigger.node';
import { MessagingServiceTrigger } from '../../nodes/MessagingServiceTrigger/MessagingServiceTrigger.node';

/** The node types and credential types that n8n loads from this package. */

export const { description } = new MessagingService();

export const inbox = new MessagingServiceTrigger().description;
export const statusTrigger = new MessagingServiceStatusTrigger().description;

/** The credentials that send come first. */
export const credentials = [
	new MessagingServiceApi(),
	new MessagingServiceSmsApi(),
	new MessagingServiceCallbackApi(),
];

/** The fields that exist for the chosen resource and operation. */
export const fieldsOf = (all: readonly INodeProperties[], chosen: Record<string, unknown>) =>
	all.filter(({ displayOptions }) =>
		['resource', 'operation'].every((name) => {
			const shown = displayOptions?.show?.[name];
			return shown === undefined || shown.includes(String(chosen[name]));
		}),
	);
