import type { IHookFunctions, IWebhookFunctions } from 'n8n-workflow';
import { z } from 'zod';

import { booleanOf, isTimezone, numberOf } from '../plain';
import { wordsOf } from './kinds';

/** The settings of a trigger, read in the same way on activation and for each call. */

export const WORKFLOW_TIMEZONE = 'workflow';

export const CHOOSE_AUTHENTICATION = 'Choose one of the two. It cannot come from an expression.';

/** An expression may give the word for a switch. */
const onUnlessOff = z.preprocess(booleanOf, z.boolean().catch(true));

const LONGEST_GROUP_SECONDS = 30;

/** What is no number groups nothing: better more executions than a message lost. */
const groupSeconds = z.preprocess(
	numberOf,
	z
		.number()
		.transform((seconds) => Math.min(Math.max(seconds, 1), LONGEST_GROUP_SECONDS))
		.optional()
		.catch(undefined),
);

const schema = z.object({
	events: z.array(z.string()).catch([]),
	statuses: z.array(z.string()).catch([]),
	simplify: onUnlessOff,
	timezone: z.string().catch(WORKFLOW_TIMEZONE),
	/** Undefined if it is none of the two, for example from an expression: then no call is accepted. */
	authentication: z.enum(['none', 'token']).optional().catch(undefined),
	ignoreRepeats: onUnlessOff,
	groupSeconds,
	stopWords: z.string().catch('').transform(wordsOf),
});

export interface Settings extends z.output<typeof schema> {
	/** Undefined if the option was not added. A list that is there but empty admits no one. */
	allowedIps: string | undefined;
}

const options = z.record(z.unknown()).catch({});
const addresses = z.string().catch('');

export function settingsOf(context: IHookFunctions | IWebhookFunctions): Settings {
	const of = (name: string): unknown => context.getNodeParameter(name, null);
	const given = options.parse(of('options'));
	return {
		...schema.parse({
			...given,
			events: of('events'),
			statuses: of('statuses'),
			simplify: of('simplify'),
			timezone: of('timezone'),
			authentication: of('authentication'),
		}),
		allowedIps: 'allowedIps' in given ? addresses.parse(given.allowedIps) : undefined,
	};
}

export function timezoneOf(context: IWebhookFunctions, { timezone }: Settings): string {
	const chosen = timezone === WORKFLOW_TIMEZONE ? context.getTimezone() : timezone;
	return isTimezone(chosen) ? chosen : 'UTC';
}
