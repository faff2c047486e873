import { NodeOperationError } from 'n8n-workflow';
import type { IHookFunctions, IWebhookDescription } from 'n8n-workflow';
import { z } from 'zod';

import { ipRanges } from './access';
import { isTimezone } from '../plain';

/** n8n answers before the workflow runs, with the body that `receive` gives it (without one it sends a stray word). */
export const onCallback = (
	name: IWebhookDescription['name'],
	httpMethod: IWebhookDescription['httpMethod'],
): IWebhookDescription => ({
	name,
	httpMethod,
	responseMode: 'onReceived',
	responseData: '',
	path: 'callback',
});

const options = z.object({ allowedIps: z.string().default(''), timezone: z.string().default('') });

/** Runs on activation, so that a wrong setting does not wait for the first callback to show. */
function checkSettings(context: IHookFunctions): void {
	const { allowedIps, timezone } = options.parse(context.getNodeParameter('options', {}));
	const read = ipRanges(allowedIps);
	if (!read.ok) {
		throw new NodeOperationError(
			context.getNode(),
			`Allowed IPs contains '${read.wrong}', which is not an IP address or range`,
			{ description: 'Enter addresses or ranges, such as 203.0.113.7 or 10.0.0.0/8.' },
		);
	}
	if (allowedIps.trim() !== '' && read.ranges.length === 0) {
		throw new NodeOperationError(context.getNode(), 'Allowed IPs contains no address', {
			description: 'Enter addresses or ranges, or remove the option to accept all callers.',
		});
	}
	if (timezone !== '' && !isTimezone(timezone)) {
		throw new NodeOperationError(context.getNode(), `'${timezone}' is not a time zone`, {
			description: 'Enter one such as Asia/Jakarta or UTC, or remove the option.',
		});
	}
}

async function settingsAreRight(this: IHookFunctions): Promise<boolean> {
	checkSettings(this);
	return await Promise.resolve(true);
}

/** Callback URLs are registered in the service's web application, so there is nothing to create or delete here. */
export const lifecycle = {
	checkExists: settingsAreRight,
	create: settingsAreRight,
	delete: (): Promise<boolean> => Promise.resolve(true),
};
