import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { MessagingService } from '../../../nodes/MessagingService/MessagingService.node';
import { runNode, type Finished, type Setting } from '../../support/harness';

/** What the tests of the operations share: one operation run by n8n-core, and what is looked at afterwards. */

export const USER = 'operations_api';
export const PASSWORD = 'p&ss wörd+100%';

let logins = 0;

/** The key of the latest run: a new one for each, so that nothing looked up for one answers another. */
export const latestKey = (): string => `key-of-the-operation-tests-${logins}`;

export interface Given {
	items?: IDataObject[];
	files?: Setting['files'];
	settings?: Setting['settings'];
}

export async function runOperation(
	url: string,
	parameters: INodeParameters,
	{ items = [{}], files, settings }: Given = {},
): Promise<Finished> {
	logins++;
	return await runNode({
		nodeType: new MessagingService(),
		parameters,
		items,
		...(files !== undefined && { files }),
		...(settings !== undefined && { settings }),
		credentials: {
			messagingServiceApi: {
				baseUrl: url,
				pathPrefix: '/svc_api/1.0',
				apiKey: latestKey(),
				requestsPerSecond: 1000,
			},
			messagingServiceSmsApi: {
				baseUrl: url,
				path: '/api/v3/sendsms/plain',
				// As it is copied.
				user: ` ${USER}\n`,
				password: PASSWORD,
			},
		},
	});
}
