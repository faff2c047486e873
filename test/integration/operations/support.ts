import type { INodeParameters } from 'n8n-workflow';

import { runNode, type Setting } from '../../support/harness';
import { loginTo, nodeAt } from '../../support/login';

/** What the tests of the operations share: one operation run by n8n-core, and what is looked at afterwards. */

export const USER = 'operations_api';
export const PASSWORD = 'p&ss wörd+100%';

let logins = 0;

/** The key of the latest run: a new one for each, so that nothing looked up for one answers another. */
export const latestKey = (): string => `key-of-the-operation-tests-${logins}`;

export type Given = Partial<Pick<Setting, 'items' | 'files' | 'settings'>>;

export function runOperation(url: string, parameters: INodeParameters, given: Given = {}) {
	logins++;
	const { messagingServiceApi: api, messagingServiceSmsApi: sms } = loginTo(url);
	const credentials = {
		messagingServiceApi: { ...api, apiKey: latestKey() },
		// As it is copied.
		messagingServiceSmsApi: { ...sms, user: ` ${USER}\n`, password: PASSWORD },
	};
	return runNode(nodeAt(url, parameters, { credentials, ...given }));
}
