import { z } from 'zod';

import { momentOf, numberOf } from '../../../plain';
import type { WaitLimit } from '../../engine/operation';

const UNIT_MS = { minutes: 60_000, hours: 3_600_000, days: 86_400_000 } as const;

/** Far beyond any wait that is meant, and within what a date can hold. */
const MOST_DAYS = 3650;

const afterInterval = z.object({
	limitType: z.literal('afterTimeInterval'),
	resumeAmount: z.preprocess(numberOf, z.number().positive()).default(1),
	resumeUnit: z.enum(['minutes', 'hours', 'days']).default('hours'),
});

const atTime = z.object({ limitType: z.literal('atSpecifiedTime'), maxDateAndTime: z.unknown() });

/** Expressions give dates of several kinds: texts, dates, and those of Luxon. */
function momentIn(value: unknown, timeZone: string): number | undefined {
	if (value instanceof Date) return value.getTime();
	// Luxon's dates give their moment as their primitive value.
	if (typeof value === 'object' && value !== null && 'toMillis' in value) return Number(value);
	if (typeof value !== 'string') return undefined;
	// Without seconds, as n8n's date field may give it.
	const whole = value.trim().replace(/^(\d{4}-\d{2}-\d{2}[ T]\d{2}:\d{2})$/, '$1:00');
	return momentOf(whole, timeZone);
}

/** The fields of n8n's own Limit Wait Time. */
export const waitFields = {
	limitWaitTime: z
		.object({
			values: z
				.preprocess(
					(values) =>
						typeof values === 'object' && values !== null
							? { limitType: 'afterTimeInterval', ...values }
							: values,
					z.discriminatedUnion('limitType', [afterInterval, atTime]),
				)
				.optional(),
		})
		.optional(),
	/** Of the workflow: a time without an offset is one of this zone. */
	timeZone: z.string(),
	now: z.number(),
};

type Given = z.output<z.ZodObject<typeof waitFields>>;

/** Undefined: it waits forever. */
export function waitLimitOf(
	{ limitWaitTime, timeZone, now }: Given,
	context: z.RefinementCtx,
): WaitLimit | undefined {
	const values = limitWaitTime?.values;
	if (values === undefined) return undefined;
	const wrong = (name: string, message: string) => {
		context.addIssue({ code: 'custom', path: ['limitWaitTime', 'values', name], message });
		return z.NEVER;
	};
	if (values.limitType === 'afterTimeInterval') {
		const afterMs = Math.round(values.resumeAmount * UNIT_MS[values.resumeUnit]);
		return afterMs <= MOST_DAYS * UNIT_MS.days
			? { afterMs }
			: wrong(
					'resumeAmount',
					`may be at most ${MOST_DAYS} days: remove the option to wait forever`,
				);
	}
	const at = momentIn(values.maxDateAndTime, timeZone);
	if (at === undefined || Number.isNaN(at)) {
		return wrong('maxDateAndTime', 'must be a date and time such as 2026-12-31T18:00:00');
	}
	return at > now
		? { at }
		: wrong('maxDateAndTime', 'is in the past: no answer could come in time');
}
