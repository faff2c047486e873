import type { IHookFunctions, IWebhookFunctions } from 'n8n-workflow';
import { z } from 'zod';

import { booleanOf, isTimezone, numberOf, textOr } from '../plain';
import { SERVICE_TIMEZONE, WORKFLOW_TIMEZONE } from '../service';
import { wordsOf } from './kinds';

export const CHOOSE_AUTHENTICATION = 'Choose one of the two. It cannot come from an expression.';

const onUnlessOff = z.preprocess(booleanOf, z.boolean().catch(true));
const offUnlessOn = z.preprocess(booleanOf, z.boolean().catch(false));

export const LONGEST_GROUP_SECONDS = 30;

const schema = z.object({
	events: z.array(z.string()).catch([]),
	statuses: z.array(z.string()).catch([]),
	simplify: onUnlessOff,
	timezone: z.string().catch(SERVICE_TIMEZONE),
	otherEvents: offUnlessOn,
	/** An expression may give another value, which becomes undefined. The trigger then accepts no call. */
	authentication: z.enum(['none', 'token']).optional().catch(undefined),
	ignoreRepeats: onUnlessOff,
	/** Without a valid number, messages are not grouped: extra executions are better than a lost message. */
	groupSeconds: z.preprocess(
		numberOf,
		z
			.number()
			.transform((seconds) => Math.min(Math.max(seconds, 1), LONGEST_GROUP_SECONDS))
			.optional()
			.catch(undefined),
	),
	stopWords: textOr('').transform(wordsOf),
	defaultCountryCode: textOr('').transform((code) => code.replace(/^\s*\+|\s/g, '')),
});

export type Settings = z.output<typeof schema>;

/** n8n empties options that are one expression. */
const options = z.record(z.unknown()).catch({});
const PARAMETERS = ['events', 'statuses', 'simplify', 'timezone', 'authentication'];

export function settingsOf(context: IHookFunctions | IWebhookFunctions): Settings {
	const of = (name: string): unknown => context.getNodeParameter(name, null);
	const given = options.parse(of('options') ?? {});
	return schema.parse({
		...given,
		...Object.fromEntries(PARAMETERS.map((name) => [name, of(name)])),
	});
}

/** @param own the time zone of the workflow */
export function timezoneOf(timezone: string, own: string): string {
	const chosen = timezone === WORKFLOW_TIMEZONE ? own : timezone;
	return isTimezone(chosen) ? chosen : SERVICE_TIMEZONE;
}
