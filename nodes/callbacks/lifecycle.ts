import { NodeOperationError } from 'n8n-workflow';
import type { IHookFunctions, IWebhookDescription } from 'n8n-workflow';
import { z } from 'zod';

import { ipRanges } from './access';
import { isTimezone } from '../plain';

/** Answered as soon as n8n has taken the callback, before the workflow runs; with our own words, or n8n puts a stray one. */
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

/** What can be wrong with the settings comes to light when the workflow is activated, and not when a callback comes. */
function checkSettings(context: IHookFunctions): void {
	const { allowedIps, timezone } = options.parse(context.getNodeParameter('options', {}));
	const read = ipRanges(allowedIps);
	if (!read.ok) {
		throw new NodeOperationError(
			context.getNode(),
			`Allowed IPs holds '${read.wrong}', which is no address`,
			{ description: 'Enter addresses or ranges, such as 203.0.113.7 or 10.0.0.0/8.' },
		);
	}
	if (allowedIps.trim() !== '' && read.ranges.length === 0) {
		throw new NodeOperationError(context.getNode(), 'Allowed IPs holds no address', {
			description: 'Enter addresses or ranges, or remove the option: then all may call.',
		});
	}
	if (timezone !== '' && !isTimezone(timezone)) {
		throw new NodeOperationError(context.getNode(), `'${timezone}' is no time zone`, {
			description: 'Enter one such as Asia/Jakarta or UTC, or remove the option.',
		});
	}
}

async function settingsAreRight(this: IHookFunctions): Promise<boolean> {
	checkSettings(this);
	return await Promise.resolve(true);
}

/** The service knows its callback URLs from its web application: there is nothing that a node could register or remove. */
export const lifecycle = {
	checkExists: settingsAreRight,
	create: settingsAreRight,
	delete: (): Promise<boolean> => Promise.resolve(true),
};
