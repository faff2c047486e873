import { z } from 'zod';

import { isPlainRecord, momentOf, numberOf } from '../../../plain';
import * as inputs from '../inputs';

const UNIT_MS = { minutes: 60_000, hours: 3_600_000, days: 86_400_000 } as const;

/** Ten years of minutes. A JavaScript date can still hold the end of as many days. */
const MOST_UNITS = 5_256_000;

const afterInterval = z.object({
	limitType: z.literal('afterTimeInterval'),
	resumeAmount: z.preprocess(numberOf, z.number().positive().max(MOST_UNITS)).default(1),
	resumeUnit: z.enum(['minutes', 'hours', 'days']).default('hours'),
});

const atTime = z.object({ limitType: z.literal('atSpecifiedTime'), maxDateAndTime: z.unknown() });

const limit = z.preprocess(
	(given) => (isPlainRecord(given) ? { limitType: 'afterTimeInterval', ...given } : given),
	z.discriminatedUnion('limitType', [afterInterval, atTime]),
);

/** A user who never thinks of silence must not wait for it without end. */
export const ONE_DAY = {
	values: { limitType: 'afterTimeInterval', resumeAmount: 1, resumeUnit: 'days' },
};

export const waitInput = {
	limitWaitTime: z.object({ values: limit.optional() }).optional(),
	/** A time without an offset is in this zone, which is the workflow's. */
	timeZone: z.string(),
	now: z.number(),
};

export type WaitLimit = { afterMs: number } | { at: number } | undefined;

/** Expressions give text, JavaScript dates or Luxon dates. Any other value becomes NaN. */
function momentIn(value: unknown, timeZone: string): number {
	if (value instanceof Date) return value.getTime();
	// `Number` turns a Luxon date into milliseconds.
	if (typeof value === 'object' && value !== null && 'toMillis' in value) return Number(value);
	if (typeof value !== 'string') return Number.NaN;
	// n8n's date field may leave out the seconds.
	const whole = value.trim().replace(/^(\d{4}-\d{2}-\d{2}[ T]\d{2}:\d{2})$/, '$1:00');
	return momentOf(whole, timeZone) ?? Number.NaN;
}

export function waitLimitOf(
	{ limitWaitTime, timeZone, now }: z.output<z.ZodObject<typeof waitInput>>,
	context: z.RefinementCtx,
): WaitLimit {
	const given = limitWaitTime?.values;
	if (given === undefined) return undefined;
	if (given.limitType === 'afterTimeInterval') {
		return { afterMs: Math.round(given.resumeAmount * UNIT_MS[given.resumeUnit]) };
	}
	const at = momentIn(given.maxDateAndTime, timeZone);
	if (at > now) return { at };
	const fault = Number.isNaN(at)
		? 'must be a date and time such as 2026-12-31T18:00:00'
		: 'is in the past: no answer could come in time';
	return inputs.refuse(context, fault, ['limitWaitTime', 'values', 'maxDateAndTime']);
}
