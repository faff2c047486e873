import type { ICredentialDataDecryptedObject, INodeParameters } from 'n8n-workflow';

import { MessagingService } from '../../nodes/MessagingService/MessagingService.node';
import type { Setting } from './harness';

/** The credentials with which the simulator's main account is used. */
export const loginTo = (url: string): Record<string, ICredentialDataDecryptedObject> => ({
	messagingServiceApi: {
		baseUrl: url,
		pathPrefix: '/svc_api/1.0',
		apiKey: 'simulator-key',
		// The tests measure what is sent, not how fast.
		requestsPerSecond: 1000,
	},
	messagingServiceSmsApi: {
		baseUrl: url,
		path: '/api/v3/sendsms/plain',
		user: 'simulator_api',
		password: 'simulator-password',
	},
});

/** The node with these credentials, for one item unless there are others. */
export const nodeAt = (
	url: string,
	parameters: INodeParameters,
	given: Partial<Setting> = {},
): Setting => ({
	nodeType: new MessagingService(),
	parameters,
	items: [{}],
	credentials: loginTo(url),
	...given,
});
